# Prints to standard error for ever.
# ended: output_limit
# verdict: output_limit
import sys

while True:
    print("x" * 1000, file=sys.stderr)
