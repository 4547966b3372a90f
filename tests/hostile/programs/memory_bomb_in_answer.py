# Takes memory until there is none, when asked.
# ended: ok
# verdict: MemoryError
def double(x):
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))
