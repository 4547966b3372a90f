# Writes wherever it can.
# ended: ok
# verdict: wrong
# wall: files
import os
import sys

places = [CANARY, "/tmp/escaped", "/etc/escaped", "/escaped", "/dev/shm/escaped", "/usr/lib/escaped", "/lib/escaped",
          os.path.expanduser("~/escaped"), os.path.join(os.path.dirname(os.__file__), "escaped.py"), "../escaped", sys.executable]
for place in places:
    try:
        with open(place, "ab") as file:
            file.write(b"x")
    except OSError:
        continue
    print("ESCAPED", place)

def double(x):
    return x
