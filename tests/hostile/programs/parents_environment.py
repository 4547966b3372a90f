# Reads keys from the environment.
# ended: ok
# verdict: wrong
import os

if os.environ or os.getenv("HOME") or os.getenv("PATH"):
    print("ESCAPED", dict(os.environ))

def double(x):
    return x
