# Reads from nowhere.
# ended: killed
# verdict: killed
import ctypes

ctypes.string_at(0)
