# Prints for ever when asked.
# ended: ok
# verdict: output_limit
def double(x):
    while True:
        print(x)
