# Blocks every signal, and loops.
# ended: timeout
# verdict: timeout
import signal

signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
while True:
    pass
