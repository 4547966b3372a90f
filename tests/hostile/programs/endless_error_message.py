# Hangs while its error is being printed.
# ended: timeout
# verdict: timeout
class Talkative(Exception):
    def __str__(self):
        while True:
            pass

raise Talkative
