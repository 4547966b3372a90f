# Calls itself for ever, with the limit taken away.
# ended: memory|killed|timeout
# verdict: MemoryError|killed|timeout
import sys

sys.setrecursionlimit(2**31 - 1)

def down():
    down()

down()
