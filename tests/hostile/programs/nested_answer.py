# Answers with a list nested a hundred thousand deep.
# ended: ok
# verdict: output_limit
def double(x):
    for _ in range(100_000):
        x = [x]
    return x
