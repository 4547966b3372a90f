# Hangs while a module is imported.
# ended: timeout
# verdict: timeout
import sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        while True:
            pass

sys.meta_path.insert(0, Finder())
import anything
