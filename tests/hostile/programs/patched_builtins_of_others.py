# Replaces builtins in every module that it can find.
# ended: ok|killed|error
# verdict: NameError|wrong|killed|TypeError|AttributeError
import sys

for module in list(sys.modules.values()):
    names = getattr(module, "__builtins__", None)
    if isinstance(names, dict):
        names.update(eval=lambda *words: 42, exec=lambda *words: None, type=lambda *words: int)
