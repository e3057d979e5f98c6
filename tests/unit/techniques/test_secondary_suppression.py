"""Complementary suppression, by hand on small tables."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from celosia.errors import ParameterError
from celosia.techniques.tables.secondary_suppression import Quantity, hidden_with_complements


def with_totals(inner):
    table = np.asarray(inner)
    for axis in range(table.ndim):
        table = np.concatenate([table, table.sum(axis, keepdims=True)], axis)
    return table


def hidden(inner, primary, lowest=1.0, lone=False, values=None, need=1.0):
    counts = with_totals(inner)
    figures = (counts if values is None else with_totals(values)).astype(float)
    quantity = Quantity(figures, lowest, np.full(counts.shape, need))
    marked = np.zeros(counts.shape, bool)
    for place in primary:
        marked[place] = True
    return hidden_with_complements(marked, counts > 0, counts, [quantity], lone)


def places(marked):
    return [tuple(int(at) for at in place) for place in np.argwhere(marked)]


def test_nothing_to_hide_hides_nothing():
    assert not hidden([[4, 5], [6, 7]], []).any()


def test_the_cheapest_rectangle_is_hidden():
    inner = [[1, 9, 5], [8, 90, 6], [70, 50, 7]]

    assert places(hidden(inner, [(0, 0)])) == [(0, 0), (0, 2), (1, 0), (1, 2)]


def test_one_cell_of_a_single_column_takes_the_smallest_other_with_it():
    assert places(hidden([1, 9, 5], [(0,)])) == [(0,), (2,)]


def test_a_table_of_one_group_hides_its_total_too():
    assert places(hidden([2], [(0,)])) == [(0,), (1,)]


def test_cells_that_can_only_be_one_are_not_enough():
    """Four ones in a rectangle are no bridge, yet each is known: a listed group is not empty."""
    inner = [[1, 1, 9], [1, 1, 9], [9, 9, 9]]
    rectangle = [(0, 0), (0, 1), (1, 0), (1, 1)]

    assert places(hidden(inner, rectangle, lowest=0)) == rectangle
    assert hidden(inner, rectangle, lowest=1).sum() > 4


def test_empty_cells_are_known_and_of_no_use():
    inner = [[1, 0, 9], [0, 5, 9], [7, 7, 9]]

    assert not hidden(inner, [(0, 0)])[0, 1]


def test_without_a_lowest_value_everything_may_fall():
    inner = [[1, 1], [1, 1]]

    assert places(hidden(inner, [(0, 0)], lowest=-inf)) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_large_need_asks_for_cells_with_as_much_room():
    counts = [[2, 3, 4], [5, 6, 7]]
    values = [[10, 1, 500], [60, 500, 500]]

    marked = hidden(counts, [(0, 0)], lowest=0, values=values, need=50.0)

    assert places(marked) == [(0, 0), (0, 2), (1, 0), (1, 2)]


def test_somebody_alone_in_a_cell_learns_no_other():
    """Of two hidden cells in a row, whoever is the only record of one would know the other."""
    inner = [[1, 2, 9], [5, 6, 9], [8, 8, 9]]
    primary = [(0, 0), (0, 1), (1, 0), (1, 1)]

    without = hidden(inner, primary, lowest=0)
    against = hidden(inner, primary, lowest=0, lone=True)

    assert places(without) == primary
    assert against.sum() > without.sum()


def test_three_columns_are_refused():
    cube = np.ones((2, 2, 2), np.int64)

    with pytest.raises(ParameterError, match="one or two columns"):
        hidden_with_complements(cube > 1, cube > 0, cube, [])
