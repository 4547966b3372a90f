# Answers with text that has no encoding.
# ended: ok
# verdict: wrong
def double(x):
    return "\ud800" * 10
