# Kills itself by a signal.
# ended: error|killed
# verdict: PermissionError|killed
import os
import signal

os.kill(os.getpid(), signal.SIGKILL)
