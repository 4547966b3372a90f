# Takes memory that is not its own heap.
# ended: error
# verdict: OSError
import mmap

hoard = []
while True:
    hoard.append(mmap.mmap(-1, 1 << 24))
