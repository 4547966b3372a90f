# Prints for ever.
# ended: output_limit
# verdict: output_limit
while True:
    print("x" * 1000)
