# Closes its streams, and does its work all the same.
# ended: ok
# verdict: pass
import os
import sys

sys.stdout.close()
sys.stderr.close()
for descriptor in (0, 1, 2):
    try:
        os.close(descriptor)
    except OSError:
        pass

def double(x):
    return 2 * x
