"""Contradictions and agreements of BEAGLE that can be worked by hand are found, and by the right name."""

from collections.abc import Callable
from itertools import product
from types import ModuleType

import numpy as np
import pytest

from metrics.counting import occupancy, transition_counts
from metrics.programming.behaviour import debugging_divergence
from pipeline.audit import beagle
from pipeline.audit.beagle import (
    ablations,
    aggregation,
    behaviour_model,
    comparisons,
    dwell_times,
    fidelity,
    interrupts,
    judge,
    knowledge,
    participants,
    performance,
    persona,
    turing_test,
    tutors,
)
from pipeline.audit.beagle.runs import real_students
from pipeline.audit.claims import Claim, Verdict
from pipeline.audit.printed import Printed, cell

AGREES, ROUNDING, DISAGREES, IMPOSSIBLE, UNDETERMINED = Verdict
LAST = "App. H.2, SDT, last sentence"
MERGING = "merging Strategist and Executor lowers the error recurrence by"
FIVE = "every run has exactly five tutor interactions"


@pytest.fixture(scope="module")
def claims() -> list[Claim]:
    return [*beagle.claims()]


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        # Figure 17: 185 and 241 of AI, 161 and 265 of Real
        ("section 4.3", "classifications in all", AGREES),  # 185 + 241 + 161 + 265 = 852
        ("App. H.2", "right answers", AGREES),  # 185 + 265 = 450
        ("abstract", "accuracy", AGREES),  # 450 / 852 = 52.82 %
        ("Figure 17", "share of AI classified as Real", AGREES),  # 241 / 852 = 28.29 %
        ("caption of Figure 17", "false alarm rate", DISAGREES),  # 241 / 426 = 56.57 %, not 28.3 %
        ("App. H.2", "hit rate", AGREES),  # 265 / 426 = 62.21 %
        (LAST, "accuracy on synthetic data", DISAGREES),  # 185 / 426 = 43.43 %, not 43.2 %
        (LAST, "accuracy on real data", DISAGREES),  # 62.21 %, not 62.6 %
        (LAST, "accuracy on real data is the share of a whole number of answers", IMPOSSIBLE),  # 62.44 or 62.68
        ("App. H.2", "d′", AGREES),  # z(.622) - z(.566) = .3110 - .1656 = .1454
        ("App. H.2", "criterion c", AGREES),  # -(.3110 + .1656) / 2 = -.2383
        ("App. H.2", "standard error of d′", AGREES),
        ("App. H.2", "TOST: z below 0.3", AGREES),  # (.1454 - .3) / .0869 = -1.78
        ("App. H.2", "TOST: z above -0.3, of the printed d′ and SE", ROUNDING),  # .45 / .087 = 5.17, not 5.13
        ("App. H.2", "TOST: p", AGREES),  # Phi(-1.78) = .0375
        ("App. H.2", "TOST: p of the first test", IMPOSSIBLE),  # below 0
        ("App. H.2", "p of the binomial test, if it is one-sided", AGREES),  # .0537
        ("App. H.2", "p of the binomial test against 50 %", DISAGREES),  # .107 two-sided
        ("section 4.3", "p of the binomial test, if it is one-sided", ROUNDING),  # .0537 cut off to .053
        ("section 4.3", "p of the binomial test, here and in App. H.2", DISAGREES),  # .053 and .054
        # App. H.3: 36 % of 71 is 25.56; 25 are 35.2 %, 26 are 36.6 %
        ("App. H.3", "Graduate students are a whole number of the participants", IMPOSSIBLE),
        ("App. H.3", "Undergraduates are a whole number of the participants", AGREES),  # 23 / 71 = 32.4 %
        ("App. H.3", "difficulty, rated by all participants", IMPOSSIBLE),  # 295 / 71 = 4.155, 296 / 71 = 4.169
        ("App. H.3", "participants who told their background and rated the difficulty", IMPOSSIBLE),
        ("App. H.3", "accuracy of one participant", AGREES),  # 4 of 12
        # Table 1
        ("Table 1", "Vanilla+M: ± of Solve", AGREES),  # sqrt(.92 x .08 / 50) = .0384
        ("section 4.1", "BEAGLE (Flash 2.0) tells HIGH from LOW performers: their gap is more than chance", DISAGREES),
        ("section 4.1", "BEAGLE (Flash 2.5) tells HIGH from LOW performers: their gap is more than chance", AGREES),
        ("Table 1 against Eq. 18", "SimStudent (Rule-based): steps of the runs that solve the problem", IMPOSSIBLE),
        # five runs of at most 30 steps whose mean is 28.6: 30, 30, 30, 30, 23; SD sqrt(39.2 / 4) = 3.13, not 4
        (
            "Table 1 against Eq. 18",
            "BEAGLE (Flash 2.0): ± of the steps of the runs that solve the problem",
            IMPOSSIBLE,
        ),
        # 1 C, 1 D, 28 A: .544 ln(.544 x 30) + .456 ln(.456 x 30) = 2.71 nats, 3.91 bits
        ("Table 2 against Eq. 21", "No semi-Markov: a mean D_KL of runs of at most 30 steps is finite", IMPOSSIBLE),
        ("Table 1 against Eq. 20", "D_KL is one number of all runs together, which has no ±", DISAGREES),
        # all steps debug: ln(1 / .541) / 2 + ln(1 / .456) / 2 = .307 + .393 = .700
        ("Table 1 against Eq. 22", "CoT+M: a mean D_debug", IMPOSSIBLE),
        ("Table 1 against Eq. 22", "CoderAgent: a mean D_debug", AGREES),
        ("Table 1", "no P_recur has a greater ± than a share of its mean can", AGREES),  # sqrt(1/3 x 2/3) = .4714
        ("section 4; caption of Table 1", "κ_w of all metrics of the judge", DISAGREES),  # .76 and .674
        ("section 4; App. E.3", "what the overall realism is", DISAGREES),
        ("caption of Table 1", "the best D_debug is bold", DISAGREES),
        ("caption of Table 1", "the best D_KL is bold", AGREES),
        ("abstract", "P_recur: BEAGLE (Flash 2.5) significantly outperforms the baselines", DISAGREES),  # 81.5 < 92.0
        ("abstract", "Lag: BEAGLE (Flash 2.0) significantly outperforms the baselines", DISAGREES),  # 2.62 < 5.47
        ("abstract", "D_KL: BEAGLE (Flash 2.0) significantly outperforms the baselines", AGREES),
        ("sections 4.1 to 4.3", "the numbers that BEAGLE is argued with are of one model", DISAGREES),
        ("App. F.2", "baselines in all", DISAGREES),  # ten, and nine rows
        # Table 2
        ("Table 2", "row Full BEAGLE", AGREES),
        ("Table 2", "No BKT: mean and SD of Debug, Lang, Realism are possible of 50 grades", IMPOSSIBLE),  # 116.5
        ("Table 2", "No BKT: number of grades", IMPOSSIBLE),  # 114 / 49 = 2.33, 122 / 49 = 2.49
        ("section 4.4", MERGING, UNDETERMINED),  # 86.2 - 65.3 = 20.9 points, 24.2 %
        ("section 4.2", MERGING, DISAGREES),  # 19
        ("section 4.2", f"{MERGING}, here and in section 4.4", DISAGREES),  # 19 and 21
        ("section 6", "removing knowledge constraints increases surface fluency", DISAGREES),  # 2.62 to 2.49
        ("Table 2", "every part is needed: the full system is the best in some column", DISAGREES),
        # App. A
        ("App. A.1", "ratio of same-action to different-action pauses", AGREES),  # 1095 / 139 = 7.88
        ("section 4", "episodes of both cohorts", AGREES),  # 411 + 306 = 717
        ("section 4; App. E.3", "real students that D_KL is computed against: episodes or segments", DISAGREES),
        ("Figure 1", "D→D of real students", DISAGREES),  # 28, and 54.1 or .541 x 45.6 = 24.7
        ("Table 6", "LOW PLANNING: mean", ROUNDING),  # 1.92 x 4.01 = 7.699, printed 7.69
        ("Table 6", "LOW MONITORING: mean", AGREES),  # 2.50 x 3.25 = 8.125, printed 8.12
        ("Table 6", "HIGH PLANNING: CV", AGREES),  # 1 / sqrt(1.02) = .990
        ("caption of Figure 11", "LOW ENACTING: CV against that of a geometric law", AGREES),  # 1.35 / .9478 = 1.424
        ("caption of Figure 11", "LOW MONITORING: CV against that of a geometric law", ROUNDING),  # .58 / .9364 = .619
        ("caption of Figure 11", "CV that a geometric law forces on all eight durations", DISAGREES),  # .879 for 4.40
        # 1 / sqrt(1.18) = .92, below .948
        ("App. A.2", "LOW ENACTING: the fitted Gamma is overdispersed, as the data are", DISAGREES),
        # mean over [0, 1] of .150 exp(-(x - .5)^2 / .125): .150 x .25 x sqrt(2 pi) x .9545 = .0897
        ("Table 7 against Table 8", "Assistance, HIGH: share of the steps of a session", DISAGREES),
        ("Table 7 against App. A.3", "assistance after assistance, in the model", DISAGREES),  # 33 % and none
        # Table 13
        ("Table 13", "LOW: the four behaviours are all there are", DISAGREES),  # 37.5 + 42.5 + 14.3 + 4.8 = 99.1
        ("Table 13", "HIGH: the four behaviours are all there are", AGREES),  # 46.2 + 18.4 + 25.3 + 10.1 = 100.0
        ("Table 13", "Reflecting %: difference", ROUNDING),  # 10.1 - 4.8 = 5.3, printed 5.4
        ("Table 13", "Ena→Ena: difference", AGREES),  # 52.7 - 77.5 = -24.8
        ("section 4.1; Figure 6", "LOW: share of ENACTING", DISAGREES),  # 50.8 and 42.5
        ("section 4.1; Figure 6", "HIGH: share of PLANNING and MONITORING", AGREES),  # 46.2 + 25.3 = 71.5
        # 18.4 less a step of 40 % of the segments of 7.45 steps: 18.4 (1 - .4 / 7.45) = 17.4
        ("App. C.3 against Tables 5, 6 and 13", "HIGH: steps in ENACTING x Debugging", DISAGREES),
        ("App. F.3", "Table 13 shows the p of the solve rates", DISAGREES),
        ("section 4.4", "behaviour drives task outcomes", DISAGREES),  # p = .481
        ("Table 13", "Ena→Ena vs Solved: p", AGREES),  # .194 sqrt(438 / (1 - .194^2)) = 4.14
        ("Table 14", "Uncertainty Words: difference", ROUNDING),  # 61.7 - 63.6 = -1.9, printed -1.8
        ("Table 14", "Solve Rate: p", AGREES),  # 28 and 30 of 220
        # Table 15: 28.1 x 5 = 140.5; 140 / 5 = 28.0, 141 / 5 = 28.2
        (
            "Table 15 against Eq. 18",
            "Simple LLM: Mean Steps is of the 5 runs that solve the problem",
            IMPOSSIBLE,
        ),
        ("Table 15 against Eq. 18", "ZPD: Mean Steps is of the 4 runs that solve the problem", AGREES),  # 111 / 4
        ("App. G", f"Rule-based: {FIVE}", IMPOSSIBLE),  # (272 - 7 x 30) / 3 = 20.7, before step 25
        ("App. G", f"Simple LLM: {FIVE}", AGREES),  # (281 - 5 x 30) / 5 = 26.2
        ("App. G", "solutions were reached at comparable points", DISAGREES),  # 20.7 to 26.2
        # Knowledge and setting
        ("App. B.1", "parameters and thresholds", AGREES),
        ("Table 10", "every mastery lies in one zone", DISAGREES),  # 0.5 in two
        ("Table 10 against App. B.1", "what is mastered needs no scaffold", DISAGREES),  # 0.7 has MINIMAL
        ("section 4; App. E.1", "knowledge components, Inclined Plane Slider", DISAGREES),  # 12 and 14
        ("section 2; Eq. 21", "D_KL: direction", DISAGREES),
        ("Table 11; Eq. 14", "what the block Performer depends on", DISAGREES),
    ],
)
def test_a_known_claim_has_its_verdict(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    found = [each for each in claims if (each.location, each.claim) == (location, claim)]
    assert [each.verdict for each in found] == [verdict]


def test_what_a_contradiction_says_can_be_read_off_its_row(claims: list[Claim]) -> None:
    found = {(each.location, each.claim): each for each in claims}
    grades = found["Table 2", "No BKT: number of grades"]
    assert (grades.printed, grades.recomputed) == ("50", "49")
    solved = found["App. F.3", "p of the solve rates of LOW and HIGH is that of whole runs, as many as Table 14 has"]
    assert solved.note == "26 and 32 solved"  # Fisher's p of 26 and 32 of 220 is .481; 28 + 30 = 58
    people = found["App. H.3", "participants who told their background and rated the difficulty"]
    assert people.recomputed == "44 or 56"  # 16, 14, 5, 4, 3, 2 of 44: 36.4, 31.8, 11.4, 9.1, 6.8, 4.5 %; 183 / 44


@pytest.mark.parametrize(
    ("part", "stem", "line", "other", "location", "claim", "before", "after"),
    [
        # 241 / 426 = 56.6 %
        (
            turing_test,
            "beagle_appendix_h",
            "caption of Figure 17,28.3%,28.3",
            "caption of Figure 17,56.6%,56.6",
            "caption of Figure 17",
            "false alarm rate",
            DISAGREES,
            AGREES,
        ),
        # 165 + 241 = 406 of AI, 832 in all
        (
            turing_test,
            "beagle_figure17",
            "AI,classified as AI,185,185",
            "AI,classified as AI,165,165",
            "section 4.3",
            "classifications in all",
            AGREES,
            DISAGREES,
        ),
        # 4.17: 296 / 71 = 4.169
        (
            participants,
            "beagle_appendix_h",
            "4.16/5,4.16",
            "4.17/5,4.17",
            "App. H.3",
            "difficulty, rated by all participants",
            IMPOSSIBLE,
            AGREES,
        ),
        (
            performance,
            "beagle_table1",
            "Vanilla+M,Solve,92.00 ± 3.84%,92.00,3.84",
            "Vanilla+M,Solve,92.00 ± 3.48%,92.00,3.48",
            "Table 1",
            "Vanilla+M: ± of Solve",
            AGREES,
            DISAGREES,
        ),
        # .70 may be .6995
        (
            fidelity,
            "beagle_table1",
            "CoT+M,D_debug,0.73 ± 0.11,0.73,0.11",
            "CoT+M,D_debug,0.70 ± 0.11,0.70,0.11",
            "Table 1 against Eq. 22",
            "CoT+M: a mean D_debug",
            IMPOSSIBLE,
            AGREES,
        ),
        # the least that a run can be held against changes with the real students: ln(1 / .45) = .80
        (
            fidelity,
            "beagle_appendix_a4",
            "stickiness,54.1%,54.1",
            "stickiness,45.0%,45.0",
            "Table 1 against Eq. 22",
            "CoT+M: a mean D_debug",
            IMPOSSIBLE,
            AGREES,
        ),
        (
            judge,
            "beagle_section4",
            "κ_w,0.76,0.76",
            "κ_w,0.67,0.67",
            "section 4; caption of Table 1",
            "κ_w of all metrics of the judge",
            DISAGREES,
            AGREES,
        ),
        (
            comparisons,
            "beagle_table1",
            "BEAGLE (Flash 2.5),D_debug,0.07 ± 0.08,0.07,0.08,nats,underlined",
            "BEAGLE (Flash 2.5),D_debug,0.07 ± 0.08,0.07,0.08,nats,bold",
            "caption of Table 1",
            "the best D_debug is bold",
            DISAGREES,
            AGREES,
        ),
        (
            ablations,
            "beagle_section4",
            'section 4.2",19%,19',
            'section 4.2",21%,21',
            "section 4.2",
            f"{MERGING}, here and in section 4.4",
            DISAGREES,
            AGREES,
        ),
        (
            aggregation,
            "beagle_appendix_a4",
            "Block-based,episodes,411,411",
            "Block-based,episodes,412,412",
            "section 4",
            "episodes of both cohorts",
            AGREES,
            DISAGREES,
        ),
        # 1 / sqrt(1.10) = .953, above .948
        (
            dwell_times,
            "beagle_table6",
            "LOW ENACTING,Fitted CV,0.92,0.92",
            "LOW ENACTING,Fitted CV,0.95,0.95",
            "App. A.2",
            "LOW ENACTING: the fitted Gamma is overdispersed, as the data are",
            DISAGREES,
            AGREES,
        ),
        # the mean of the curve of peak .251: 8.97 x .251 / .150 = 15.0
        (
            interrupts,
            "beagle_table8",
            "Assistance (HIGH),r_peak,0.150,0.150",
            "Assistance (HIGH),r_peak,0.251,0.251",
            "Table 7 against Table 8",
            "Assistance, HIGH: share of the steps of a session",
            DISAGREES,
            AGREES,
        ),
        (
            behaviour_model,
            "beagle_table13",
            "Planning %,Low Markov,37.5%,37.5",
            "Planning %,Low Markov,38.4%,38.4",
            "Table 13",
            "LOW: the four behaviours are all there are",
            DISAGREES,
            AGREES,
        ),
        (
            persona,
            "beagle_table14",
            "Uncertainty Words,Diff,-1.8,-1.8",
            "Uncertainty Words,Diff,-1.7,-1.7",
            "Table 14",
            "Uncertainty Words: difference",
            ROUNDING,
            DISAGREES,
        ),
        # (279 - 7 x 30) / 3 = 23.0; 84 / 3 = 28.0
        (
            tutors,
            "beagle_table15",
            "None (Baseline),Mean Steps,27.8,27.8",
            "None (Baseline),Mean Steps,28.0,28.0",
            "Table 15 against Eq. 18",
            "None (Baseline): Mean Steps is of the 3 runs that solve the problem",
            IMPOSSIBLE,
            AGREES,
        ),
        (
            knowledge,
            "beagle_appendix_b1",
            "P(T),value,0.25,0.25",
            "P(T),value,0.20,0.20",
            "App. B.1",
            "parameters and thresholds",
            AGREES,
            DISAGREES,
        ),
    ],
    ids=lambda value: value.__name__.rpartition(".")[2] if isinstance(value, ModuleType) else "",
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


def test_no_run_has_a_greater_debugging_divergence_than_the_bound() -> None:
    courses = [np.array(course) for steps in range(1, 11) for course in product((0, 1), repeat=steps)]
    states = np.array([occupancy(course, 3) for course in courses])
    transitions = np.array([transition_counts(course, 3) for course in courses])
    greatest = np.nanmax(debugging_divergence(states, transitions, real_students()))
    assert fidelity.greatest_debugging_divergence(10) == pytest.approx(greatest)


def test_respondents_are_those_of_whom_all_shares_are_whole() -> None:
    halves = {"a": Printed("50", 50, 0), "b": Printed("50", 50, 0)}
    mean = Printed("2.5", 2.5, 1)
    # 2, 4, 6: equal halves, and a mean of 2.5 is 5, 10, 15; of odd numbers no half is whole
    assert participants.respondents(halves, mean, 7) == [2, 4, 6]


def test_what_lacks_to_the_limit_lacks_in_one_run() -> None:
    # 28.5 x 5 = 142.5, so 143 at least: 7 steps below 150, and 30, 30, 30, 30, 23 spread the most
    assert performance.most_spread(Printed("29", 29, 0), 5) == pytest.approx((39.2 / 4) ** 0.5)


def test_the_fewest_observations_print_every_share() -> None:
    # 86.7 % and 13.3 %: 13 and 2 of 15; 40.0 % and 60.0 %: 2 and 3 of 5
    assert aggregation.least_total([Printed("86.7", 86.7, 1), Printed("13.3", 13.3, 1)], 1) == 15
    assert aggregation.least_total([Printed("40.0", 40.0, 1), Printed("60.0", 60.0, 1)], 1) == 5
    assert aggregation.least_total([Printed("50.0", 50.0, 1)], 21) == 42


@pytest.mark.parametrize(
    ("mastery", "zones"), [(0.7, ["Upper ZPD"]), (0.5, ["Upper ZPD", "Mid ZPD"]), (0.1, ["Lower ZPD"])]
)
def test_a_mastery_lies_in_the_zones_whose_range_holds_it(mastery: float, zones: list[str]) -> None:
    assert knowledge.zones_of(mastery) == zones


def test_solved_runs_take_what_unsolved_ones_leave() -> None:
    # 28.1 x 10 = 281 less 5 x 30 = 131; over 5: 26.2; the printed digit leaves half a step in all, 0.1 a run
    assert tutors.steps_when_solved("Simple LLM") == pytest.approx((26.1, 26.2, 26.3))


def test_gap_and_solve_give_the_runs_of_each_level() -> None:
    # 52 % of 50 are 26; 40 % of 25 are 10; 18 and 8
    assert performance.by_level("BEAGLE (Flash 2.5)", cell("beagle_table1", "BEAGLE (Flash 2.5)", "Gap")) == (18, 8)
