# Waits for someone to type.
# ended: error
# verdict: EOFError
input()
