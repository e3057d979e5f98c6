from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.counts import CodedHierarchy
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.errors import ParameterError
from celosia.utility.certainty_penalty import CertaintyPenalty, cell_penalty
from celosia.utility.loss import Loss


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("20", 0.0),
        ("33", 0.0),
        ("20-30", 0.1),
        ("[20, 30)", 0.1),
        ("<10", 0.1),
        (">=90", 0.1),
        ("90-110", 0.1),
        ("-50-500", 1.0),
        ("200-210", 0.1),
        ("*", 1.0),
        (None, 1.0),
    ],
)
def test_numbers_cost_the_width_of_their_interval(label, expected):
    ages = AttributeDomain.of("age", ["0", "20", "100"])

    assert cell_penalty(ages, label) == pytest.approx(expected)


def test_with_a_hierarchy_numbers_cost_leaves():
    rows = [("0", "0-49", "*"), ("20", "0-49", "*"), ("100", "50-100", "*")]
    ages = AttributeDomain.of("age", ["0", "20", "100"], Hierarchy.from_rows("age", rows))

    assert [cell_penalty(ages, label) for label in ("0", "0-49", "50-100", "*")] == [0, 0.5, 0, 1]


def test_by_leaves_it_is_the_loss_that_searches_minimize():
    cells = ["a", "b", "b", "c", "d", None]
    rows = [("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*")]
    tree = Hierarchy.from_rows("c", rows)
    coded = CodedHierarchy.of(tree, ValueCounts.of(cells))
    domain = AttributeDomain.of("c", cells, tree)

    for level in range(coded.levels):
        penalties = [cell_penalty(domain, label) for label in coded.labels(level)]
        expected = coded.weights @ Loss().costs(coded)[level]
        assert np.average(penalties, weights=coded.counts) == pytest.approx(expected)


def test_a_constant_column_has_nothing_to_lose():
    assert cell_penalty(AttributeDomain.of("age", ["5", "5"]), "*") == 0
    assert cell_penalty(AttributeDomain.of("sex", ["F"]), "*") == 0
    assert cell_penalty(AttributeDomain.of("sex", [None]), "*") == 0


def test_records_left_out_cost_everything():
    domains = {"sex": AttributeDomain.of("sex", ["F", "M"])}

    penalty = CertaintyPenalty.of({"sex": ["F", "M"]}, domains, records=4)

    assert (penalty.gcp, penalty.gcp_with_left_out) == (0.0, 0.5)


def test_an_empty_release_has_no_gcp_of_its_own():
    penalty = CertaintyPenalty.of({"sex": []}, {"sex": AttributeDomain.of("sex", ["F"])}, 1)

    assert isnan(penalty.gcp)
    assert penalty.gcp_with_left_out == 1


def test_an_unknown_label_is_counted_not_named():
    domains = {"city": AttributeDomain.of("city", ["Oslo", "Rome"])}

    with pytest.raises(ParameterError, match="1 of 2 distinct labels of 'city'") as caught:
        CertaintyPenalty.of({"city": ["North", "Rome"]}, domains)

    assert "North" not in str(caught.value)


def test_bad_input_is_explained():
    domains = {"sex": AttributeDomain.of("sex", ["F", "M"])}

    with pytest.raises(ParameterError, match="no column 'sex'"):
        CertaintyPenalty.of({"age": ["1"]}, domains)
    with pytest.raises(ParameterError, match=r"more than the original \(1\)"):
        CertaintyPenalty.of({"sex": ["F", "M"]}, domains, records=1)
    with pytest.raises(ParameterError, match="No columns"):
        CertaintyPenalty.of({"sex": ["F"]}, {})
