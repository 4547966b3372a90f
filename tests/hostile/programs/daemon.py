# Leaves a process of its own session behind.
# ended: error
# verdict: PermissionError
# wall: processes
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
