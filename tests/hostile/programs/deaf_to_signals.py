# Ignores every signal that can be ignored, and loops.
# ended: timeout
# verdict: timeout
import signal

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    pass
