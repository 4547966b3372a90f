# Forks for ever.
# ended: error
# verdict: PermissionError|BlockingIOError
# wall: processes
import os

while True:
    os.fork()
