# Ends, and then never answers.
# ended: ok
# verdict: timeout
def double(x):
    while True:
        pass
