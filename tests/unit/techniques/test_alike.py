"""What every value-wise and record technique does alike."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, ValueTechnique
from celosia.core.values import Cells
from celosia.errors import DataError
from celosia.techniques.generalization.categories import HierarchyLevel, RareToOthers
from celosia.techniques.generalization.coordinate_rounding import CoordinateRounding
from celosia.techniques.generalization.date_period import DatePeriod
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.generalization.one_spelling import OneSpelling
from celosia.techniques.generalization.rounding import Rounding
from celosia.techniques.generalization.top_bottom_coding import TopBottomCoding
from celosia.techniques.masking.character_masking import CharacterMasking
from celosia.techniques.masking.format_masking import FormatMasking
from celosia.techniques.suppression.column_suppression import AttributeSuppression
from celosia.techniques.suppression.outliers import OutlierSuppression
from celosia.techniques.suppression.record_suppression import RecordSuppression
from celosia.techniques.suppression.small_classes import SmallClassSuppression

CELLS = {
    "age": ["31", "47", None, "31"],
    "born": ["1990-08-15", "1971-01-02", None, "1990-08-15"],
    "gps": ["1.27434, 103.79967", "40.4, -3.7", None, "40.4, -3.7"],
    "ip": ["12.120.210.88", "::1", None, "::1"],
}
AGES = Hierarchy.from_rows("age", [("31", "young"), ("47", "old")])
CONTEXT = TechniqueContext(Randomness(b"secret"), hierarchies={"age": AGES})
TECHNIQUES = [
    AttributeSuppression(("age",)),
    CoordinateRounding("gps"),
    DatePeriod("born"),
    FixedIntervals("age", 10),
    FormatMasking("ip", "ip"),
    HierarchyLevel("age", 1),
    CharacterMasking("born", keep_first=4),
    OneSpelling("age"),
    OutlierSuppression(("age",)),
    RareToOthers("age", least=2),
    RecordSuppression("age", "missing"),
    Rounding("age", 5),
    SmallClassSuppression(("age", "ip"), 2),
    TopBottomCoding("age", top=40),
]
BY_VALUE = [technique for technique in TECHNIQUES if isinstance(technique, ValueTechnique)]
every_technique = pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda t: t.kind)


@every_technique
def test_the_given_table_and_the_other_columns_stay_as_they_are(technique):
    table = Cells.of(CELLS)

    made = technique.apply(table, CONTEXT).cells

    assert {name: table.column(name).tolist() for name in table.names} == CELLS
    if made.records == table.records:
        for name in set(made.names) - set(technique.changes):
            assert made.column(name).tolist() == CELLS[name]


@every_technique
def test_permuted_rows_give_permuted_results(technique):
    backwards = {name: cells[::-1] for name, cells in CELLS.items()}

    made = technique.apply(Cells.of(CELLS), CONTEXT).cells
    permuted = technique.apply(Cells.of(backwards), CONTEXT).cells

    assert made.names == permuted.names
    for name in made.names:
        assert permuted.column(name).tolist() == made.column(name).tolist()[::-1]


@every_technique
def test_it_is_frozen_and_its_fields_are_plain(technique):
    with pytest.raises((FrozenInstanceError, TypeError)):
        technique.column = "other"
    for field in fields(technique):
        value = getattr(technique, field.name)
        assert isinstance(value, str | int | float | bool | tuple | None)


@every_technique
def test_it_explains_itself_in_both_languages(technique):
    explanation = technique.explanation

    assert str(explanation).endswith(".")
    assert explanation.text("es").endswith(".")
    assert str(explanation) != explanation.text("es")


@every_technique
def test_a_column_that_does_not_exist_is_named(technique):
    with pytest.raises(DataError, match="There is no column"):
        technique.apply(Cells.of({"other": ["1"]}), CONTEXT)


@pytest.mark.parametrize("technique", BY_VALUE, ids=lambda t: t.kind)
def test_a_join_on_the_distinct_values_does_the_same(technique):
    cells = CELLS[technique.column]
    values = [value for value in dict.fromkeys(cells) if value is not None]

    labels = dict(zip(values, technique.relabel(values, CONTEXT), strict=True))

    assert len(BY_VALUE) == 8
    made = technique.apply(Cells.of(CELLS), CONTEXT).cells.column(technique.column).tolist()
    assert made == [None if cell is None else labels[cell] for cell in cells]
