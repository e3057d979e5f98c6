"""What the pictures are drawn from."""

from __future__ import annotations

import pytest

import celosia
from celosia.core.values import ValueCounts

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.web.app.lattice_view import edges, placed
from celosia.web.app.pictures import nested, spread_of

NODES = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


def test_a_lattice_joins_each_node_with_its_direct_generalizations():
    joined = {(NODES[below], NODES[above]) for below, above in edges(NODES)}

    assert len(joined) == 12
    assert ((0, 0), (0, 1)) in joined
    assert all(sum(above) == sum(below) + 1 for below, above in joined)


def test_coarser_nodes_are_drawn_higher():
    places = placed(NODES)

    assert places[(2, 2)][1] < places[(1, 1)][1] < places[(0, 0)][1]


def test_a_lattice_of_one_node_can_be_placed():
    assert len(placed([(0,)])) == 1


def test_numbers_are_spread_over_intervals_that_hold_every_record():
    values = ValueCounts.of([str(number) for number in range(100)] + [None])

    spread = spread_of(values, celosia.ColumnType.INTEGER)

    assert sum(records for _, records in spread.bars) == 100
    assert spread.records == 101


@pytest.mark.parametrize(
    "written", ["{day:02}/05/{year}", "{year}-05-{day:02}", "{day:02}.05.{year}"]
)
def test_dates_are_spread_over_years_however_they_are_written(written):
    dates = [written.format(day=day, year=1950 + 2 * day) for day in range(1, 29)]

    spread = spread_of(ValueCounts.of([*dates, None]), celosia.ColumnType.DATE, "es")

    assert spread.bars[0] == ("1952 – 1958", 4)
    assert sum(records for _, records in spread.bars) == 28


def test_dates_of_one_year_are_shown_as_they_are():
    dates = [f"{day:02}/05/1986" for day in range(1, 29)]

    spread = spread_of(ValueCounts.of(dates), celosia.ColumnType.DATE)

    assert spread.bars[0] == ("01/05/1986", 1)
    assert spread.others == 22


def test_dates_are_read_by_the_format_that_was_declared():
    values = ValueCounts.of([f"{day} May {1950 + 2 * day}" for day in range(1, 29)])

    spread = spread_of(values, celosia.ColumnType.DATE, format="%d %b %Y")

    assert spread.bars[0] == ("1952 – 1958", 4)


@pytest.mark.parametrize("odd", ["1_000", "\u0661\u0662", "inf", "1e999"])
def test_what_is_no_number_to_any_engine_is_none_in_a_picture(odd):
    values = ValueCounts.of([odd, *map(str, range(20))])

    assert spread_of(values, celosia.ColumnType.DECIMAL).others == 15


def test_digits_that_begin_no_date_are_no_year():
    dates = [f"{day:02}/05/{1950 + day}" for day in range(1, 29)]

    spread = spread_of(ValueCounts.of([*dates, "99/99/1999"]), celosia.ColumnType.DATE)

    assert spread.others == 23


def test_bounds_are_written_as_the_language_does():
    values = ValueCounts.of([str(number / 10) for number in range(80)])

    assert spread_of(values, celosia.ColumnType.DECIMAL, "es").bars[1][0] == "0,99 – 1,98"
    assert spread_of(values, celosia.ColumnType.DECIMAL, "en").bars[1][0] == "0.99 – 1.98"


def test_of_many_words_the_most_frequent_are_shown():
    values = ValueCounts.of(["a"] * 5 + [f"v{i}" for i in range(20)])

    spread = spread_of(values, celosia.ColumnType.TEXT)

    assert spread.bars[0] == ("a", 5)
    assert spread.others == 15


def test_rows_of_a_hierarchy_become_a_tree():
    rows = (("1986", "198*", "*"), ("1996", "199*", "*"))

    assert nested(rows) == [
        {
            "name": "*",
            "children": [
                {"name": "198*", "children": [{"name": "1986"}]},
                {"name": "199*", "children": [{"name": "1996"}]},
            ],
        }
    ]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(["1", "1.0", "1.00", "01", "001", "+1", "1,0"], id="one number"),
        pytest.param(["nan", *"1234567"], id="not a number"),
        pytest.param(["1e308", "-1e308", *"12345"], id="too far apart"),
        pytest.param(["1.234,5", *"1234567"], id="grouped"),
    ],
)
def test_numbers_without_intervals_are_shown_as_they_are(values):
    spread = spread_of(ValueCounts.of(values), celosia.ColumnType.DECIMAL)

    assert [records for _, records in spread.bars] == [1] * 6
    assert spread.others == len(values) - 6
