# Raises an error with a message of a hundred megabytes.
# ended: error|memory
# verdict: ValueError|MemoryError
raise ValueError("x" * 100_000_000)
