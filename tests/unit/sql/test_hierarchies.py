"""A hierarchy lives in a table with a column per level."""

from __future__ import annotations

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.engines.sql import SqlRelation, read_hierarchy, write_hierarchy
from celosia.errors import HierarchyError

ROWS = [("a", "ab", "*"), ("A", "ab", "*"), ("á ", "ab", "*"), ("😀", "x", "*"), (None, None, "*")]
HIERARCHY = Hierarchy.from_rows("c", ROWS)


def test_a_hierarchy_comes_back_as_it_was_written(scratch):
    url = scratch.at(scratch.name())

    write_hierarchy(url, HIERARCHY)
    write_hierarchy(url, HIERARCHY)

    with SqlRelation(url) as relation:
        assert relation.columns == ("level_0", "level_1", "level_2")
    assert set(read_hierarchy(url, "c").rows) == set(ROWS)


def test_values_too_long_for_an_index_are_stored_too(scratch):
    url = scratch.at(scratch.name())
    rows = [("x" * 5000 + end, "x", "*") for end in "ab"]

    write_hierarchy(url, Hierarchy.from_rows("c", rows))

    assert set(read_hierarchy(url, "c").rows) == set(rows)


def test_another_table_is_no_hierarchy(scratch):
    table = scratch.table(["level_0", "other"], [("a", "b")])

    with pytest.raises(HierarchyError, match="Columns: level_0, other"):
        read_hierarchy(scratch.at(table), "c")
