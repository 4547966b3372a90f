"""What sections and tables of the paper say of each other."""

import re

import pytest

from pipeline.published import PublishedTable

MODELS = ("Sonnet-3.5", "Haiku-3.5", "GPT-4o", "DeepSeek-v2.5")
ACCURACIES = ("Correct Accuracy", "Incorrect Accuracy", "Demo Accuracy")


def by_platform(column: str) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for (row, name), cell in PublishedTable.read("tutorgym_table2").cells.items():
        if name == column and cell.value is not None:
            platform, model = row.split(": ")
            found.setdefault(platform, {})[model] = cell.value
    return found


@pytest.mark.parametrize("column", ACCURACIES)
def test_bold_is_the_best_model_of_each_platform(column: str) -> None:
    cells = PublishedTable.read("tutorgym_table2").cells
    for platform, accuracies in by_platform(column).items():
        assert tuple(accuracies) == MODELS
        bold = [model for model in MODELS if cells[f"{platform}: {model}", column].note == "bold"]
        assert bold == [max(accuracies, key=accuracies.__getitem__)]


def test_the_domains_of_table_2_are_those_of_the_abstract() -> None:
    domains = PublishedTable.read("tutorgym_section2").cells["TutorGym", "domains"].value
    counts = [re.findall(r"\((\d+) domains\)", platform) for platform in by_platform("Demo Accuracy")]
    assert sum(int(count) for (count,) in counts) == domains


def test_no_model_exceeds_chance_on_incorrect_actions() -> None:
    chance = PublishedTable.read("tutorgym_section3").cells["Labelling incorrect actions", "chance"].value
    assert chance is not None
    assert all(value <= chance for models in by_platform("Incorrect Accuracy").values() for value in models.values())


def test_the_model_that_knows_most_correct_actions_knows_fewest_incorrect_ones() -> None:
    correct, incorrect = by_platform("Correct Accuracy"), by_platform("Incorrect Accuracy")
    for platform in correct:
        best = max(MODELS, key=correct[platform].__getitem__)
        assert best == min(MODELS, key=incorrect[platform].__getitem__)
