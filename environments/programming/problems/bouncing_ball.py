"""The bouncing ball: vertical motion with collisions that cost energy (BEAGLE, App. E.1)."""

from types import MappingProxyType

from environments.programming.problem import Problem, UnitTest

_STATEMENT = """\
# Bouncing ball

Write a class `BouncingBall`: a ball that moves straight up and down and bounces on the floor, at height 0. Heights are
in metres, times in seconds, masses in kilograms; a positive velocity points up.

`BouncingBall(height, velocity, e, mass)` makes a ball from its height, its velocity, its coefficient of restitution
(0.8 if it is left out) and its mass (1.0 if it is left out).

| method | what it does |
| --- | --- |
| `get_height()` | returns the height |
| `get_velocity()` | returns the velocity |
| `get_bounce_count()` | returns how often the ball has hit the floor so far |
| `kinetic_energy()` | returns one half times mass times velocity squared |
| `potential_energy()` | returns mass times g times height, with g = 9.8 |
| `is_at_rest()` | returns `True` if the last bounce sends the ball less than 0.01 m high, else `False` |
| `update(dt)` | moves the ball on by a time step of `dt` seconds; returns nothing |

`update` steps with Euler's method, with an acceleration of -9.8:

1. new velocity = old velocity - 9.8 * dt
2. new height = old height + new velocity * dt

If the ball is then at or below the floor, it bounces: the height becomes 0, the velocity becomes `-e` times what it
was, and the bounce is counted.

A ball that leaves the floor with velocity v rises to v squared over 2 g. `is_at_rest()` compares that height, of the
last bounce, with 0.01. A ball that has not bounced yet is not at rest.
"""

_STARTER = """\
# Write the class BouncingBall here.
"""

_REFERENCE = """\
class BouncingBall:
    def __init__(self, height, velocity, e=0.8, mass=1.0):
        self.height = height
        self.velocity = velocity
        self.e = e
        self.mass = mass
        self.bounces = 0
        self.rebound = 0.0

    def get_height(self):
        return self.height

    def get_velocity(self):
        return self.velocity

    def get_bounce_count(self):
        return self.bounces

    def kinetic_energy(self):
        return 0.5 * self.mass * self.velocity ** 2

    def potential_energy(self):
        return self.mass * 9.8 * self.height

    def update(self, dt):
        self.velocity = self.velocity - 9.8 * dt
        self.height = self.height + self.velocity * dt
        if self.height <= 0:
            self.height = 0.0
            self.velocity = -self.e * self.velocity
            self.bounces = self.bounces + 1
            self.rebound = self.velocity ** 2 / (2 * 9.8)

    def is_at_rest(self):
        return self.bounces > 0 and self.rebound < 0.01
"""

_G = 9.8
_IMPACT = 5.0 + _G * 0.1  # speed on the floor, thrown down at 5 m/s from 0.1 m, after a step of 0.1 s
_THROWN = "b = BouncingBall(0.1, -5.0)\nb.update(0.1)\n"

_TESTS = (
    UnitTest(
        "BouncingBall is a class",
        "isinstance(BouncingBall, type)",
        True,
        ("C9",),
        "There should be a class called BouncingBall.",
    ),
    UnitTest(
        "a ball is made from height and velocity",
        "type(BouncingBall(10.0, 0.0)).__name__",
        "BouncingBall",
        ("C9", "C10"),
        "BouncingBall(height, velocity) should make a ball; e and mass have default values.",
    ),
    UnitTest(
        "get_height gives the height",
        "BouncingBall(10.0, -2.0).get_height()",
        10.0,
        ("C1", "C11", "C12"),
        "get_height() should hand the height back to the caller.",
    ),
    UnitTest(
        "get_velocity gives the velocity",
        "BouncingBall(10.0, -2.0).get_velocity()",
        -2.0,
        ("C1", "C11", "C12"),
        "get_velocity() should hand the velocity back to the caller.",
    ),
    UnitTest(
        "no bounce is counted at the start",
        "BouncingBall(10.0, -2.0).get_bounce_count()",
        0,
        ("C1", "C11", "C12"),
        "get_bounce_count() should be 0 at the start.",
    ),
    UnitTest(
        "two balls do not share their state",
        "a = BouncingBall(1.0, 0.0)\nb = BouncingBall(2.0, 0.0)\n(a.get_height(), b.get_height())",
        (1.0, 2.0),
        ("C11",),
        "Each ball should have a height of its own.",
    ),
    UnitTest(
        "kinetic energy is half of mass times velocity squared",
        "BouncingBall(10.0, 3.0).kinetic_energy()",
        0.5 * 1.0 * 3.0**2,
        ("C1", "C12", "P11"),
        "Check the formula for kinetic energy.",
    ),
    UnitTest(
        "kinetic energy grows with the mass",
        "BouncingBall(10.0, -4.0, 0.8, 2.0).kinetic_energy()",
        0.5 * 2.0 * 4.0**2,
        ("P11",),
        "Check the formula for kinetic energy: the mass counts, and it is never negative.",
    ),
    UnitTest(
        "potential energy is mass times g times height",
        "BouncingBall(2.0, 0.0, 0.8, 3.0).potential_energy()",
        3.0 * _G * 2.0,
        ("C1", "C12", "P12"),
        "Check the formula for potential energy.",
    ),
    UnitTest(
        "a ball that is let go speeds up downwards",
        "b = BouncingBall(10.0, 0.0)\nb.update(0.1)\nb.get_velocity()",
        -_G * 0.1,
        ("C12", "P9"),
        "The velocity should change by -9.8 times dt.",
    ),
    UnitTest(
        "the ball moves by the new velocity",
        "b = BouncingBall(10.0, 0.0)\nb.update(0.1)\nb.get_height()",
        10.0 - _G * 0.1 * 0.1,
        ("C11", "P9"),
        "Update the velocity first, then move by the new velocity times dt.",
    ),
    UnitTest(
        "two steps add up",
        "b = BouncingBall(10.0, 0.0)\nb.update(0.1)\nb.update(0.1)\n(b.get_velocity(), b.get_height())",
        (-_G * 0.2, 10.0 - _G * 0.1**2 * (1 + 2)),
        ("C15", "P9"),
        "The second step should go on from where the first one ended.",
    ),
    UnitTest(
        "there is no bounce in the air",
        "b = BouncingBall(10.0, 0.0)\nb.update(0.1)\nb.get_bounce_count()",
        0,
        ("C14",),
        "A ball should bounce only when it reaches the floor.",
    ),
    UnitTest(
        "the floor stops the fall",
        _THROWN + "b.get_height()",
        0.0,
        ("C14",),
        "A ball should not sink into the floor: its height becomes 0.",
    ),
    UnitTest(
        "a bounce sends the ball up again",
        _THROWN + "b.get_velocity()",
        0.8 * _IMPACT,
        ("C14", "P14"),
        "In a bounce the velocity becomes -e times what it was.",
    ),
    UnitTest(
        "the coefficient of restitution sets what is left",
        "b = BouncingBall(0.1, -5.0, 0.5)\nb.update(0.1)\nb.get_velocity()",
        0.5 * _IMPACT,
        ("C11", "P14"),
        "The e that the ball was made with should be used in a bounce.",
    ),
    UnitTest(
        "bounces are counted",
        "b = BouncingBall(0.1, -5.0)\nseen = []\nfor _ in range(12):\n    b.update(0.1)\n"
        "    seen.append(b.get_bounce_count())\n(seen[0], seen[8], seen[9], seen[11])",
        (1, 1, 2, 2),  # up again at 4.784 m/s, the height 0.4294 n - 0.049 n^2 is spent at the 9th step
        ("C14", "C15", "P14"),
        "Every time the ball reaches the floor the count should go up by one.",
    ),
    UnitTest(
        "a ball in the air is not at rest",
        "BouncingBall(5.0, 0.0).is_at_rest()",
        False,
        ("C1", "C6", "C12"),
        "A ball that has not bounced yet is not at rest.",
    ),
    UnitTest(
        "a ball that bounces high is not at rest",
        _THROWN + "b.is_at_rest()",
        False,  # it rises to 4.784^2 / 19.6 = 1.17 m
        ("C6",),
        "After a bounce that sends the ball higher than 0.01 m it is not at rest.",
    ),
    UnitTest(
        "a ball comes to rest",
        "b = BouncingBall(0.5, 0.0)\nfor _ in range(400):\n    b.update(0.01)\nb.is_at_rest()",
        True,  # 3.13 m/s falls below 0.443 m/s after 9 bounces, within 2.6 s
        ("C6", "C14", "P14"),
        "Once its bounces rise less than 0.01 m the ball is at rest.",
    ),
)

BOUNCING_BALL = Problem(
    id="bouncing_ball",
    title="Bouncing ball",
    statement=_STATEMENT,
    starter=_STARTER,
    reference=_REFERENCE,
    class_name="BouncingBall",
    methods=(
        "BouncingBall(height, velocity, e=0.8, mass=1.0)",
        "get_height() -> number",
        "get_velocity() -> number",
        "get_bounce_count() -> number",
        "kinetic_energy() -> number",
        "potential_energy() -> number",
        "update(dt) -> None",
        "is_at_rest() -> bool",
    ),
    needs=MappingProxyType(
        {
            "__init__": ("C9", "C10", "C11"),
            "get_height": ("C1", "C11", "C12"),
            "get_velocity": ("C1", "C11", "C12"),
            "get_bounce_count": ("C1", "C11", "C12"),
            "kinetic_energy": ("C1", "C11", "C12", "P11"),
            "potential_energy": ("C1", "C11", "C12", "P12"),
            "update": ("C11", "C12", "C14", "C15", "P9", "P14"),
            "is_at_rest": ("C1", "C6", "C11", "C12"),
        }
    ),
    tests=_TESTS,
)
