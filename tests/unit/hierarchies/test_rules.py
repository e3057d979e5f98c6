from __future__ import annotations

import pytest

from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies import (
    RULES,
    Dates,
    Digits,
    ExplicitRows,
    Frequent,
    FromFile,
    Intervals,
    Masking,
    OrderedGroups,
    Suppression,
    Taxonomy,
    rule_from_dict,
    rule_to_dict,
)

WRITTEN = [
    (Intervals((5, 10)), {"kind": "intervals", "widths": [5, 10]}),
    (Intervals((0.5,), bottom=0), {"kind": "intervals", "widths": [0.5], "bottom": 0}),
    (Masking(), {"kind": "masking"}),
    (Masking(masked=(1, 3)), {"kind": "masking", "masked": [1, 3]}),
    (Digits(levels=2), {"kind": "digits", "levels": 2}),
    (Dates(levels=("year",)), {"kind": "dates", "levels": ["year"]}),
    (OrderedGroups((2,)), {"kind": "ordered", "sizes": [2]}),
    (OrderedGroups((2,), ("a", "b")), {"kind": "ordered", "sizes": [2], "order": ["a", "b"]}),
    (Frequent((5,), suppress=False), {"kind": "frequent", "thresholds": [5], "suppress": False}),
    (Taxonomy((("a", "*"),)), {"kind": "taxonomy", "paths": [["a", "*"]]}),
    (ExplicitRows((("a", "*"),)), {"kind": "rows", "rows": [["a", "*"]]}),
    (FromFile("a.csv", "arx"), {"kind": "file", "path": "a.csv", "format": "arx"}),
    (Suppression(), {"kind": "suppression"}),
]


@pytest.mark.parametrize(("rule", "entries"), WRITTEN, ids=repr)
def test_a_rule_is_written_without_its_defaults_and_read_back(rule, entries):
    assert rule_to_dict(rule) == entries
    assert rule_from_dict(entries) == rule


def test_every_rule_is_tried_above():
    assert {rule.kind for rule, _ in WRITTEN} == set(RULES)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({}, "no kind: write kind = one of intervals, masking"),
        ({"kind": "magic"}, "Kinds: intervals, masking"),
        ({"kind": ["x"]}, "Kinds: intervals, masking"),
        ({"kind": "intervals", "width": 5}, "no entry width. Entries: widths, origin"),
        ({"kind": "intervals"}, "needs the entry widths"),
        ({"kind": "suppression", "x": 1}, "Entries: none"),
    ],
)
def test_what_is_not_a_rule_is_refused(entries, message):
    with pytest.raises(HierarchyError, match=message):
        rule_from_dict(entries)


def test_a_rule_checks_itself_when_read():
    with pytest.raises(ParameterError, match="not a multiple"):
        rule_from_dict({"kind": "intervals", "widths": [5, 7]})


@pytest.mark.parametrize(
    "entries",
    [
        {"kind": "rows", "rows": [[28001, "*"]]},
        {"kind": "rows", "rows": ["ab"]},
        {"kind": "taxonomy", "paths": [["a", 1]]},
        {"kind": "ordered", "sizes": [2], "order": [1, 2]},
    ],
)
def test_numbers_where_texts_are_meant_are_refused(entries):
    with pytest.raises(ParameterError, match="put numbers in quotes"):
        rule_from_dict(entries)
