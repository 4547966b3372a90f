# Traces the driver and changes what it does.
# ended: ok|killed|error
# verdict: wrong|killed|NameError|RuntimeError
import sys

def trace(frame, event, argument):
    for name, value in list(frame.f_locals.items()):
        if name == "reply":
            raise RuntimeError("caught")
    return trace

sys.settrace(trace)
frame = sys._getframe()
while frame:
    frame.f_trace = trace
    frame = frame.f_back
