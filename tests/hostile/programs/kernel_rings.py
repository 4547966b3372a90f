# Asks for an io_uring, which would do its system calls unseen.
# ended: refused
# verdict: refused
# wall: kernel
import ctypes

ctypes.CDLL(None).syscall(425, 8, None)
