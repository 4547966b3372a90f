# Computes for ages in C.
# ended: timeout|memory
# verdict: timeout|MemoryError
print(len(str(3 ** (10 ** 9))))
