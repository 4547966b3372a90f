# Forks when asked, so that two processes answer.
# ended: ok
# verdict: PermissionError|killed|wrong
import os

def double(x):
    os.fork()
    return x
