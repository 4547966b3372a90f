# Raises what few catch.
# ended: error
# verdict: KeyboardInterrupt
raise KeyboardInterrupt
