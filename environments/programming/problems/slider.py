"""The inclined plane slider: motion down a ramp with friction (BEAGLE, App. E.1)."""

import math
from types import MappingProxyType

from environments.programming.problem import Problem, UnitTest

_STATEMENT = """\
# Inclined plane slider

Write a class `Slider`: a block that starts at rest at the top of a ramp and slides down. Distances are in metres
along the ramp, times in seconds.

`Slider(angle, length, mu)` makes a slider from the angle of the ramp **in degrees**, the length of the ramp, and the
coefficient of friction.

| method | what it does |
| --- | --- |
| `get_position()` | returns how far the block has slid down the ramp; 0 at the start |
| `get_velocity()` | returns how fast it slides; 0 at the start |
| `get_acceleration()` | returns its acceleration down the ramp |
| `has_reached_bottom()` | returns `True` once the block has slid at least the length of the ramp, else `False` |
| `update(dt)` | moves the block on by a time step of `dt` seconds; returns nothing |

Gravity, g = 9.8, has two components on a ramp. The one along the ramp, g sin(angle), pulls the block down. The one
across it, g cos(angle), presses the block on the ramp, and friction is `mu` times that:

    acceleration = g sin(angle) - mu g cos(angle)

If friction is the stronger one (this would be negative), the block does not slide, and its acceleration is 0.

`update` steps with Euler's method:

1. new velocity = old velocity + acceleration * dt
2. new position = old position + new velocity * dt

Python's `math.sin` and `math.cos` take radians; `math.radians` turns degrees into radians.
"""

_STARTER = """\
# Write the class Slider here.
"""

_REFERENCE = """\
import math


class Slider:
    def __init__(self, angle, length, mu):
        self.angle = angle
        self.length = length
        self.mu = mu
        self.position = 0.0
        self.velocity = 0.0

    def get_position(self):
        return self.position

    def get_velocity(self):
        return self.velocity

    def get_acceleration(self):
        theta = math.radians(self.angle)
        parallel = 9.8 * math.sin(theta)
        normal = 9.8 * math.cos(theta)
        friction = self.mu * normal
        acceleration = parallel - friction
        if acceleration < 0:
            return 0.0
        return acceleration

    def has_reached_bottom(self):
        return self.position >= self.length

    def update(self, dt):
        self.velocity = self.velocity + self.get_acceleration() * dt
        self.position = self.position + self.velocity * dt
"""

_G = 9.8
_ROOT_3 = math.sqrt(3.0)  # sin 60 = cos 30 = root 3 over 2

_TESTS = (
    UnitTest(
        "Slider is a class",
        "isinstance(Slider, type)",
        True,
        ("C9",),
        "There should be a class called Slider.",
    ),
    UnitTest(
        "a slider is made from three numbers",
        "type(Slider(30.0, 2.0, 0.1)).__name__",
        "Slider",
        ("C9", "C10"),
        "Slider(angle, length, mu) should make a slider.",
    ),
    UnitTest(
        "get_position gives an answer",
        "Slider(30.0, 2.0, 0.1).get_position() is not None",
        True,
        ("C1", "C12"),
        "get_position() should hand its answer back to the caller.",
    ),
    UnitTest(
        "a slider starts at the top",
        "Slider(30.0, 2.0, 0.1).get_position()",
        0.0,
        ("C1", "C11"),
        "The position should be 0 at the start.",
    ),
    UnitTest(
        "a slider starts at rest",
        "Slider(30.0, 2.0, 0.1).get_velocity()",
        0.0,
        ("C1", "C11", "C12"),
        "The velocity should be 0 at the start.",
    ),
    UnitTest(
        "a slider at the top has not reached the bottom",
        "Slider(30.0, 2.0, 0.1).has_reached_bottom()",
        False,
        ("C1", "C6", "C12"),
        "has_reached_bottom() should be False at the start.",
    ),
    UnitTest(
        "get_acceleration gives an answer",
        "Slider(30.0, 2.0, 0.1).get_acceleration() is not None",
        True,
        ("C1", "C2", "C12"),
        "get_acceleration() should hand its answer back to the caller.",
    ),
    UnitTest(
        "nothing accelerates on level ground",
        "Slider(0.0, 2.0, 0.0).get_acceleration()",
        0.0,
        ("P2",),
        "With an angle of 0 there should be no acceleration.",
    ),
    UnitTest(
        "a vertical ramp is free fall",
        "Slider(90.0, 2.0, 0.0).get_acceleration()",
        _G,
        ("P2", "P5"),
        "With an angle of 90 degrees and no friction the acceleration should be all of g.",
    ),
    UnitTest(
        "at 30 degrees half of gravity acts",
        "Slider(30.0, 2.0, 0.0).get_acceleration()",
        _G / 2,
        ("C2", "P2", "P5"),
        "Without friction the acceleration is g times the sine of the angle; mind degrees and radians.",
    ),
    UnitTest(
        "at 45 degrees the components are alike",
        "Slider(45.0, 2.0, 0.0).get_acceleration()",
        _G * math.sqrt(2.0) / 2,
        ("C2", "P2", "P5"),
        "Without friction the acceleration is g times the sine of the angle.",
    ),
    UnitTest(
        "friction holds the block back",
        "Slider(30.0, 2.0, 0.2).get_acceleration()",
        _G * (0.5 - 0.2 * _ROOT_3 / 2),
        ("P1", "P16"),
        "Friction takes mu times the component across the ramp away.",
    ),
    UnitTest(
        "friction is less on a steep ramp",
        "Slider(60.0, 2.0, 0.5).get_acceleration()",
        _G * (_ROOT_3 / 2 - 0.5 * 0.5),
        ("P1", "P2", "P16"),
        "The component across the ramp is g times the cosine of the angle.",
    ),
    UnitTest(
        "a vertical ramp has no friction",
        "Slider(90.0, 2.0, 0.9).get_acceleration()",
        _G,
        ("P1", "P16"),
        "Nothing presses the block on a vertical ramp, so friction should be 0.",
    ),
    UnitTest(
        "strong friction stops the block from sliding",
        "Slider(10.0, 2.0, 0.5).get_acceleration()",
        0.0,
        ("C14", "P16"),
        "Friction cannot push the block up: the acceleration should not be negative.",
    ),
    UnitTest(
        "a block that is held stays where it is",
        "s = Slider(10.0, 2.0, 0.5)\ns.update(1.0)\n(s.get_position(), s.get_velocity())",
        (0.0, 0.0),
        ("C12", "C14"),
        "A block that friction holds should not move.",
    ),
    UnitTest(
        "the velocity grows by acceleration times dt",
        "s = Slider(30.0, 2.0, 0.0)\ns.update(0.1)\ns.get_velocity()",
        _G / 2 * 0.1,
        ("C11", "P9"),
        "The new velocity is the old one plus acceleration times dt.",
    ),
    UnitTest(
        "the velocity adds up over two steps",
        "s = Slider(30.0, 2.0, 0.0)\ns.update(0.1)\ns.update(0.1)\ns.get_velocity()",
        _G / 2 * 0.2,
        ("C15",),
        "The second step should start from the velocity that the first one ended with.",
    ),
    UnitTest(
        "the block moves by the new velocity",
        "s = Slider(30.0, 2.0, 0.0)\ns.update(0.1)\ns.get_position()",
        _G / 2 * 0.1 * 0.1,
        ("P9",),
        "Update the velocity first, then move by the new velocity times dt.",
    ),
    UnitTest(
        "two blocks do not share their state",
        "a = Slider(30.0, 2.0, 0.0)\nb = Slider(30.0, 2.0, 0.0)\na.update(0.1)\n(a.get_velocity(), b.get_velocity())",
        (_G / 2 * 0.1, 0.0),
        ("C11", "C15"),
        "Each slider should have a velocity of its own.",
    ),
    UnitTest(
        "ten steps add up",
        "s = Slider(30.0, 9.0, 0.2)\nfor _ in range(10):\n    s.update(0.1)\ns.get_position()",
        _G * (0.5 - 0.2 * _ROOT_3 / 2) * 0.1**2 * (10 * 11 / 2),  # 1 + 2 + ... + 10 times a dt^2
        ("C15", "P9", "P16"),
        "Step after step, each should go on from where the last one ended.",
    ),
    UnitTest(
        "the bottom is reached when the block has slid the length",
        "s = Slider(30.0, 1.0, 0.0)\nseen = []\nfor _ in range(6):\n    s.update(0.1)\n"
        "    seen.append(s.has_reached_bottom())\nseen",
        [False, False, False, False, False, True],  # 0.049 n (n + 1) / 2 passes 1 at n = 6
        ("C6", "P9"),
        "has_reached_bottom() should be True once the position is at least the length, also when it is past it.",
    ),
)

SLIDER = Problem(
    id="slider",
    title="Inclined plane slider",
    statement=_STATEMENT,
    starter=_STARTER,
    reference=_REFERENCE,
    class_name="Slider",
    methods=(
        "Slider(angle, length, mu)",
        "get_position() -> number",
        "get_velocity() -> number",
        "get_acceleration() -> number",
        "has_reached_bottom() -> bool",
        "update(dt) -> None",
    ),
    needs=MappingProxyType(
        {
            "__init__": ("C9", "C10", "C11"),
            "get_position": ("C1", "C11", "C12"),
            "get_velocity": ("C1", "C11", "C12"),
            "get_acceleration": ("C1", "C2", "C11", "C12", "C14", "P1", "P2", "P5", "P16"),
            "has_reached_bottom": ("C1", "C6", "C11", "C12"),
            "update": ("C11", "C12", "C15", "P9"),
        }
    ),
    tests=_TESTS,
)
