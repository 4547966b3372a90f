# Watches the whole processor.
# ended: refused
# verdict: refused
# wall: kernel
import ctypes
import platform

ctypes.CDLL(None).syscall({"x86_64": 298, "aarch64": 241}[platform.machine()], None, 0, -1, -1, 0)
