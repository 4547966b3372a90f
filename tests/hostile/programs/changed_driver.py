# Changes the driver itself, found through the garbage collector.
# ended: ok|killed
# verdict: killed|wrong|NameError|TypeError
import gc

for thing in gc.get_objects():
    if type(thing).__name__ == "Driver":
        thing._ask = lambda *words: 41
        thing._room = 1 << 40
