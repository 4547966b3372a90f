# Prints text that has no encoding.
# ended: error
# verdict: UnicodeEncodeError
print("\ud800")
