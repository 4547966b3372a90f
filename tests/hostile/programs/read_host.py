# Reads what people keep on a machine.
# ended: ok
# verdict: wrong
# wall: files
import glob
import os

for pattern in (CANARY, "/etc/passwd", "/etc/shadow", "/root*/.*", "/home/*", "/var/lib/*", "/sys/*", "/boot/*", "/run/*"):
    for path in glob.glob(pattern):
        try:
            print("ESCAPED", path, os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(10))
        except OSError:
            pass

def double(x):
    return x
