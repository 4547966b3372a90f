"""How the scripted programmer changes a program: writes the next pieces, mends one, breaks another."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from numpy.random import Generator

from backends import Skill
from environments.programming import Problem
from environments.programming.mutations import Draft, Piece, Slip, SlipKind, pieces, read, write

_KINDS = tuple(SlipKind)
_ERROR = re.compile(r"\b[A-Z]\w*Error\b")


def error_in(output: str | None) -> str | None:
    """The type of the first error that an output names, if it names one."""
    found = _ERROR.search(output or "")
    return found.group() if found else None


@dataclass(frozen=True)
class Programmer:
    """A novice at work on one program, with one step's luck.

    Args:
        problem: What is to be written.
        rng: The luck.
        skill: `apply`, the probability of using a concept rightly when a piece is written; `spell`, of
            writing without a slip of the pen; `haste`, how many further pieces are written in one go, on
            average; `diagnose`, of finding the cause of an error that is shown; `care`, of breaking
            nothing else with a change.
        unknown: Knowledge components that the prompt says the student lacks: never used rightly.
        focus: Name of the piece to work at, where a plan names one.
    """

    problem: Problem
    rng: Generator
    skill: Skill
    unknown: frozenset[str] = frozenset()
    focus: str | None = None

    def construct(self, code: str) -> str:
        """The program with the next pieces written, or with one written again if none is missing."""
        draft = read(self.problem, code)
        missing = [piece for piece in pieces(self.problem) if piece.name not in draft.work]
        if not missing:
            return self._rewrite(draft, self._chosen(draft))
        missing.sort(key=lambda piece: piece.name != self.focus)
        count = 1 + int(self.rng.poisson(self.skill["haste"]))
        written = {piece.name: self._attempt(piece) for piece in missing[:count]}
        return self._write({**_known(draft), **written}, draft.slip)

    def repair(self, code: str, output: str | None) -> str:
        """The program after an attempt to get rid of what the output shows."""
        draft, error = read(self.problem, code), error_in(output)
        if draft.slip is not None and error is not None and self._succeeds("spell"):
            return write(self.problem, _known(draft))
        if error is None or not self._succeeds("diagnose"):
            return self._rewrite(draft, self._chosen(draft))
        return self._mend(draft, code)

    def _mend(self, draft: Draft, code: str) -> str:
        """Put right the first wrong use of a concept that the student could put right."""
        for piece in self._by_focus(draft):
            flaws = draft.work[piece.name]
            curable = sorted(flaws - self.unknown) if flaws is not None else []
            if flaws is None:
                return self._rewrite(draft, piece)
            if curable:
                cured = curable[int(self.rng.integers(len(curable)))]
                return self._write({**_known(draft), piece.name: flaws - {cured}}, draft.slip)
        return self.construct(code)

    def _rewrite(self, draft: Draft, piece: Piece) -> str:
        kept = draft.slip if draft.slip and draft.slip.piece != piece.name else None
        return self._write({**_known(draft), piece.name: self._attempt(piece)}, kept)

    def _attempt(self, piece: Piece) -> frozenset[str]:
        """Which of a piece's concepts go wrong when it is written."""
        return frozenset(
            component
            for component in piece.knowledge_components
            if component in self.unknown or not self._succeeds("apply")
        )

    def _write(self, work: Mapping[str, frozenset[str]], slip: Slip | None) -> str:
        """The program as text, now and then with something broken that was right, or a slip of the pen."""
        work = dict(work)
        if not self._succeeds("care"):
            broken = self._pick(_written(self.problem, work))
            work[broken.name] = work[broken.name] | self._attempt(broken)
        if not self._succeeds("spell"):
            slip = Slip(_KINDS[int(self.rng.integers(len(_KINDS)))], self._pick(_written(self.problem, work)).name)
        return write(self.problem, work, slip)

    def _by_focus(self, draft: Draft) -> list[Piece]:
        """The pieces written so far, the one in focus first."""
        return sorted(_written(self.problem, draft.work), key=lambda piece: piece.name != self.focus)

    def _chosen(self, draft: Draft) -> Piece:
        """The piece in focus if it is written, else any that is, else the first."""
        written = self._by_focus(draft) or list(pieces(self.problem)[:1])
        return written[0] if written[0].name == self.focus else self._pick(written)

    def _pick(self, among: list[Piece]) -> Piece:
        return among[int(self.rng.integers(len(among)))]

    def _succeeds(self, at: str) -> bool:
        return bool(self.rng.random() < self.skill[at])


def _written(problem: Problem, work: Mapping[str, object]) -> list[Piece]:
    return [piece for piece in pieces(problem) if piece.name in work]


def _known(draft: Draft) -> Mapping[str, frozenset[str]]:
    """What has been written so far; a piece that is none of the known variants counts as right."""
    return {name: flaws or frozenset() for name, flaws in draft.work.items()}
