# Goes out through a hard link.
# ended: ok
# verdict: wrong
# wall: files
import os

try:
    os.link(CANARY, "link")
    print("ESCAPED")
except OSError:
    pass

def double(x):
    return x
