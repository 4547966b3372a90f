"""Replies in one file, so that a study is published with them and replayed elsewhere without a model.

The file is gzip'd text, one JSON object a line: a header that says how much there is of what, then documents
(who gave the replies, and how far they repeated themselves), replies by key, and payments by account and time.
Equal content makes equal files, byte for byte.
"""

from backends.bundle.export import export
from backends.bundle.lines import Header
from backends.bundle.merge import Merged, merge

__all__ = ["Header", "Merged", "export", "merge"]
