import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environments.programming import PROBLEMS, Grader, Problem, evidence
from environments.programming.mutations import Slip, SlipKind, pieces, write
from environments.programming.mutations.flaws import FLAWS
from environments.programming.oracle.detectors import DETECTORS

EVERY_PROBLEM = pytest.mark.parametrize("asked", PROBLEMS.values(), ids=PROBLEMS)

# Correct programs in other hands than the reference's.
OTHER_HANDS = {
    "particle with helpers": (
        "particle",
        """
        GRAVITY = 9.8
        K = 0.1

        class Particle:
            def __init__(self, px, py, u, w, m):
                self.px, self.py = px, py
                self.speed_x = u
                self.speed_y = w
                self.m = m

            def force(self):
                fx = -K * self.speed_x
                fy = -self.m * GRAVITY - K * self.speed_y
                return fx, fy

            def update(self, step):
                fx, fy = self.force()
                self.speed_x += fx / self.m * step
                self.speed_y += (fy / self.m) * step
                self.px += self.speed_x * step
                self.py += self.speed_y * step

            def get_position(self):
                return self.px, self.py

            def get_velocity(self):
                return tuple([self.speed_x, self.speed_y])

            def kinetic_energy(self):
                v = (self.speed_x * self.speed_x + self.speed_y ** 2) ** 0.5
                return self.m * v ** 2 / 2
        """,
    ),
    "particle with lists": (
        "particle",
        """
        class Particle:
            g = 9.8
            def __init__(self, x, y, vx, vy, mass):
                self.pos = [x, y]
                self.vel = [vx, vy]
                self.mass = mass
            def get_position(self):
                return (self.pos[0], self.pos[1])
            def get_velocity(self):
                return (self.vel[0], self.vel[1])
            def kinetic_energy(self):
                return 1 / 2 * self.mass * (self.vel[0] ** 2 + self.vel[1] ** 2)
            def update(self, dt):
                ax = -0.1 * self.vel[0] / self.mass
                ay = -self.g - 0.1 * self.vel[1] / self.mass
                self.vel[0] = self.vel[0] + dt * ax
                self.vel[1] = self.vel[1] + dt * ay
                self.pos[0] += dt * self.vel[0]
                self.pos[1] += dt * self.vel[1]
        """,
    ),
    "particle with tuples": (
        "particle",
        """
        class Particle:
            def __init__(self, x, y, vx, vy, mass):
                self.position = (x, y)
                self.velocity = (vx, vy)
                self.mass = mass
            def update(self, dt):
                x, y = self.position
                vx, vy = self.velocity
                ax, ay = -0.1 * vx / self.mass, (-self.mass * 9.8 - 0.1 * vy) / self.mass
                vx += ax * dt
                vy += ay * dt
                self.velocity = (vx, vy)
                self.position = (x + vx * dt, y + vy * dt)
            def get_position(self):
                return self.position
            def get_velocity(self):
                return self.velocity
            def kinetic_energy(self):
                vx, vy = self.velocity
                return 0.5 * self.mass * (vx**2 + vy**2)
        """,
    ),
    "particle with new values first": (
        "particle",
        """
        class Particle:
            def __init__(self, x, y, vx, vy, mass):
                self.x = x
                self.y = y
                self.vx = vx
                self.vy = vy
                self.mass = mass
            def get_position(self):
                return (self.x, self.y)
            def get_velocity(self):
                return (self.vx, self.vy)
            def kinetic_energy(self):
                return 0.5 * self.mass * (self.vx ** 2 + self.vy ** 2)
            def update(self, dt):
                new_vx = self.vx + (-0.1 * self.vx / self.mass) * dt
                new_vy = self.vy + (-9.8 - 0.1 * self.vy / self.mass) * dt
                self.x = self.x + new_vx * dt
                self.y = self.y + new_vy * dt
                self.vx = new_vx
                self.vy = new_vy
        """,
    ),
    "slider in one line": (
        "slider",
        """
        from math import sin, cos, pi

        class Slider:
            def __init__(self, angle, length, mu):
                self.theta = angle * pi / 180
                self.length = length
                self.friction = mu
                self.s = 0
                self.v = 0
            def get_position(self):
                return self.s
            def get_velocity(self):
                return self.v
            def get_acceleration(self):
                return max(0, 9.8 * (sin(self.theta) - self.friction * cos(self.theta)))
            def has_reached_bottom(self):
                if self.length <= self.s:
                    return True
                else:
                    return False
            def update(self, dt):
                self.v += self.get_acceleration() * dt
                self.s += self.v * dt
        """,
    ),
    "slider that sets the acceleration to zero": (
        "slider",
        """
        import math

        class Slider:
            def __init__(self, angle, length, mu):
                self.angle = math.radians(angle)
                self.length = length
                self.mu = mu
                self.position = 0.0
                self.velocity = 0.0
                self.g = 9.8
            def get_position(self):
                return self.position
            def get_velocity(self):
                return self.velocity
            def get_acceleration(self):
                a = self.g * math.sin(self.angle) - self.mu * self.g * math.cos(self.angle)
                if a < 0:
                    a = 0.0
                return a
            def has_reached_bottom(self):
                return self.position >= self.length
            def update(self, dt):
                a = self.get_acceleration()
                self.velocity += a * dt
                self.position += self.velocity * dt
        """,
    ),
    "ball with a helper": (
        "bouncing_ball",
        """
        G = 9.8

        class BouncingBall:
            def __init__(self, height, velocity, e=0.8, mass=1.0):
                self.h = height
                self.v = velocity
                self.restitution = e
                self.mass = mass
                self.count = 0
                self.peak = None
            def get_height(self):
                return self.h
            def get_velocity(self):
                return self.v
            def get_bounce_count(self):
                return self.count
            def kinetic_energy(self):
                return 0.5 * self.mass * pow(self.v, 2)
            def potential_energy(self):
                return self.mass * G * self.h
            def is_at_rest(self):
                return self.peak is not None and self.peak < 0.01
            def bounce(self):
                self.h = 0
                self.v *= -self.restitution
                self.count += 1
                self.peak = self.v ** 2 / (2 * G)
            def update(self, dt):
                self.v -= G * dt
                self.h += self.v * dt
                if self.h <= 0:
                    self.bounce()
        """,
    ),
}


def dedented(code: str) -> str:
    return textwrap.dedent(code).lstrip()


def test_every_component_of_a_problem_has_a_detector_and_a_flaw() -> None:
    exercised = {component for asked in PROBLEMS.values() for component in asked.knowledge_components}
    assert exercised == set(DETECTORS)
    assert exercised == {*FLAWS, "C9"}


@EVERY_PROBLEM
def test_the_reference_shows_every_component(asked: Problem) -> None:
    assert evidence(asked.reference, asked) == dict.fromkeys(asked.knowledge_components, True)


@EVERY_PROBLEM
@pytest.mark.parametrize("source", ["", "\n", "# only a comment\n", "import random\n", '"""A docstring."""\n'])
def test_nothing_is_said_of_a_program_that_is_not_begun(asked: Problem, source: str) -> None:
    assert evidence(source, asked) == dict.fromkeys(asked.knowledge_components)


@pytest.mark.parametrize("hand", OTHER_HANDS)
async def test_a_correct_program_in_another_hand_shows_every_component(hand: str, grader: Grader) -> None:
    identifier, code = OTHER_HANDS[hand]
    seen = await grader.grade(PROBLEMS[identifier], dedented(code))
    assert seen.failing == ()
    assert [component for component, shown in seen.evidence.items() if shown is not True] == []


def test_an_import_counts_in_a_program_that_does_not_parse() -> None:
    shown = evidence("import math\n\nclass Slider\n    def get_position(self):\n        return 0\n", PROBLEMS["slider"])
    assert shown["C2"] is True  # BEAGLE, App. E.2
    assert shown["C1"] is True
    assert shown["C9"] is None  # it is there, and broken


@EVERY_PROBLEM
@pytest.mark.parametrize("kind", [kind for kind in SlipKind if kind is not SlipKind.MISSPELT_NAME])
def test_a_program_that_does_not_parse_shows_what_its_other_methods_show(asked: Problem, kind: SlipKind) -> None:
    names = [piece.name for piece in pieces(asked)]
    work = dict.fromkeys(names, frozenset[str]())
    for name in names:
        whole = evidence(write(asked, {other: work[other] for other in names if other != name}), asked)
        broken = evidence(write(asked, work, Slip(kind, name)), asked)
        assert [component for component, shown in whole.items() if shown and broken[component] is not True] == []


def test_sines_of_ones_own_making_show_trigonometry_and_neither_the_library_nor_radians() -> None:
    code = """
        def cosine_maybe(angle):
            return 1 - angle / 90
        def sine_maybe(angle):
            return angle / 90
        class Slider:
            def __init__(self, angle, length, mu):
                self.angle = angle
                self.length = length
                self.mu = mu
            def get_acceleration(self):
                return 9.8 * sine_maybe(self.angle) - self.mu * 9.8 * cosine_maybe(self.angle)
    """  # the workaround of BEAGLE, Figure 8
    shown = evidence(dedented(code), PROBLEMS["slider"])
    assert (shown["P1"], shown["P2"], shown["P16"]) == (True, True, True)
    assert (shown["C2"], shown["P5"]) == (False, False)


def test_a_step_without_time_is_no_integration() -> None:
    asked = PROBLEMS["slider"]
    code = asked.reference.replace("self.velocity * dt", "self.velocity")
    assert evidence(code, asked)["P9"] is False


def test_a_position_that_moves_by_the_old_velocity_is_no_integration_as_asked_for() -> None:
    asked = PROBLEMS["slider"]
    head, body = asked.reference.split("    def update(self, dt):\n")
    velocity, position = body.splitlines()
    assert evidence(f"{head}    def update(self, dt):\n{position}\n{velocity}\n", asked)["P9"] is False


def test_methods_outside_of_the_class_are_no_methods() -> None:
    asked = PROBLEMS["particle"]
    assert evidence("def get_position(self):\n    return (1, 2)\n", asked)["C12"] is False


def test_a_method_that_is_only_begun_says_nothing() -> None:
    asked = PROBLEMS["slider"]
    shown = evidence("class Slider:\n    def get_acceleration(self):\n        pass\n", asked)
    assert {component for component, seen in shown.items() if seen is not None} == {"C9", "C10"}


@pytest.mark.parametrize(
    "source",
    [
        "(" * 5000,
        "x = " + "-" * 5000 + "1",
        "x = " + "+".join("1" * 3000) + "\n",
        "class Slider:\n    def update(self, dt):\n        x = dt\n"
        + "        x = x + x\n" * 200
        + "        self.v = x\n",
        "class Slider:\n    def update(self, dt):\n        self.v = (self.a + self.b) ** 4 * (self.c + dt) ** 4 / 0\n",
        "class Slider:\n    def update(self, dt):\n        self.update(dt)\n        self.v = self.update()\n",
        "class Slider:\n    def update(self, dt):\n        self.v = dt * 1" + "0" * 4000 + "\n",
        "class Slider:\n    def update(self, dt):\n        self.v = '\\d' * dt\n",
        "import math\0\n",
        "f() = 1\n" * 200,
    ],
)
def test_no_program_is_too_strange_to_read(source: str) -> None:
    asked = PROBLEMS["slider"]
    assert set(evidence(source, asked)) == set(asked.knowledge_components)


@settings(deadline=None)  # the first example fills the caches
@given(source=st.text(alphabet="class Sldier:\n  \tdf(self,)=+*.x1#'\"", max_size=80))
def test_any_text_can_be_read(source: str) -> None:
    asked = PROBLEMS["slider"]
    assert set(evidence(source, asked)) == set(asked.knowledge_components)


@settings(deadline=None)  # the first example fills the caches
@given(cut=st.integers(len("class Particle:"), len(PROBLEMS["particle"].reference)))
def test_a_class_that_is_cut_off_anywhere_is_no_wrong_class(cut: int) -> None:
    asked = PROBLEMS["particle"]
    shown = evidence(asked.reference[:cut], asked)
    assert shown["C9"] is not False
    assert shown["C12"] is not False
