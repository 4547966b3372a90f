# Runs a command through the C library.
# ended: ok
# verdict: wrong
# wall: processes
import os

status = os.system("echo ESCAPED")

def double(x):
    return status
