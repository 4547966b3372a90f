"""The lessons that EduVerse prints tables of: their texts, layouts, pupils and steps."""

from functools import cache

from pipeline.audit.claims import Paper
from pipeline.audit.printed import Printed, cell

EDUVERSE = Paper("eduverse")

TEXTS = ("Lyrical Prose", "Argumentative Essay", "Foreign Fiction")
LAYOUTS = ("Lecture", "Collab", "Round")
LESSONS = tuple(f"{text}: {layout}" for text in TEXTS for layout in LAYOUTS)

PUPILS = ("Wang Fang", "Zhang Jie", "Zhang Yan", "Li Wei", "Liu Li", "Zhang Tao")
CLASS = len(PUPILS)

INITIATION, RESPONSE, FEEDBACK, CYCLE = PARTS = ("I", "R", "F", "IRF_rate")
BEHAVIOUR = ("B_Aac", "B_Pas", "B_Int", "B_Off")
EMOTION = ("E_Pos", "E_Con", "E_Neg")
COGNITION = ("C_Low", "C_High")


@cache
def steps(lesson: str) -> int:
    """How many steps a lesson has (Table A7)."""
    return int(cell("eduverse_table_a7", lesson, "Steps").value)


def part(lesson: str, column: str) -> Printed:
    """How often a part of the IRF cycle occurs in a lesson (Table A7)."""
    return cell("eduverse_table_a7", lesson, column)
