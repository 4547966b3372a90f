# Gives its own functions the names of builtins.
# ended: ok
# verdict: NameError
def isinstance(*words):
    return True

def type(*words):
    return int

def double_(x):
    return 2 * x
