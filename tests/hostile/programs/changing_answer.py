# Changes its answer in a thread while it is being written down.
# ended: ok
# verdict: wrong|killed|RuntimeError|output_limit
import threading

answer = {0: 0}

def change():
    n = 0
    while True:
        n += 1
        answer[n % 50] = n
        answer.pop((n * 7) % 50, None)

threading.Thread(target=change, daemon=True).start()

def double(x):
    return answer
