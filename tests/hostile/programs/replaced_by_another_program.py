# Becomes another program that prints what it likes.
# ended: error
# verdict: PermissionError|FileNotFoundError
# wall: processes
import os
import sys

os.execv(sys.executable, [sys.executable, "-c", "print('ESCAPED')"])
