# Answers with an endless generator.
# ended: ok
# verdict: wrong
import itertools

def double(x):
    return itertools.count()
