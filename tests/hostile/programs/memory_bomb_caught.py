# Takes all memory, catches the error, and stays full.
# ended: ok
# verdict: pass|MemoryError|killed
hoard = []
try:
    while True:
        hoard.append(bytearray(1 << 14))
except MemoryError:
    pass

def double(x):
    return 2 * x
