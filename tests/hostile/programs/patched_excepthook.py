# Replaces the way in which errors are shown.
# ended: error
# verdict: ZeroDivisionError
import sys

sys.excepthook = sys.__excepthook__ = lambda *words: print("all is well")
1 / 0
