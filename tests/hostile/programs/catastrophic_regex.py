# Backtracks for ages in C, where no Python signal handler runs.
# ended: ok
# verdict: timeout
import re

def double(x):
    return re.fullmatch(r"(a+)+b", "a" * 64)
