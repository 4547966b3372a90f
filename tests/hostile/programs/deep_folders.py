# Leaves a tree that is hard to remove.
# ended: ok|error
# verdict: wrong|OSError
import os

for _ in range(2000):
    os.mkdir("d")
    os.chdir("d")
os.chmod(".", 0)

def double(x):
    return x
