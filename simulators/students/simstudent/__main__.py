"""Command line: `python -m simulators.students.simstudent [DEMONSTRATION ...]` prints the rules that are learnt."""

import argparse
import sys

from protocol import PracticumError
from simulators.settings import read_settings
from simulators.students.simstudent.demonstrations import DEMONSTRATIONS
from simulators.students.simstudent.learning import learn
from simulators.students.simstudent.student import SimStudentModel


def main() -> int:
    """Print the rule set."""
    parser = argparse.ArgumentParser(prog="python -m simulators.students.simstudent", description=main.__doc__)
    parser.add_argument(
        "demonstrations",
        metavar="DEMONSTRATION",
        nargs="*",
        help=f"worked examples to learn from: {', '.join(DEMONSTRATIONS)} (default: all)",
    )
    parser.add_argument("--explanations", default="every", help="every (default) or fewest")
    arguments = parser.parse_args()
    chosen = arguments.demonstrations or tuple(DEMONSTRATIONS)
    try:
        settings = {"demonstrations": chosen, "explanations": arguments.explanations}
        student = read_settings(SimStudentModel, settings, where="student")
        print(learn(student.demonstrations, student.explanations))
    except PracticumError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
