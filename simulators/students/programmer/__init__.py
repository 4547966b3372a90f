"""The scripted programmer: one stand-in novice for every condition, built from reference solutions and mutations.

It knows no more than the prompt's view tells, and its skill is set once, in `conf/backend/scripted.yaml`.
"""

from simulators.students.programmer.acting import act_as_novice, fix_as_novice
from simulators.students.programmer.coding import Programmer, error_in
from simulators.students.programmer.speech import say

__all__ = ["Programmer", "act_as_novice", "error_in", "fix_as_novice", "say"]
