# Reads the memory of its parent.
# ended: refused
# verdict: refused
# wall: kernel
import ctypes

ctypes.CDLL(None).process_vm_readv(PARENT, None, 0, None, 0, 0)
