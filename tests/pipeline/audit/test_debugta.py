"""Contradictions and agreements of DebugTA that can be worked by hand are found, and by the right name."""

from collections.abc import Callable
from types import ModuleType

import pytest

from pipeline.audit import debugta
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.debugta import backbones, corpora, effectiveness, faults, interaction, plagiarism
from pipeline.audit.debugta.tables import baselines, plagiarism_printed, teachers, whole

AGREES, ROUNDING, DISAGREES, IMPOSSIBLE, UNDETERMINED = Verdict
BOTH = "Table 2 against Table 3"


@pytest.fixture(scope="module")
def claims() -> list[Claim]:
    return [*debugta.claims()]


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        ("Table 1; heading of Table 3", "CodeApex: questions", DISAGREES),  # 109 and 108
        ("Table 1; heading of Table 3", "ACMOJ: questions", AGREES),
        # 78.70 %: 85 of 108; of 109, 85 are 77.98 and 86 are 78.90
        ("Table 2", "CodeApex: every AC@all and Plag. is a share of the 109 programs of Table 1", IMPOSSIBLE),
        ("Table 2", "CodeApex: every AC@all and Plag. is a share of the 108 programs of Table 3", AGREES),
        ("section 5.3", "Code4Bench: AC Rate is a percentage of whole tests", AGREES),  # 12.41 is 108 of 870
        ("section 5.1", "the datasets are of varying difficulty", UNDETERMINED),  # Easy, Hard, Hard
        (
            "Table 2 against App. E",
            "plagiarised programs score 0: AC Rate and Plag. are at most 100 % together",
            AGREES,
        ),
        ("section 5.4 (2)", "least improvement over Direct Teach", AGREES),  # 38.39 / 35.06 = 1.095
        ("section 5.4 (2)", "greatest improvement over Direct Teach", DISAGREES),  # 42.10 / 21.30 = 1.977
        ("section 5.4 (1)", "Debug with S performs worse than Direct Debug: AC Rate", AGREES),
        # GPT-4o-mini, ACMOJ: 14 and 12; DeepSeek, Code4Bench: 10.34 and 6.90
        ("section 5.4 (1)", "Debug with S performs worse than Direct Debug: AC@all", DISAGREES),
        ("section 5.4 (1)", "Direct Teach performs worse than Direct Debug: AC Rate", UNDETERMINED),  # 5 of 9
        ("section 5.4", "DebugTA performs best with every backbone on every dataset: AC@all", AGREES),
        ("caption of Table 2", "the best of each backbone and dataset is bold", AGREES),
        # 50.70 - 42.10 = 8.60; Direct Debug 30.40 - 24.50 = 5.90
        ("section 1", "DebugTA narrows the gap between teacher models: AC Rate, ACMOJ", DISAGREES),
        ("section 1", "DebugTA narrows the gap between teacher models: AC Rate, CodeApex", AGREES),
        # 42 and 24 of 100
        (
            "section 5.4 (3)",
            "the backbone has minimal impact: best and worst differ by no more than chance on ACMOJ",
            DISAGREES,
        ),
        # 30.10, 24.50, 30.40: mean 28.33, variance (3.12 + 14.69 + 4.27) / 3 = 7.36; DebugTA 15.62
        ("section 5.6; Figure 4", "Direct Debug is less stable between backbones than DebugTA", DISAGREES),
        # 38.39, more than Qwen's 35.06 and less than GPT-4o-mini's 38.62
        (
            "section 5.5",
            "even small models outperform the best baseline: Qwen (7B) on Code4Bench",
            UNDETERMINED,
        ),
        (
            "section 5.4 (4)",
            "baselines that are given the standard code have higher plagiarism rates than DebugTA",
            AGREES,
        ),
        # GPT-4o-mini, ACMOJ, Direct Teach: 11 and 5 of 100, p = .19
        (
            "section 5.4 (4)",
            "baselines that are given the standard code have significantly higher plagiarism rates than DebugTA",
            DISAGREES,
        ),
        ("Algorithm 2 against App. E", "a final program that is the standard one is plagiarised", DISAGREES),
        ("Algorithm 2, line 7", "the first condition, s_SF > tau_sim, can be met", IMPOSSIBLE),
        ("Algorithm 2, line 12", "what is returned", DISAGREES),  # D
        (BOTH, "GPT-4o-mini: AC Rate, CodeApex", DISAGREES),  # 94.44 and 96.30 of the same 108
        (BOTH, "GPT-4o-mini: AC@all, ACMOJ", AGREES),  # 1 of 7 and 41 of 93: 42
        (BOTH, "DeepSeek (16B): AC@all, ACMOJ", DISAGREES),  # 1 of 7 and 21 of 93: 22, not 24
        (BOTH, "Origin: AC Rate, ACMOJ", DISAGREES),  # 29.91 x .93 = 27.82, not 27.02
        (BOTH, "Origin: AC Rate, Code4Bench", AGREES),  # 15.65 x 69 / 87 = 12.41
        # 96.30 + 5.56 = 101.86
        (
            "Table 3 against Table 2 and App. E",
            "GPT-4o-mini, CodeApex: AC Rate where plagiarised programs score 0",
            IMPOSSIBLE,
        ),
        ("Table 3", "Qwen (7B): AC@all, ACMOJ: Syntax: a whole number of 7 programs", IMPOSSIBLE),  # 8.57; 1/7 = 14.29
        ("Table 3", "GPT-4o-mini: AC@all, Code4Bench: Syntax: a whole number of 18 programs", AGREES),  # 4 / 18
        # 14.29 - 8.57 = 5.72; 44.09 - 22.58 = 21.51
        ("App. F", "backbones differ more on syntax than on logic errors: AC@all, ACMOJ", DISAGREES),
        ("section 5.1 against Algorithm 1", "interactions at most", DISAGREES),  # t = 0, 1, 2, 3
        ("section 5.7; caption of Figure 5", "what the rates of StuBot and the two humans are", DISAGREES),
        ("abstract against section 5.6", "DebugTA reduces computational costs", DISAGREES),  # 2 x + 2000 > x
        ("sections 5.1 and 5.5", "the DeepSeek model of 16B parameters", DISAGREES),
        ("section 5.2", "baselines", AGREES),
    ],
)
def test_a_known_claim_has_its_verdict(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    found = [each for each in claims if (each.location, each.claim) == (location, claim)]
    assert [each.verdict for each in found] == [verdict]


@pytest.mark.parametrize(
    ("part", "stem", "line", "other", "location", "claim", "before", "after"),
    [
        (
            corpora,
            "debugta_table1",
            "CodeApex,# Questions,109,109",
            "CodeApex,# Questions,108,108",
            "Table 1; heading of Table 3",
            "CodeApex: questions",
            DISAGREES,
            AGREES,
        ),
        # 42.10 / 21.30 = 1.977, but in points 28
        (
            effectiveness,
            "debugta_section5",
            "greatest improvement,45%,45",
            "greatest improvement,98%,98",
            "section 5.4 (2)",
            "greatest improvement over Direct Teach",
            DISAGREES,
            UNDETERMINED,
        ),
        # 30.10, 14.50 and 30.40: mean 25, variance (26.0 + 110.3 + 29.2) / 3 = 55
        (
            backbones,
            "debugta_table2",
            "Qwen (7B): Direct Debug,ACMOJ: AC Rate,24.50,24.50",
            "Qwen (7B): Direct Debug,ACMOJ: AC Rate,14.50,14.50",
            "section 5.6; Figure 4",
            "Direct Debug is less stable between backbones than DebugTA",
            DISAGREES,
            AGREES,
        ),
        (
            plagiarism,
            "debugta_appendix_e",
            "Algorithm 2,returned,D,",
            "Algorithm 2,returned,Plag,",
            "Algorithm 2, line 12",
            "what is returned",
            DISAGREES,
            AGREES,
        ),
        # 3 of 7 and 22 of 93: 25
        (
            faults,
            "debugta_table3",
            "Qwen (7B): AC@all,ACMOJ: Syntax,8.57,8.57",
            "Qwen (7B): AC@all,ACMOJ: Syntax,42.86,42.86",
            "Table 2 against Table 3",
            "Qwen (7B): AC@all, ACMOJ",
            DISAGREES,
            AGREES,
        ),
        (
            interaction,
            "debugta_appendix_a",
            "Algorithm 1,first t,0,0",
            "Algorithm 1,first t,1,1",
            "section 5.1 against Algorithm 1",
            "interactions at most",
            DISAGREES,
            AGREES,
        ),
    ],
)
def test_another_print_gets_another_verdict(
    print_otherwise: Callable[[str, str, str], None],
    verdict_of: Callable[[ModuleType, str, str], Verdict],
    part: ModuleType,
    stem: str,
    line: str,
    other: str,
    location: str,
    claim: str,
    before: Verdict,
    after: Verdict,
) -> None:
    assert verdict_of(part, location, claim) is before
    print_otherwise(stem, line, other)
    assert verdict_of(part, location, claim) is after


def test_table_2_has_six_teachers_three_of_whom_have_the_standard_code() -> None:
    assert len(teachers()) == 6
    assert len(baselines()) == 5
    assert plagiarism_printed() == ("Debug with S", "Direct Teach", "DebugTA")


def test_the_programs_behind_a_rate_are_whole() -> None:
    assert whole("GPT-4o-mini", "DebugTA", "CodeApex", "AC@all") == 102  # 94.44 % of 108
    assert whole("Qwen (7B)", "DebugTA", "Code4Bench", "Plag.") == 3  # 3.45 % of 87


def test_what_syntax_errors_leave_is_implied_for_logic_errors() -> None:
    # GPT-4o-mini: 26.44 % of 87 are 23, of which 22.22 % of 18, 4, have syntax errors: 19 of 69
    assert faults.implied("GPT-4o-mini: AC@all", "AC@all") == pytest.approx(100 * 19 / 69, abs=0.02)
