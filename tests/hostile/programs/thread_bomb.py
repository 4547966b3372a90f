# Starts threads until there are none left.
# ended: error|memory
# verdict: RuntimeError|MemoryError
import threading
import time

while True:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
