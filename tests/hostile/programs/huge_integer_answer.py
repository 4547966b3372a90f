# Answers with a number of a million digits.
# ended: ok
# verdict: output_limit
def double(x):
    return 1 << 4_000_000
