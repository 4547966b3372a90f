# Locks its working directory behind itself.
# ended: ok
# verdict: pass
import os

open("mine", "w").close()
os.chmod("mine", 0)
os.chmod(".", 0)

def double(x):
    return 2 * x
