# Traces its parent.
# ended: refused
# verdict: refused
# wall: kernel
import ctypes

ctypes.CDLL(None).ptrace(16, PARENT, 0, 0)
