# Ends as if all were well.
# ended: ok
# verdict: SystemExit
import sys

sys.exit(0)
