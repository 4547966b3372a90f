# Deletes, renames and truncates what is not its own.
# ended: ok
# verdict: wrong
# wall: files
import os

for act in (os.unlink, lambda path: os.rename(path, path + "x"), lambda path: os.truncate(path, 0), lambda path: os.chmod(path, 0)):
    try:
        act(CANARY)
    except OSError:
        continue
    print("ESCAPED")

def double(x):
    return x
