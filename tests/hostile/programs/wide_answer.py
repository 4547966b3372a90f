# Answers with ten million numbers.
# ended: ok
# verdict: output_limit|MemoryError
def double(x):
    return list(range(10_000_000))
