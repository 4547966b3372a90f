# Answers with a list that unfolds to the size of the universe.
# ended: ok
# verdict: output_limit
def double(x):
    for _ in range(60):
        x = [x, x]
    return x
