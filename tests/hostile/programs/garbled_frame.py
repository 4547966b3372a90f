# Sends a frame whose length is absurd.
# ended: killed
# verdict: killed
import os

for descriptor in range(3, 256):
    try:
        os.write(descriptor, b"\xff" * 64)
    except OSError:
        pass
