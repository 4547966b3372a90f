# Leaves a thread running and answers wrongly.
# ended: ok
# verdict: wrong
import threading

def burn():
    while True:
        pass

threading.Thread(target=burn, daemon=True).start()

def double(x):
    return x
