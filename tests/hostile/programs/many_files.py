# Fills the disk with many files.
# ended: error|timeout
# verdict: OSError|timeout
for number in range(10**9):
    with open(f"{number}", "wb") as file:
        file.write(bytes(1 << 16))
