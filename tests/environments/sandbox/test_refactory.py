"""Real submissions of novices get the verdicts that CPython was seen to give them."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from environments.sandbox import Limits, Sandbox
from environments.sandbox.refactory import Submission, load
from environments.sandbox.verdicts import verdicts
from protocol import DataError

DATA = Path(os.environ.get("PRACTICUM_DATA", Path(__file__).parents[4] / "shared" / "data")) / "refactory"
PARTS = 6  # so that workers share them
LIMITS = Limits(wall_s=5.0, cpu_s=0.3, give_up_after=1)  # none that ends takes a tenth of it
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"no Refactory data at {DATA}: see environments/sandbox/refactory.py"
)


async def differing(submissions: Sequence[Submission]) -> list[str]:
    found = []
    async with Sandbox(limits=LIMITS) as sandbox:
        for each in submissions:
            given = await verdicts(sandbox, each.source, each.assignment.tests, prelude=each.assignment.prelude)
            alike = "timeout" in given if each.observed == ("timeout",) else given == each.observed
            if not alike:
                found.append(f"{each.assignment.name}/{each.file}: {given}, observed {each.observed}")
    return found


@needs_data
@pytest.mark.parametrize("part", range(PARTS))
def test_every_submission_gets_the_verdicts_that_were_observed(part: int) -> None:
    assert asyncio.run(differing(load(DATA)[part::PARTS])) == []


def test_the_layout_of_the_sets_authors_is_read(tmp_path: Path) -> None:
    question = tmp_path / "question_7"
    for name, text in {
        "ans/input_001.txt": "double(2)\n",
        "ans/output_001.txt": "4\n",
        "code/global.py": "BASE = 2\n",
        "code/correct/correct_7_001.py": "def double(x): return BASE * x\n",
        "code/wrong/wrong_7_001.py": "def double(x): return x\n",
    }.items():
        path = question / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    correct, wrong = load(tmp_path)
    assert (correct.label, wrong.label) == ("correct", "wrong")
    assert correct.assignment.prelude == "BASE = 2\n"
    assert [(test.call, test.expected) for test in wrong.assignment.tests] == [("double(2)", 4)]


def test_a_missing_data_set_is_one_line_that_says_where_it_comes_from(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="githubhuyang/refactory"):
        load(tmp_path)
