# Mounts a file system over its own.
# ended: refused
# verdict: refused
# wall: kernel
import ctypes

ctypes.CDLL(None).mount(b"tmpfs", b"/", b"tmpfs", 0, None)
