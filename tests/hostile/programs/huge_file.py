# Fills the disk with one file.
# ended: error
# verdict: OSError
with open("large", "wb") as file:
    while True:
        file.write(bytes(1 << 20))
