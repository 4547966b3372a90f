# Asks for all memory in one go.
# ended: memory
# verdict: MemoryError
hoard = [0] * (1 << 40)
