# Interrupts its own grader with alarms, thousands a second.
# ended: error|killed|ok
# verdict: RuntimeError|killed|wrong
import signal

def strike(number, frame):
    raise RuntimeError("struck")

def double(x):
    signal.signal(signal.SIGALRM, strike)
    signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
    return None
