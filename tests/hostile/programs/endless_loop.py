# Never ends.
# ended: timeout
# verdict: timeout
while True:
    pass
