# Makes itself root of a world of its own.
# ended: refused
# verdict: refused
# wall: kernel
import ctypes

ctypes.CDLL(None).unshare(0x10000000)
