# Goes out through a symbolic link.
# ended: ok
# verdict: wrong
# wall: files
import os

os.symlink(CANARY, "link")
try:
    with open("link", "ab") as file:
        file.write(b"x")
    print("ESCAPED")
except OSError:
    pass
os.symlink("/", "root")

def double(x):
    return x
