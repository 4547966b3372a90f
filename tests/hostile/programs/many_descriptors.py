# Opens files until it may not.
# ended: error
# verdict: OSError
hoard = []
while True:
    hoard.append(open("one", "w"))
