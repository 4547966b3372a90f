"""Whether DebugTA is better, and by how much (Table 2, section 5.4)."""

from collections.abc import Iterator, Mapping

import numpy as np

from metrics.debugging.accuracy import relative_gain
from pipeline.audit.chance import ALPHA, fisher_p, p_text
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.debugta.tables import (
    AC_AT_ALL,
    AC_RATE,
    DATASETS,
    DEBUG_WITH_S,
    DEBUGTA,
    DIRECT_DEBUG,
    DIRECT_TEACH,
    MAIN,
    MEASURES,
    ORIGIN,
    OURS,
    PLAGIARISM,
    TEXT,
    baselines,
    places,
    plagiarism_printed,
    programs,
    rate,
    teachers,
    whole,
)
from pipeline.audit.printed import cell, column_of, marked


def claims() -> Iterator[Claim]:
    """What Table 2 prints, and what section 5.4 says of DebugTA and of standard code."""
    yield from of_bounds()
    yield from of_lead()
    yield from of_gains()
    yield from of_standard_code()


def of_bounds() -> Iterator[Claim]:
    """What the measures allow each other."""
    both = [
        (cell(MAIN, row, f"{dataset}: {AC_AT_ALL}"), printed)
        for dataset in DATASETS
        for row, printed in column_of(MAIN, f"{dataset}: {AC_RATE}").items()
    ]
    yield DEBUGTA.holds(
        "Table 2 against section 5.3",
        "AC@all, the stricter measure, never exceeds AC Rate",
        f"{len(both)} pairs",
        f"{sum(strict.value <= mild.value for strict, mild in both)} keep to it",
        all(strict.value <= mild.value for strict, mild in both),
        "comparison",
        otherwise=Verdict.IMPOSSIBLE,
    )
    copied = [(rate(*at, PLAGIARISM), rate(*at, AC_RATE)) for at in _printed_plagiarism()]
    yield DEBUGTA.holds(
        "Table 2 against App. E",
        "plagiarised programs score 0: AC Rate and Plag. are at most 100 % together",
        f"{len(copied)} pairs",
        f"at most {max(plagiarised.value + correct.value for plagiarised, correct in copied):.2f} %",
        all(plagiarised.low + correct.low <= 100 for plagiarised, correct in copied),
        "sum",
        otherwise=Verdict.IMPOSSIBLE,
    )
    origin = [cell(MAIN, ORIGIN, f"{dataset}: {AC_AT_ALL}") for dataset in DATASETS]
    yield DEBUGTA.holds(
        "Table 2",
        "no erroneous program passes all tests",
        ", ".join(each.text for each in origin),
        "0",
        all(each.value == 0 for each in origin),
        "AC@all of Origin E; an erroneous program fails a test",
        otherwise=Verdict.IMPOSSIBLE,
    )


def _printed_plagiarism() -> list[tuple[str, str, str]]:
    return [(backbone, teacher, dataset) for backbone, dataset in places() for teacher in plagiarism_printed()]


def of_lead() -> Iterator[Claim]:
    """Whether DebugTA is the best, and by more than chance."""
    for measure in MEASURES:
        leads = [at for at in places() if _best(at, measure, _compared(measure)) == OURS]
        yield DEBUGTA.holds(
            "section 5.4",
            f"DebugTA performs best with every backbone on every dataset: {measure}",
            "consistently",
            f"{len(leads)} of {len(places())}",
            len(leads) == len(places()),
            "Table 2",
        )
    columns = [f"{dataset}: {measure}" for dataset in DATASETS for measure in MEASURES]
    bold = {(row, column) for column in columns for row in marked(MAIN, column, "bold")}
    best = {
        (f"{backbone}: {_best((backbone, dataset), measure, _compared(measure))}", f"{dataset}: {measure}")
        for backbone, dataset in places()
        for measure in MEASURES
    }
    yield DEBUGTA.holds(
        "caption of Table 2",
        "the best of each backbone and dataset is bold",
        f"{len(bold)} bold cells",
        f"{len(bold & best)} of {len(best)} best cells are bold",
        bold == best,
        "Table 2",
    )
    tested = {}
    for backbone, dataset in places():
        rival = _best((backbone, dataset), AC_AT_ALL, baselines())
        ours, theirs = (whole(backbone, teacher, dataset, AC_AT_ALL) for teacher in (OURS, rival))
        tested[f"{backbone}, {dataset}: {ours} and {theirs} ({rival})"] = fisher_p(
            ours, programs(dataset), theirs, programs(dataset)
        )
    yield of_chance(
        "section 5.4",
        "DebugTA's lead in AC@all over the best baseline is more than chance",
        "best",
        tested,
        Verdict.UNDETERMINED,
    )


def _compared(measure: str) -> tuple[str, ...]:
    return plagiarism_printed() if measure == PLAGIARISM else teachers()


def _best(at: tuple[str, str], measure: str, among: tuple[str, ...]) -> str:
    backbone, dataset = at
    choose = min if measure == PLAGIARISM else max
    return choose(among, key=lambda teacher: rate(backbone, teacher, dataset, measure).value)


def of_chance(location: str, claim: str, printed: str, tested: Mapping[str, float], otherwise: Verdict) -> Claim:
    """Whether all of several comparisons are more than chance."""
    left = [f"{pair}, {p_text(p)}" for pair, p in tested.items() if p >= ALPHA]
    return DEBUGTA.holds(
        location,
        claim,
        printed,
        f"{len(tested) - len(left)} of {len(tested)}" + (f"; not {'; '.join(left)}" if left else ""),
        not left,
        "Fisher's exact test of the programs behind Table 2, at 5 %",
        otherwise=otherwise,
        note="The paper prints no test.",
    )


def of_gains() -> Iterator[Claim]:
    """The improvement over Direct Teach: from 9.5 % to 45 %."""
    gains = {measure: [_gain(at, measure) for at in places()] for measure in (AC_RATE, AC_AT_ALL)}
    points = [rate(b, OURS, d, AC_RATE).value - rate(b, DIRECT_TEACH, d, AC_RATE).value for b, d in places()]
    without_acmoj = [_gain(at, AC_RATE) for at in places() if at[1] != "ACMOJ"]
    least, most = (cell(TEXT, "DebugTA over Direct Teach", f"{end} improvement") for end in ("least", "greatest"))
    yield DEBUGTA.number(
        "section 5.4 (2)",
        "least improvement over Direct Teach",
        least,
        min(gains[AC_RATE]),
        "Table 2: relative gain in AC Rate",
    )
    yield DEBUGTA.readings(
        "section 5.4 (2)",
        "greatest improvement over Direct Teach",
        most,
        {
            "relative, AC Rate": max(gains[AC_RATE]),
            "points, AC Rate": max(points),
            "relative, AC@all": max(gains[AC_AT_ALL]),
        },
        "Table 2",
        note=f"Without ACMOJ: {max(without_acmoj):.2f} %.",
    )


def _gain(at: tuple[str, str], measure: str) -> float:
    backbone, dataset = at
    after, before = (np.array(rate(backbone, teacher, dataset, measure).value) for teacher in (OURS, DIRECT_TEACH))
    return 100 * float(relative_gain(after, before))


def of_standard_code() -> Iterator[Claim]:
    """Whether standard code in the prompt does harm."""
    for measure in (AC_RATE, AC_AT_ALL):
        for teacher, words, always in ((DEBUG_WITH_S, "always", True), (DIRECT_TEACH, "often", False)):
            pairs = {
                at: (rate(at[0], teacher, at[1], measure), rate(at[0], DIRECT_DEBUG, at[1], measure)) for at in places()
            }
            better = [
                f"{b}, {d}: {with_s.text} and {without.text}"
                for (b, d), (with_s, without) in pairs.items()
                if with_s.value >= without.value
            ]
            yield DEBUGTA.holds(
                "section 5.4 (1)",
                f"{teacher} performs worse than Direct Debug: {measure}",
                words,
                f"{len(pairs) - len(better)} of {len(pairs)}" + (f"; not {'; '.join(better)}" if better else ""),
                not better,
                "Table 2",
                otherwise=Verdict.DISAGREES if always else Verdict.UNDETERMINED,
                note="" if always else "The other method that has the code in its prompt. 'Often' names no number.",
            )
