# Calls itself for ever.
# ended: error
# verdict: RecursionError
def down():
    down()

down()
