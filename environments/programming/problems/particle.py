"""The particle simulator: projectile motion in two dimensions with linear drag (BEAGLE, App. E.1)."""

from types import MappingProxyType

from environments.programming.problem import Problem, UnitTest

_STATEMENT = """\
# Particle simulator

Write a class `Particle` that flies through the air. Distances are in metres, times in seconds, masses in
kilograms; x points to the right and y points up.

`Particle(x, y, vx, vy, mass)` makes a particle from its position, its velocity and its mass.

| method | what it does |
| --- | --- |
| `get_position()` | returns the position as the tuple `(x, y)` |
| `get_velocity()` | returns the velocity as the tuple `(vx, vy)` |
| `kinetic_energy()` | returns one half times mass times speed squared |
| `update(dt)` | moves the particle on by a time step of `dt` seconds; returns nothing |

Two forces act on the particle:

- its weight, which points down: `mass` times g, with g = 9.8;
- drag, which points against the velocity: each component is `-k` times that component of the velocity, with k = 0.1.

In `update`, add up the forces, divide by the mass to get the acceleration, and then step (Euler's method):

1. new velocity = old velocity + acceleration * dt
2. new position = old position + new velocity * dt
"""

_STARTER = """\
# Write the class Particle here.
"""

_REFERENCE = """\
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
        speed_squared = self.vx ** 2 + self.vy ** 2
        return 0.5 * self.mass * speed_squared

    def update(self, dt):
        weight = -9.8 * self.mass
        drag_x = -0.1 * self.vx
        drag_y = -0.1 * self.vy
        ax = drag_x / self.mass
        ay = (weight + drag_y) / self.mass
        self.vx = self.vx + ax * dt
        self.vy = self.vy + ay * dt
        self.x = self.x + self.vx * dt
        self.y = self.y + self.vy * dt
"""

_G = 9.8
_K = 0.1
_STEPS = 10
_SLOWED = 1 - _K * 0.1  # what drag leaves of the velocity of 1 kg in a step of 0.1 s

_TESTS = (
    UnitTest(
        "Particle is a class",
        "isinstance(Particle, type)",
        True,
        ("C9",),
        "There should be a class called Particle.",
    ),
    UnitTest(
        "a particle is made from five numbers",
        "type(Particle(1.0, 2.0, 3.0, 4.0, 5.0)).__name__",
        "Particle",
        ("C9", "C10"),
        "Particle(x, y, vx, vy, mass) should make a particle.",
    ),
    UnitTest(
        "get_position gives an answer",
        "Particle(1.0, 2.0, 3.0, 4.0, 5.0).get_position() is not None",
        True,
        ("C1", "C12"),
        "get_position() should hand its answer back to the caller.",
    ),
    UnitTest(
        "get_position gives two numbers",
        "len(Particle(1.0, 2.0, 3.0, 4.0, 5.0).get_position())",
        2,
        ("C1", "C8"),
        "get_position() should give x and y together.",
    ),
    UnitTest(
        "get_position is where the particle was made",
        "Particle(1.0, 2.0, 3.0, 4.0, 5.0).get_position()",
        (1.0, 2.0),
        ("C8", "C11"),
        "A particle should remember the position that it was made with.",
    ),
    UnitTest(
        "get_velocity is how the particle was thrown",
        "Particle(1.0, 2.0, 3.0, 4.0, 5.0).get_velocity()",
        (3.0, 4.0),
        ("C1", "C8", "C11", "C12"),
        "A particle should remember the velocity that it was made with.",
    ),
    UnitTest(
        "two particles do not share their state",
        "a = Particle(1.0, 2.0, 0.0, 0.0, 1.0)\nb = Particle(3.0, 4.0, 0.0, 0.0, 1.0)\n"
        "(a.get_position(), b.get_position())",
        ((1.0, 2.0), (3.0, 4.0)),
        ("C11",),
        "Each particle should have a position of its own.",
    ),
    UnitTest(
        "a particle at rest has no kinetic energy",
        "Particle(0.0, 0.0, 0.0, 0.0, 2.0).kinetic_energy()",
        0.0,
        ("C1", "C12"),
        "kinetic_energy() of a particle that does not move should be 0.",
    ),
    UnitTest(
        "kinetic energy is half of mass times speed squared",
        "Particle(0.0, 0.0, 3.0, 4.0, 2.0).kinetic_energy()",
        0.5 * 2.0 * 5.0**2,  # a speed of 5, by 3-4-5
        ("P11",),
        "Check the formula for kinetic energy: both components of the velocity count.",
    ),
    UnitTest(
        "kinetic energy grows with the mass",
        "Particle(0.0, 0.0, 0.0, 6.0, 0.5).kinetic_energy()",
        0.5 * 0.5 * 6.0**2,
        ("P11", "C11"),
        "Check the formula for kinetic energy: the mass counts.",
    ),
    UnitTest(
        "nothing moves in no time",
        "p = Particle(1.0, 2.0, 3.0, 4.0, 5.0)\np.update(0.0)\np.get_position()",
        (1.0, 2.0),
        ("C12", "P9"),
        "update(0) should leave the particle where it is.",
    ),
    UnitTest(
        "update moves the particle",
        "p = Particle(1.0, 2.0, 3.0, 4.0, 5.0)\np.update(0.1)\np.get_position() != (1.0, 2.0)",
        True,
        ("C11", "C15"),
        "After update(dt) the particle should be somewhere else.",
    ),
    UnitTest(
        "a particle that is let go falls",
        "p = Particle(0.0, 0.0, 0.0, 0.0, 1.0)\np.update(0.1)\np.get_velocity()",
        (0.0, -_G * 0.1),
        ("P1", "P9"),
        "Gravity should pull the particle down by 9.8 m/s each second.",
    ),
    UnitTest(
        "a heavy particle falls as fast as a light one",
        "p = Particle(0.0, 0.0, 0.0, 0.0, 5.0)\np.update(0.1)\np.get_velocity()",
        (0.0, -_G * 0.1),
        ("P10",),
        "Acceleration is force over mass: without drag the mass should make no difference.",
    ),
    UnitTest(
        "gravity leaves the horizontal velocity alone",
        "p = Particle(0.0, 0.0, 0.0, 3.0, 2.0)\np.update(0.5)\np.get_velocity()[0]",
        0.0,
        ("P1",),
        "Gravity acts on vy only.",
    ),
    UnitTest(
        "drag slows a particle down",
        "p = Particle(0.0, 0.0, 10.0, 0.0, 1.0)\np.update(0.1)\np.get_velocity()[0]",
        10.0 * _SLOWED,
        ("P6", "P9", "C15"),
        "Drag of -0.1 times vx should slow the particle.",
    ),
    UnitTest(
        "drag acts against the motion",
        "p = Particle(0.0, 0.0, -10.0, 0.0, 1.0)\np.update(0.1)\np.get_velocity()[0]",
        -10.0 * _SLOWED,
        ("P6",),
        "A particle that flies to the left should be slowed by drag too.",
    ),
    UnitTest(
        "drag slows a heavy particle less",
        "p = Particle(0.0, 0.0, 10.0, 0.0, 4.0)\np.update(0.1)\np.get_velocity()[0]",
        10.0 - 0.1 * 10.0 / 4.0 * 0.1,
        ("P6", "P10"),
        "Acceleration is force over mass, for drag as well.",
    ),
    UnitTest(
        "weight and drag add up",
        "p = Particle(0.0, 0.0, 0.0, 5.0, 2.0)\np.update(0.2)\np.get_velocity()[1]",
        5.0 - (_G + _K * 5.0 / 2.0) * 0.2,
        ("P1", "P6", "P10"),
        "On the way up, drag and gravity both pull down.",
    ),
    UnitTest(
        "twice the time makes twice the change",
        "p = Particle(0.0, 0.0, 0.0, 0.0, 1.0)\np.update(0.2)\np.get_velocity()[1]",
        -_G * 0.2,
        ("P9",),
        "The change of velocity is acceleration times dt.",
    ),
    UnitTest(
        "position moves by the new velocity",
        "p = Particle(0.0, 0.0, 10.0, 0.0, 1.0)\np.update(0.1)\np.get_position()",
        (10.0 * _SLOWED * 0.1, -_G * 0.1 * 0.1),
        ("P9",),
        "Update the velocity first, then move by the new velocity times dt.",
    ),
    UnitTest(
        "motion starts from where the particle was",
        "p = Particle(5.0, 7.0, 0.0, 0.0, 1.0)\np.update(0.5)\np.get_position()",
        (5.0, 7.0 - _G * 0.5 * 0.5),
        ("C15", "P9"),
        "The new position is the old position plus the way covered.",
    ),
    UnitTest(
        "ten steps add up",
        f"p = Particle(0.0, 0.0, 10.0, 0.0, 1.0)\nfor _ in range({_STEPS}):\n    p.update(0.1)\np.get_position()[0]",
        10.0 * 0.1 * _SLOWED * (1 - _SLOWED**_STEPS) / (1 - _SLOWED),  # a geometric series
        ("C15", "P6", "P9"),
        "Step after step, each should go on from where the last one ended.",
    ),
    UnitTest(
        "a long fall reaches terminal velocity",
        "p = Particle(0.0, 0.0, 0.0, 0.0, 0.2)\nfor _ in range(300):\n    p.update(0.1)\np.get_velocity()[1]",
        -_G * 0.2 / _K,  # where drag carries the weight; 0.95^300 of the way is left
        ("P1", "P6", "P10"),
        "After a long fall drag should balance the weight.",
        tolerance=1e-4,
    ),
)

PARTICLE = Problem(
    id="particle",
    title="Particle simulator",
    statement=_STATEMENT,
    starter=_STARTER,
    reference=_REFERENCE,
    class_name="Particle",
    methods=(
        "Particle(x, y, vx, vy, mass)",
        "get_position() -> (x, y)",
        "get_velocity() -> (vx, vy)",
        "kinetic_energy() -> number",
        "update(dt) -> None",
    ),
    needs=MappingProxyType(
        {
            "__init__": ("C9", "C10", "C11"),
            "get_position": ("C1", "C8", "C11", "C12"),
            "get_velocity": ("C1", "C8", "C11", "C12"),
            "kinetic_energy": ("C1", "C11", "C12", "P11"),
            "update": ("C11", "C12", "C15", "P1", "P6", "P9", "P10"),
        }
    ),
    tests=_TESTS,
)
