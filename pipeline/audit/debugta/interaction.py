"""Rounds, people, cost and names: what DebugTA's text says in two places (sections 5.1 to 5.7, App. A)."""

from collections.abc import Iterator
from itertools import count

import numpy as np

from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.debugta.tables import DEBUGTA, TEXT, baselines
from pipeline.audit.printed import cell, in_words, words
from pipeline.audit.whole_counts import counts

SIMULATOR, PEOPLE = "StuBot", ("Human 1", "Human 2")
NEAR = 5.0
"""Points within which we call two rates near; the paper says 'closely'."""


def claims() -> Iterator[Claim]:
    """What is said of interactions, participants, tokens and models."""
    yield of_rounds()
    yield from of_people()
    yield of_cost()
    yield DEBUGTA.number(
        "section 5.2",
        "baselines",
        in_words(TEXT, "Baselines", "number"),
        len(baselines()),
        "methods of Table 2 beside DebugTA",
    )
    yield DEBUGTA.same_words(
        "sections 5.1 and 5.5",
        "the DeepSeek model of 16B parameters",
        words(TEXT, "DeepSeek (16B)", "model"),
        words(TEXT, "DeepSeek (16B)", "model of Figure 3"),
        "printed twice",
        note="Two models go by these names, one many times larger.",
    )


def of_rounds() -> Claim:
    """Algorithm 1 goes on while t <= T_max."""
    most = cell(TEXT, "Sessions", "T_max")
    first = int(cell("debugta_appendix_a", "Algorithm 1", "first t").value)
    rounds = next(done for done, t in enumerate(count(first)) if t > most.value)
    return DEBUGTA.number(
        "section 5.1 against Algorithm 1",
        "interactions at most",
        most,
        rounds,
        f"line 5 goes on while t <= {most.text}, from t = {first} on",
    )


def of_people() -> Iterator[Claim]:
    """StuBot beside two humans."""
    problems = in_words(TEXT, "Participants", "problems")
    rates = {who: cell(TEXT, who, "AC Rate") for who in (SIMULATOR, *PEOPLE)}
    sums = {who: counts(rate, int(problems.value)) for who, rate in rates.items()}
    yield DEBUGTA.holds(
        "section 5.7",
        f"rates are means of {problems.text} problems, in whole per cent each",
        ", ".join(rate.text for rate in rates.values()),
        "; ".join(f"{who}: {total[0]} / {problems.value:g}" for who, total in sums.items() if total),
        all(sums.values()),
        "whole sums",
        otherwise=Verdict.IMPOSSIBLE,
    )
    bot, expert, beginner = rates.values()
    yield DEBUGTA.holds(
        "section 5.7",
        "Human 2 is slightly below StuBot",
        beginner.text,
        f"{bot.value - beginner.value:.2f} points below",
        0 < bot.value - beginner.value < NEAR,
        f"difference; slightly, if less than {NEAR:g} points",
    )
    away = [abs(each.value - bot.value) for each in (expert, beginner)]
    yield DEBUGTA.holds(
        "section 5.7",
        "StuBot closely aligns with the human annotators",
        f"{bot.text}, {expert.text} and {beginner.text}",
        f"{away[0]:.2f} and {away[1]:.2f} points away",
        max(away) < NEAR,
        f"differences; closely, if less than {NEAR:g} points",
        otherwise=Verdict.UNDETERMINED,
        note="Two people. The trend over problems is in Figure 5 alone, which prints no number.",
    )
    yield DEBUGTA.same_words(
        "section 5.7; caption of Figure 5",
        "what the rates of StuBot and the two humans are",
        words(TEXT, "Figure 5", "what section 5.7 prints"),
        words(TEXT, "Figure 5", "what it shows"),
        "printed twice",
    )


def of_cost() -> Claim:
    """What DebugTA takes beside a method that reads its input once."""
    times, prompt = in_words(TEXT, "DebugTA", "times the input tokens"), cell(TEXT, "DebugTA", "prompt")
    inputs = np.array([100.0, 1000.0, 10_000.0])
    tokens = times.value * inputs + 1000 * prompt.value
    return DEBUGTA.holds(
        "abstract against section 5.6",
        "DebugTA reduces computational costs",
        "significantly",
        "; ".join(
            f"{taken:,.0f} tokens for an input of {given:,.0f}" for given, taken in zip(inputs, tokens, strict=True)
        ),
        bool((tokens < inputs).any()),
        f"{times.text} the input and a prompt of {prompt.value:g}k tokens; direct methods read the input once",
        note="Section 5.6 itself has direct methods use fewer tokens, and Self-Debug as many.",
    )
