# Takes memory until there is none.
# ended: memory
# verdict: MemoryError
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
