# Hangs when its answer is thrown away.
# ended: ok
# verdict: wrong|timeout
class Clinging:
    def __del__(self):
        while True:
            pass

def double(x):
    return Clinging()
