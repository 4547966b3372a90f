"""Contradictions and agreements of EduVerse that can be worked by hand are found, and by the right name."""

from collections import Counter

import pytest

from pipeline.audit import eduverse
from pipeline.audit.claims import Claim, Verdict

AGREES, ROUNDING, DISAGREES, IMPOSSIBLE, UNDETERMINED = Verdict
R_PLUS = "is R+: the share of moves to a higher level"
CYCLES = "IRF_rate: steps with initiation, response and feedback"
ONE_NETWORK = "nodes, edges, degrees and betweenness are those of one network"


@pytest.fixture(scope="module")
def claims() -> list[Claim]:
    return [*eduverse.claims()]


def test_claims_are_many_and_none_is_made_twice(claims: list[Claim]) -> None:
    assert len(claims) >= 120
    assert max(Counter((claim.location, claim.claim) for claim in claims).values()) == 1


def test_every_claim_says_what_is_printed_what_comes_out_and_how(claims: list[Claim]) -> None:
    assert all(claim.printed and claim.recomputed and claim.method for claim in claims)
    assert {claim.paper for claim in claims} == {"eduverse"}


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        # (.454: .514 + .439 + .410 = 1.363, a third of it .4543); (.166: .167 + .179 + .154 = .500, a third .1667)
        ("Table 1, Lyrical Prose: Sim", "average I", AGREES),
        ("Table 1, Lyrical Prose: Sim", "average R", ROUNDING),
        ("Table 5, Real: C", "average IRF_rate", AGREES),  # (.486 + .417 + .367) / 3 = .4233
        # .336 is below .367, .554 above .486
        ("section 4.1", "simulated IRF rates lie within the range of real classes", DISAGREES),
        # .336 - .486 = -.150, more than .486 - .367 = .119
        ("abstract; section 1", "simulated IRF rates closely match real classes", DISAGREES),
        # .639 - .417 = .222; next is .282 - .486 = -.204
        (
            "App. D.3.1",
            "the higher rate in the Lecture of the argumentative essay is a minor deviation",
            DISAGREES,
        ),
        ("App. D.1", "steps of a session, as adjusted by the teacher", AGREES),  # 327 steps of nine lessons: 36.3
        # R .167 of 37 steps: 6/37 = .162, 7/37 = .189; of 222 pupils' steps: 37/222 = .1667
        ("Table A7, column R", "R is a share of steps", IMPOSSIBLE),
        ("Table A7, column R", "R is a share of the six pupils' steps", AGREES),
        # 12/33 = .364, 13/33 = .394
        ("Table A7, Foreign Fiction: Real Class", "I is a share of the printed steps", IMPOSSIBLE),
        ("Table A7, Foreign Fiction: Real Class", "F is a share of the printed steps", AGREES),  # 17/33 = .515
        ("Table A7, Lyrical Prose: Real Class", "I is a share of the printed steps", IMPOSSIBLE),  # 19/37 = .5135
        # complete cycles in .639 of the steps, initiations in .556
        ("Table A7, Argumentative Essay: Lecture", CYCLES, IMPOSSIBLE),
        ("Table A7, Lyrical Prose: Lecture", CYCLES, AGREES),  # .432 of at most .514
        ("Table 1, Foreign Fiction: Sim", CYCLES, IMPOSSIBLE),  # .379 of at most .310
        ("Table 5, Sim: H_lecture", CYCLES, IMPOSSIBLE),  # .282 of at most .205
        ("Table A7, Argumentative Essay: Real Class", CYCLES, AGREES),  # .417 of at most .417
    ],
)
def test_discourse(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    assert [found.verdict for found in claims if (found.location, found.claim) == (location, claim)] == [verdict]


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        ("Table 2, Lyrical Prose: Lecture", "Density", AGREES),  # 2 x 4 / (6 x 5) = .267
        ("Table 6, Lecture", "Avg. Deg.", AGREES),  # 2 x 3 / 4 = 1.5
        ("section 4.2", "range of Density", AGREES),  # .267 to .400
        # 3 to 5 of the 15 pairs of six: 20 to 33.3 %
        ("section 4.2", "range of the ties realized, of all in the class", UNDETERMINED),
        ("Table 6, caption", "nodes denote student agents", DISAGREES),  # 4 nodes, six students
        ("section 4.4", "densities of history closely match those of Chinese lessons", DISAGREES),  # .500 > .400
        ("Table 2; Table 3, Argumentative Essay: Collab", ONE_NETWORK, AGREES),
        ("Table 2; Table A11, Lyrical Prose: Round", ONE_NETWORK, AGREES),
        ("Tables 3 and A11, captions", "degree centrality is normalized to [0, 1]", DISAGREES),  # 1 + 1
        ("section 4.2", "Argumentative Essay, Round: Zhang Tao has the highest degree", AGREES),  # .80, next .60
        # .083 of Zhang Yan too
        ("section 4.2", "Argumentative Essay, Collab: Zhang Tao has the highest betweenness", UNDETERMINED),
        # .40 of Liu Li and Zhang Yan too
        ("App. D.4", "Foreign Fiction, Lecture: Zhang Tao has the highest out-degree", DISAGREES),
        # Table 2 has 3 and 4 pairs for 4 and 6 arcs: 2 of 4 are returned, then 4 of 6
        ("section 4.2", "Argumentative Essay: reciprocity rises from Lecture to Collab", AGREES),
        # 5 and 3 pairs for 9 and 5 arcs: 8 of 9, then 4 of 5
        ("App. D.4", "Foreign Fiction: reciprocity rises from Lecture to Collab", DISAGREES),
        # betweenness up to .083, then .25; degrees from .25 to .75, then from .20 to .80
        ("App. D.4", "Foreign Fiction: Round is more decentralized than Collab", DISAGREES),
        ("App. C.1.3", "Collab has no link across tables", AGREES),
        # Wang Fang turns to nobody in Lecture and Collab's network is without her; Liu Li turns to nobody in Round
        ("App. E, Spring", "the case is sampled from a printed lesson", DISAGREES),
    ],
)
def test_networks(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    assert [found.verdict for found in claims if (found.location, found.claim) == (location, claim)] == [verdict]


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        ("Table A10, Ours", "shares of the full system", AGREES),
        # .157 of 6 x 37: 34/222 = .153, 35/222 = .158; of 6 x 36: 34/216 = .157
        ("section 4.1, equation of BEC(c)", "shares of Table A9 are over all steps of Table A7", IMPOSSIBLE),
        ("section 4.1, equation of BEC(c)", "shares of Table A9 are over all steps of Table A7 but one", AGREES),
        # 116/240 + 128/234 + 117/192 = 1.6397, a third of it .5466
        ("section 4.1; Figure 3", "Collab: average E_Pos", AGREES),
        # .875 + .790 + .792 = 2.457; .807 + .794 + .861 = 2.462
        ("section 4.1; Figure 3", "Lecture has the most C_Low", DISAGREES),
        ("App. D.3.1", "Lyrical Prose, Lecture has the most C_Low", DISAGREES),  # .875; Collab .942
        ("App. D.3.1", "Lyrical Prose, Lecture has the most B_Pas", AGREES),  # .222, .204, .154
        # active .270 for .173; but with interactive .472 for .545
        ("section 4.1; Figure 5", "nocog exaggerates active behaviors", UNDETERMINED),
        # .557 + .301, .523 + .302, .524 + .390
        ("section 4.1", "positive and confused states no longer dominate in nolocal", DISAGREES),
        ("section 4.1; Figure 5; App. D.3.1", "nolocal increases negative emotions in every text", AGREES),
    ],
)
def test_states(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    assert [found.verdict for found in claims if (found.location, found.claim) == (location, claim)] == [verdict]


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        # 29 moves over 3 levels: 9 at least do not rise, 20/29 = .690 at most; printed 1.000
        ("Table A13, session 1", f"E_Pos {R_PLUS}", IMPOSSIBLE),
        ("Table A13, session 1", f"B_Pos {R_PLUS}", AGREES),  # over 4 levels 22/29 = .759, which Li Wei has
        ("Table A13, session 3", f"B_Pos {R_PLUS}", IMPOSSIBLE),  # 23/30 = .767; .867 printed
        ("Table A13, session 3", f"C_Pos {R_PLUS}", AGREES),  # 15/30; .367 printed
        # two levels: of 29 moves 14 at least do not fall, .483; Wang Fang's C_Pos is .034
        ("Table A13", "rates are shares of moves that do not fall, if R+ is read so", IMPOSSIBLE),
        ("App. D.1", "steps of a session, by Table A13", DISAGREES),  # (30 + 25 + 31 + 27) / 4 = 28.25
        # six pupils' counts: 37 of 174, then 68 of 156: .4359 - .2126 = .2233
        ("Table 4, Full", "ΔB_Pos: gain from session 1 to 4", DISAGREES),
        ("Table 4, Full", "ΔE_Pos: gain from session 1 to 4", DISAGREES),  # 101/156 - 96/174 = .0957
        ("Table 4, Full", "ΔC_Pos: gain from session 1 to 4", AGREES),  # 15/156 - 11/174 = .0329
        ("Table 4, Full", "ΔAll is the mean of its row", ROUNDING),  # (.222 + .094 + .033) / 3 = .1163
        ("Table 4, w/o R", "ΔAll is the mean of its row", AGREES),  # (.152 + .043 + .098) / 3 = .0977
        # .393 - .276 = .117 are points; .393/.276 is 1.43
        ("abstract; sections 1 and 5", "R+ increases", UNDETERMINED),
        ("Figure 7, caption", "emotion increases over time", DISAGREES),  # 4.334/6 = .722, then 3.885/6 = .647
        ("section 4.3", "Wang Fang improves steadily", DISAGREES),  # .378, then .205
        ("section 4.3", "Zhang Tao: range of Overall", DISAGREES),  # up to .389
        ("section 4.3", "Zhang Jie: range of Overall", AGREES),  # .483 to .603
        ("section 4.3", "Zhang Jie's emotion stays at the ceiling", DISAGREES),  # .966 in session 1
        ("section 4.3", "Li Wei gains in cognition, if little", DISAGREES),  # .172, then .115
        ("App. D.5.2", "rates of pupils", AGREES),
        ("App. D.5.2", "Zhang Jie improves steadily from session 1 to 3", DISAGREES),  # .583, then .567
        ("App. D.5.2", "behavior peaks in session 2 or 3, as Zhang Yan's", DISAGREES),  # .923 in session 4
    ],
)
def test_sessions(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    assert [found.verdict for found in claims if (found.location, found.claim) == (location, claim)] == [verdict]


@pytest.mark.parametrize(
    ("location", "claim", "verdict"),
    [
        ("section 4.2", "Zhang Tao: range of peer chatting", AGREES),  # .533 to .733
        ("App. D.4", "Zhang Tao responds in most cases", UNDETERMINED),  # 8 of 15 is no majority beyond chance
        ("App. D.4", "Zhang Jie is the conscientious student", DISAGREES),  # high extraversion
        ("App. C.2.2, Wang Fang", "radius of perception", DISAGREES),  # 3 and 8
        ("App. C.2.2, Wang Fang", "objects perceived", AGREES),  # 5 and 5
        ("App. C.2.2, Wang Fang", "cognitive style", DISAGREES),  # field independent, field-dependent
        ("App. C.2.3; App. D.1", "steps of a lesson, by Algorithm A.2", DISAGREES),  # 5 x 30, not 30
        ("App. C.3.2", "range of the willingness W", DISAGREES),  # factors up to 100, weights that sum to 1
        ("App. D.2.4", "level of higher-order cognition", DISAGREES),  # 2 and 1
        ("App. D.2.4", "categories of behavior", DISAGREES),  # Group Discussion
        ("App. D.2.4", "categories of cognition", AGREES),
        ("section 1", "experiments", DISAGREES),  # three and four
        ("Figure 9, caption", "subjects", DISAGREES),  # four, of Chinese and history
        # 36.3 x 7 x 25 s = 1.77 h; with three inferences a pupil 36.3 x 19 x 25 s = 4.79 h
        ("App. D.1", "a session lasts hours, by the time of an inference", UNDETERMINED),
    ],
)
def test_requests_and_parameters(claims: list[Claim], location: str, claim: str, verdict: Verdict) -> None:
    assert [found.verdict for found in claims if (found.location, found.claim) == (location, claim)] == [verdict]


def test_sixteen_of_the_rates_are_above_any_course_and_38_below_one_that_does_not_fall(claims: list[Claim]) -> None:
    """14 E_Pos of .700 and more, with Zhang Yan's B_Pos of .867 and .923; every C_Pos, 8 B_Pos and 6 E_Pos."""
    found = [claim.recomputed for claim in claims if claim.location == "Table A13"]
    assert found == ["16 are too high: 2 B_Pos, 14 E_Pos, 0 C_Pos", "38 are too low: 8 B_Pos, 6 E_Pos, 24 C_Pos"]


def test_the_collab_networks_give_away_who_sits_together(claims: list[Claim]) -> None:
    (tables,) = (claim.recomputed for claim in claims if claim.claim == "Collab has no link across tables")
    assert tables.endswith("Li Wei Liu Li Wang Fang; Zhang Jie Zhang Tao Zhang Yan")
    assert tables.startswith("1 of 10 ways")
