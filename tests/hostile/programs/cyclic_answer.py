# Answers with a list that holds itself.
# ended: ok
# verdict: output_limit
def double(x):
    x = []
    x.append(x)
    return x
