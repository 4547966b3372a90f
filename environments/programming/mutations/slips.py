"""Slips of the hand, which have nothing to do with what a learner knows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class SlipKind(StrEnum):
    """What the hand did."""

    MISSING_COLON = "missing_colon"
    UNBALANCED_PARENTHESIS = "unbalanced_parenthesis"
    MISSPELT_NAME = "misspelt_name"
    BAD_INDENTATION = "bad_indentation"


@dataclass(frozen=True)
class Slip:
    """One slip, in the method of that name."""

    kind: SlipKind
    piece: str


def slipped(kind: SlipKind, code: str) -> str:
    """The code of a method with a slip in it.

    Args:
        kind: Which slip.
        code: A method, from its `def` on, without the indentation of its class.
    """
    return _SLIPS[kind](code)


def _missing_colon(code: str) -> str:
    """The header lacks its colon."""
    return code.replace(":\n", "\n", 1)


def _unbalanced_parenthesis(code: str) -> str:
    """The last closing parenthesis is forgotten."""
    before, _, after = code.rpartition(")")
    return before + after


def _misspelt_name(code: str) -> str:
    """The first `self` of the body becomes `slef`; where there is none, the method's name lacks a letter."""
    header, _, body = code.partition("\n")
    if "self" in body:
        return header + "\n" + body.replace("self", "slef", 1)
    return re.sub(r"(\w)(\w_*\()", r"\2", header, count=1) + "\n" + body


def _bad_indentation(code: str) -> str:
    """The first line of the body stands below its header's first letter."""
    header, _, body = code.partition("\n")
    return header + "\n" + body.lstrip()


_SLIPS: Mapping[SlipKind, Callable[[str], str]] = MappingProxyType(
    {
        SlipKind.MISSING_COLON: _missing_colon,
        SlipKind.UNBALANCED_PARENTHESIS: _unbalanced_parenthesis,
        SlipKind.MISSPELT_NAME: _misspelt_name,
        SlipKind.BAD_INDENTATION: _bad_indentation,
    }
)
