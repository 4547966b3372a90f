# Writes to the descriptor for ever.
# ended: output_limit
# verdict: output_limit
import os

while True:
    os.write(1, b"x" * 65536)
