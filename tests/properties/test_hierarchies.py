from __future__ import annotations

import string
from datetime import date

import pytest
from hypothesis import given, strategies as st

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.hierarchies import (
    FORMATS,
    Digits,
    Intervals,
    Masking,
    Suppression,
    TaxonomyTree,
    parse_hierarchy,
    propose_hierarchy,
    rule_from_dict,
    rule_to_dict,
    useful_levels,
)

CODES = st.text(string.digits + string.ascii_uppercase + " .-*", max_size=6)
CELLS = st.one_of(
    st.lists(kind | st.none(), min_size=1, max_size=40)
    for kind in (
        st.text(max_size=8),
        CODES,
        st.integers().map(str),
        st.integers(0, 120).map(str),
        st.integers(1850, 2100).map(str),
        st.floats().map(str),
        st.decimals(-1000, 1000, places=2).map(str),
        st.dates(date(1, 1, 1)).map(date.isoformat),
        st.dates().map(lambda day: day.strftime("%d/%m/%Y")),
        st.from_regex(r"[0-9]{5}", fullmatch=True),
        st.sampled_from("abcdefghijkl"),
    )
)


@given(CELLS)
def test_any_column_gets_a_complete_and_nested_hierarchy(cells):
    values = ValueCounts.of(cells)

    hierarchy = propose_hierarchy("x", values).rule.build("x", values).fitted(values.values)

    assert not hierarchy.problems(values.values)
    assert hierarchy.values == values.values


@given(CELLS)
def test_every_proposed_level_merges_values_and_the_last_is_a_star(cells):
    values = ValueCounts.of(cells)

    hierarchy = propose_hierarchy("x", values).rule.build("x", values)

    assert set(hierarchy.levels[-1]) <= {"*"}
    if len(values.texts) > 1:
        assert useful_levels(hierarchy) == tuple(range(hierarchy.height + 1))


@given(CELLS)
def test_a_proposed_rule_survives_the_recipe(cells):
    rule = propose_hierarchy("x", ValueCounts.of(cells)).rule

    assert rule_from_dict(rule_to_dict(rule)) == rule


@given(CELLS.filter(lambda cells: any(cells)))
def test_no_reason_holds_a_number_of_the_data(cells):
    reason = propose_hierarchy("x", ValueCounts.of(cells)).reason.text()

    assert not any(cell in reason.split() for cell in cells if cell and cell[0] in string.digits)


@given(
    st.lists(st.decimals(-(10**6), 10**6, places=3), min_size=1),
    st.sampled_from([(5, 10, 40), (0.1, 0.5, 2), (0.003, 0.3)]),
    st.decimals(-10, 10, places=2),
)
def test_intervals_nest_whatever_the_origin(numbers, widths, origin):
    values = ValueCounts.of([str(number) for number in numbers])

    hierarchy = Intervals(widths, float(origin), bottom=-500, top=90).build("x", values)

    assert not hierarchy.problems(values.values)


@pytest.mark.parametrize("side", ["last", "first"])
@pytest.mark.parametrize("pad", [True, False])
@given(cells=st.lists(CODES, min_size=1), step=st.integers(1, 3))
def test_masking_nests(side, pad, cells, step):
    values = ValueCounts.of(cells)

    hierarchy = Masking(side, step=step, pad=pad).build("x", values)

    assert not hierarchy.problems(values.values)


@given(st.lists(CODES, min_size=1))
def test_padded_masks_do_not_tell_the_length(cells):
    values = ValueCounts.of(cells)

    hierarchy = Masking().build("x", values)

    assert all(len(set(map(len, level))) == 1 for level in hierarchy.levels[1:])


@given(st.lists(st.integers().map(str), min_size=1))
def test_digits_nest(cells):
    values = ValueCounts.of(cells)

    assert not Digits().build("x", values).problems(values.values)


@st.composite
def tables(draw):
    """Rows of any labels at all, null and empty text among them."""
    width = draw(st.integers(1, 4))
    row = st.tuples(*[st.text(max_size=4) | st.none()] * width)
    return Hierarchy.from_rows("x", draw(st.lists(row, min_size=1, max_size=8)))


@st.composite
def trees(draw):
    """Trees with paths of different lengths; node n hangs from an earlier one."""
    parents = draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=15))
    edges = [(f"n{child}", f"n{p % child}") for child, p in enumerate(parents, start=1)]
    return TaxonomyTree.from_edges(edges)


@pytest.mark.parametrize("format", ["own", "arx"])
@given(hierarchy=tables())
def test_tables_come_back_from_their_formats(format, hierarchy):
    text = FORMATS[format].write(hierarchy)

    assert parse_hierarchy(text, "x", format) == hierarchy


@pytest.mark.parametrize("format", ["own", "arx", "taxonomy", "amnesia"])
@given(tree=trees())
def test_trees_come_back_from_every_format_without_naming_it(format, tree):
    hierarchy = tree.hierarchy("x")

    text = FORMATS[format].write(hierarchy)

    assert set(parse_hierarchy(text, "x").rows) == set(hierarchy.rows)


@given(trees())
def test_a_tree_gives_a_nested_hierarchy(tree):
    hierarchy = tree.hierarchy("x")

    assert hierarchy.height == tree.height
    assert not hierarchy.problems(hierarchy.values)


@given(trees(), st.data())
def test_distances_in_a_tree_are_symmetric_and_at_most_one(tree, data):
    a, b = (data.draw(st.sampled_from(sorted(tree.heights))) for _ in range(2))

    assert 0 <= tree.distance(a, b) == tree.distance(b, a) <= 1
    assert (tree.distance(a, b) == 0) == (a == b)


def test_an_empty_column_still_gets_a_rule():
    assert propose_hierarchy("x", ValueCounts.of([])).rule == Suppression()
