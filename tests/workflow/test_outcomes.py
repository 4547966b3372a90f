"""A model that fails half way: the run ends with a table and a count, and the same command plays what is missing."""

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.conftest import TABLE, Copy, Server, table

pytestmark = pytest.mark.workflow

SIZE = "study.replicates=4 study.max_steps=4 backend.limits.attempts=1 certificate.prompts=2"
EPISODES = 8
CERTIFIED = 2 * 4
"""Requests of the certificate."""


def counts(copy: Copy) -> dict[str, int]:
    """Episodes of all conditions."""
    kinds = ("attempted", "completed", "failed", "budget_exhausted")
    return {kind: sum(int(float(row[kind] or 0)) for row in table(copy).values()) for kind in kinds}


def assert_ended_incomplete(run: "subprocess.CompletedProcess[str]", missing: int) -> None:
    assert run.returncode != 0
    (line,) = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert line.startswith(f"error: {missing} episodes were broken off")
    assert line.endswith("run the same command again: it plays these alone")
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("fault", "said"), [(500, "answered 500"), (401, "denies the key"), (402, "has no credit left for this key")]
)
def test_what_a_failing_model_breaks_off_is_counted_and_played_by_the_same_command(
    clone: Callable[..., Copy], tmp_path: Path, server: Server, fault: int, said: str
) -> None:
    copy = clone(tmp_path, config=server.words(f"{SIZE} backend.key_variable=null workers=1"))
    server.answers_left, server.fault = CERTIFIED + 15, fault
    first = copy.snakemake(TABLE, cores=1)
    failed = counts(copy)["failed"]
    assert 0 < failed < EPISODES
    assert counts(copy) == {
        "attempted": EPISODES,
        "completed": EPISODES - failed,
        "failed": failed,
        "budget_exhausted": 0,
    }
    assert re.search(
        rf"^  Failed   {failed} episodes were broken off, such as by: .*{said}", first.stdout, re.MULTILINE
    )
    assert_ended_incomplete(first, failed)

    answered, server.answers_left = Counter(server.answered), 10**9
    second = copy.snakemake(TABLE)
    assert second.returncode == 0, second.stderr
    assert "Failed" not in second.stdout
    assert counts(copy)["completed"] == EPISODES
    assert {name: server.answered[name] for name in answered} == answered  # nothing that was answered is asked again

    asked = Counter(server.asked)
    assert "Nothing to be done" in copy.snakemake(TABLE).stderr
    assert server.asked == asked


def test_a_run_whose_every_episode_was_broken_off_ends_too_and_made_up_for_has_the_tables_of_one_that_was_not(
    clone: Callable[..., Copy], tmp_path: Path, server: Server
) -> None:
    words = server.words(f"{SIZE} backend.key_variable=null")
    broken_off, undisturbed = (clone(tmp_path / name, config=words) for name in ("broken off", "undisturbed"))
    server.answers_left = CERTIFIED
    first = broken_off.snakemake()
    assert f"Failed   {EPISODES} episodes were broken off" in first.stdout
    assert_ended_incomplete(first, EPISODES)
    server.answers_left = 10**9
    for copy in (broken_off, undisturbed):
        assert copy.snakemake().returncode == 0
    assert broken_off.made() == undisturbed.made()


def test_only_the_conditions_that_were_broken_off_are_played_again(
    clone: Callable[..., Copy], tmp_path: Path, server: Server
) -> None:
    copy = clone(tmp_path, config=server.words(f"{SIZE} backend.key_variable=null workers=1"))
    assert copy.snakemake(TABLE).returncode == 0
    journal = copy.results / "journal" / "pair" / "beagle" / "particle.jsonl"
    assert not journal.exists()
    journal.touch()  # as a job leaves it that has episodes to play
    jobs = copy.to_run(TABLE)
    assert {condition for rule, condition in jobs if rule == "simulate"} == {"beagle"}
    assert copy.snakemake(TABLE).returncode == 0
    assert "Nothing to be done" in copy.snakemake(TABLE).stderr


def test_a_server_that_is_dead_from_the_start_is_one_line_and_no_table(
    clone: Callable[..., Copy], tmp_path: Path, server: Server
) -> None:
    copy = clone(
        tmp_path, config=server.words(f"{SIZE} backend.key_variable=null backend.base_url=http://127.0.0.1:9/v1")
    )
    run = copy.snakemake()
    assert run.returncode != 0
    (line,) = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert re.match(r"error: 127\.0\.0\.1:9 cannot be reached .* \(log: results/smoke/logs/pair/certify\.log\)", line)
    assert not (copy.results / "tables").exists()
    assert "Traceback" not in run.stderr


def test_a_budget_ends_a_run_with_a_table_and_a_raised_one_completes_it(
    clone: Callable[..., Copy], tmp_path: Path, server: Server
) -> None:
    words = server.words(f"{SIZE} backend.key_variable=null backend.sampling.max_tokens=50")
    limited = clone(tmp_path, config=(*words[:-1], f"{words[-1]} budget.tokens=20000"))
    first = limited.snakemake(TABLE)
    assert "were broken off" in first.stdout
    assert counts(limited)["budget_exhausted"] == counts(limited)["failed"] > 0
    assert_ended_incomplete(first, counts(limited)["failed"])
    spent = r"Spent    .* for ([\d,]+) replies: ([\d,]+) prompt tokens .*, ([\d,]+) reply tokens"
    taken = re.search(spent, first.stdout)
    assert taken
    replies, prompts, completions = (int(number.replace(",", "")) for number in taken.groups())
    assert replies == server.answered.total()
    assert prompts + completions <= 20000
    second = limited.snakemake(TABLE, "--config", *words)
    assert second.returncode == 0, second.stderr
    assert "were broken off" not in second.stdout
