# Signals its parent, every process, and its group.
# ended: ok
# verdict: wrong
# wall: signals
import os
import signal

for target in (PARENT, os.getppid(), 1, -1, 0):
    try:
        if target or target == 0:
            os.kill(target, signal.SIGTERM if target not in (0, os.getpid()) else 0)
    except OSError:
        pass
try:
    os.killpg(os.getpgid(PARENT), signal.SIGTERM)
except OSError:
    pass

def double(x):
    return x
