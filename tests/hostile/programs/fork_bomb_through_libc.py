# Forks for ever, past Python.
# ended: timeout
# verdict: timeout
# wall: processes
import ctypes

libc = ctypes.CDLL(None)
while True:
    libc.fork()
    libc.vfork()
