import pytest

from pipeline.frozen import FrozenStudy
from pipeline.published import PublishedTable, check_published
from protocol import ConfigurationError, DataError


def test_a_cell_holds_the_print_and_its_numbers() -> None:
    cell = PublishedTable.read("beagle_table1").cells["Vanilla+M", "Solve"]  # 92.00 ± 3.84 % (Table 1)
    assert (cell.printed, cell.value, cell.spread, cell.unit) == ("92.00 ± 3.84%", 92.0, 3.84, "%")


def test_a_cell_that_prints_a_dash_has_no_number() -> None:
    assert PublishedTable.read("beagle_table1").cells["SimStudent (Rule-based)", "Lag"].value is None


def test_a_missing_table_is_named_with_the_nearest() -> None:
    with pytest.raises(DataError, match=r"beagle_tabel1\.csv: no such published table - did you mean beagle_table1"):
        PublishedTable.read("beagle_tabel1")


def test_a_row_that_is_not_printed_is_named(frozen: FrozenStudy) -> None:
    check_published(frozen.study)
    study = frozen.study.model_copy(update={"rows": {"Vanila": "vanilla"}})
    with pytest.raises(ConfigurationError, match="no row Vanila - did you mean Vanilla"):
        check_published(study)
