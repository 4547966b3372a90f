# Uses no CPU time at all.
# ended: timeout
# verdict: timeout
import time

time.sleep(3600)
