"""README and architecture name files, modules and make targets that are there."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/architecture.md")}
FILES = {
    (page, name)
    for page, text in PAGES.items()
    for name in [*re.findall(r"`([\w.-]+/[\w./-]*)`", text), *re.findall(r"\]\(([\w./]+)\)", text)]
    if not re.match(r"results/(full|smoke)", name)  # what a run makes
}
MODULES = {module for text in PAGES.values() for module in re.findall(r"python -m ([\w.]+)", text)} - {"pytest"}
TARGETS = {target for text in PAGES.values() for target in re.findall(r"make ([a-z-]+)", text)} & {
    "reproduce",
    "test",
    "lint",
    "help",
    "smoke",
    "test-workflow",
}


@pytest.mark.parametrize(("page", "name"), sorted(FILES))
def test_a_file_that_is_named_is_there(page: str, name: str) -> None:
    assert (ROOT / name).exists() or (ROOT / page).parent.joinpath(name).exists()


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_that_is_named_can_be_run(module: str) -> None:
    found = importlib.util.find_spec(module)
    assert found is not None
    assert found.submodule_search_locations is None or importlib.util.find_spec(f"{module}.__main__") is not None


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_a_make_target_that_is_named_can_be_made(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_readme_begins_with_the_two_commands() -> None:
    block = re.search(r"```sh\n(.*?)```", PAGES["README.md"], re.DOTALL)
    assert block is not None
    assert [line.split("#")[0].strip() for line in block[1].splitlines()] == ["make reproduce", "make test"]
