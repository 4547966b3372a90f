# Would hang at exit.
# ended: ok
# verdict: wrong
import atexit

@atexit.register
def stay():
    while True:
        pass

def double(x):
    return x
