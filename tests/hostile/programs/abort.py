# Aborts.
# ended: killed
# verdict: killed
import os

os.abort()
