"""Mutation operators tied to knowledge components: novices' code, written and read back."""

from environments.programming.mutations.drafts import Draft, Piece, Work, pieces, read, write
from environments.programming.mutations.slips import Slip, SlipKind, slipped

__all__ = ["Draft", "Piece", "Slip", "SlipKind", "Work", "pieces", "read", "slipped", "write"]
