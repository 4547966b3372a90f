"""What the five papers print, recomputed from what else they print: a module a part of a paper."""
