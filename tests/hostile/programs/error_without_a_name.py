# Raises an error whose type lies about its name.
# ended: error
# verdict: Honest|Nothing
class Lying(type):
    __name__ = property(lambda cls: [1])

class Honest(Exception, metaclass=Lying):
    pass

raise Honest
