# Writes to its own memory through /proc.
# ended: error|ok
# verdict: FileNotFoundError|PermissionError|wrong
# wall: neighbours
with open("/proc/self/mem", "r+b") as file:
    file.seek(0)
