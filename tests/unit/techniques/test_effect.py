from __future__ import annotations

import json

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.effect import Effect, NumberEffect
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.generalization.rounding import Rounding
from celosia.techniques.suppression.column_suppression import AttributeSuppression
from celosia.techniques.suppression.record_suppression import RecordSuppression

CONTEXT = TechniqueContext(Randomness(b"secret"))
TABLE = Cells.of({"age": ["20", "22", "24", None], "name": ["Ana", "Eva", "Ana", "Leo"]})


def measured(technique, table=TABLE):
    return Effect.of(technique, table, technique.apply(table, CONTEXT).cells)


def test_rounding_is_measured_cell_by_cell():
    column = measured(Rounding("age", 10)).columns[0]

    assert (column.column, column.removed, column.changed) == ("age", False, 0.5)
    assert (column.distinct_before, column.distinct_after) == (3, 1)
    assert (column.nulls_before, column.nulls_after) == (1, 1)
    assert column.numbers == NumberEffect(
        22.0, 20.0, pytest.approx((8 / 3) ** 0.5), 0.0, pytest.approx(2.0)
    )


def test_labels_have_no_mean():
    column = measured(FixedIntervals("age", 10)).columns[0]

    assert column.changed == 0.75
    assert column.numbers is None


def test_records_left_out_are_measured_in_every_column():
    effect = measured(RecordSuppression("age", "above", 22))
    age, name = effect.columns

    assert (effect.records_before, effect.records_after) == (4, 3)
    assert (age.changed, age.numbers.absolute_change) == (None, None)
    assert (age.numbers.mean_before, age.numbers.mean_after) == (22.0, 21.0)
    assert (name.distinct_before, name.distinct_after, name.numbers) == (3, 3, None)


def test_a_column_left_out_is_removed():
    effect = measured(AttributeSuppression(("name",)))

    assert effect.records_after == 4
    assert (effect.columns[0].removed, effect.columns[0].distinct_after) == (True, 0)


def test_nothing_left_is_still_measured():
    effect = measured(AttributeSuppression(("age", "name")))

    assert [column.removed for column in effect.columns] == [True, True]


def test_an_empty_table():
    column = measured(Rounding("age", 10), Cells.of({"age": []})).columns[0]

    assert (column.changed, column.numbers) == (0.0, None)


def test_no_value_is_inside():
    written = json.dumps(measured(RecordSuppression("name", "equals", "Ana")).to_dict())

    assert "Ana" not in written
    assert "Leo" not in written
