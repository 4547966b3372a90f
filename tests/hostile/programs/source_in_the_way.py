# Puts a folder where tracebacks look for its lines.
# ended: error
# verdict: ZeroDivisionError
import os

os.mkdir("program.py")
1 / 0
