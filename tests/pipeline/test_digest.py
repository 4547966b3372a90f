from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.digest import Sources

FILES = {
    "app/__init__.py": "",
    "app/stage.py": "from app import base\n",
    "app/base.py": "",
    "app/students/__init__.py": "",
    "app/students/a/__init__.py": "from app import base\n",
    "app/students/a/say.j2": "hello",
    "app/students/a/blocks/deep/mandate.j2": "do",
    "app/students/b/__init__.py": "",
    "app/students/b/say.j2": "hello",
}
A = "app.students.a"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Sources]:
    """Looks at a small package anew, as each run of Snakemake does."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda: Sources(tmp_path, ("app",))


def test_a_closure_holds_what_is_imported_and_the_packages_around_it(sources: Callable[[], Sources]) -> None:
    assert sources().closure(["app.stage"]) == {"app", "app.stage", "app.base"}
    assert sources().closure([A]) == {"app", "app.base", "app.students", A}


def test_a_target_lies_in_the_module_that_begins_its_name(sources: Callable[[], Sources]) -> None:
    assert sources().module_of(f"{A}.Student") == A
    assert sources().module_of("elsewhere.Student") == ""


@pytest.mark.parametrize(
    ("touched", "changes_a", "changes_b"),
    [
        ("app/students/a/__init__.py", True, False),
        ("app/students/a/say.j2", True, False),
        ("app/students/a/blocks/deep/mandate.j2", True, False),
        ("app/students/b/say.j2", False, True),
        ("app/base.py", True, False),
        ("app/students/__init__.py", True, True),
        ("app/stage.py", False, False),
    ],
)
def test_a_touched_file_changes_the_digest_of_what_depends_on_it_only(
    sources: Callable[[], Sources], tmp_path: Path, touched: str, changes_a: bool, changes_b: bool
) -> None:
    before = [sources().digest([A]), sources().digest(["app.students.b"])]
    with (tmp_path / touched).open("a") as file:
        file.write("# a comment\n")
    after = [sources().digest([A]), sources().digest(["app.students.b"])]
    assert [old != new for old, new in zip(before, after, strict=True)] == [changes_a, changes_b]


def test_a_new_template_changes_the_digest(sources: Callable[[], Sources], tmp_path: Path) -> None:
    before = sources().digest([A])
    (tmp_path / "app/students/a/more.j2").write_text("x")
    assert sources().digest([A]) != before


def test_the_simulation_stage_imports_no_student_by_itself() -> None:
    students = {name for name in Sources().closure(["pipeline.simulate"]) if name.startswith("simulators.students.")}
    assert students == {"simulators.students.student"}


def test_no_student_depends_on_another_kinds_folder() -> None:
    kinds = ("beagle", "vanilla", "simstudent")
    for kind in kinds:
        closure = Sources().closure([f"simulators.students.{kind}"])
        assert not [name for name in closure for other in kinds if other != kind and f".{other}" in name]
