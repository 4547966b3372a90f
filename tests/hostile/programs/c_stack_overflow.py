# Overflows the stack of the interpreter itself.
# ended: killed|error|memory
# verdict: killed|RecursionError|MemoryError
import sys

sys.setrecursionlimit(2**31 - 1)

class Deep:
    def __repr__(self):
        return repr([self])

repr(Deep())
