from __future__ import annotations

from math import inf, isnan, log2

import numpy as np
import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.classes import Classes
from celosia.core.counts import CodedHierarchy
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.errors import ParameterError
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.average_class_size import AverageClassSize
from celosia.utility.discernibility import Discernibility
from celosia.utility.entropy import EntropyLoss, NonUniformEntropy
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.size_costs import ClassSizeLoss, SuppressedShare

ORIGINAL = {"age": ["20", "21", "30", "31"], "sex": ["F", "M", "F", "F"]}
DOMAINS = {name: AttributeDomain.of(name, cells) for name, cells in ORIGINAL.items()}


def test_class_sizes_agree_with_the_objectives():
    loss = ClassSizeLoss.of(Classes(np.array([3, 5])), records=10, k=2)

    assert loss.discernibility == Discernibility().score(10, 2, 2, 34.0, 2)
    assert loss.average_class_size == AverageClassSize().score(10, 2, 2, 34.0, 2)
    assert loss.suppressed == 2


def test_classes_smaller_than_k_count_as_suppressed():
    loss = ClassSizeLoss.of(Classes(np.array([1, 5])), k=2)

    assert (loss.suppressed, loss.discernibility) == (1, 25 + 6)


def test_nothing_released():
    loss = ClassSizeLoss.of(Classes(np.array([], np.int64)))

    assert isnan(loss.average_class_size)
    assert (loss.discernibility, loss.suppressed) == (0, 0)


def test_ambiguity_counts_combinations():
    release = {"age": ["20-21", "20-21", "*"], "sex": ["*", "F", "F"]}

    assert Ambiguity.of(release, DOMAINS).mean == (4 + 2 + 4) / 3
    assert Ambiguity.of(release, DOMAINS, records=4).mean == (4 + 2 + 4 + 8) / 4
    assert Ambiguity.of({"age": ["25"], "sex": ["F"]}, DOMAINS).mean == 1


def test_suppressed_records_and_cells():
    release = {"age": ["*", "*", "30"], "sex": ["*", "F", "F"]}

    share = SuppressedShare.of(release, DOMAINS, records=4)

    assert (share.records, share.cells) == (0.5, 0.625)
    assert share.by_attribute == {"age": 0.75, "sex": 0.5}


def test_kl_divergence_spreads_labels_evenly():
    release = {"age": ["20-21", "20-21", "30-31", "30-31"], "sex": ORIGINAL["sex"]}

    found = KLDivergence.of(ORIGINAL, release, DOMAINS)

    assert found.bits == pytest.approx(0.25 * log2(2) + 0.25 * log2(2))


def test_kl_divergence_of_a_fully_suppressed_table():
    release = {"age": ["*"] * 4, "sex": ["*"] * 4}

    assert KLDivergence.of(ORIGINAL, release, DOMAINS).bits == pytest.approx(1.0)
    assert KLDivergence.of(ORIGINAL, {"age": [], "sex": []}, DOMAINS).bits == pytest.approx(1.0)


def test_kl_divergence_is_infinite_when_the_release_rules_out_what_occurs():
    release = {"age": ["20"] * 4, "sex": ["F"] * 4}

    assert KLDivergence.of(ORIGINAL, release, DOMAINS).bits == inf


def test_kl_divergence_needs_records():
    with pytest.raises(ParameterError, match="no records"):
        KLDivergence.of({"age": []}, {"age": []}, {"age": AttributeDomain.of("age", [])})


def test_entropy_loss_is_what_searches_minimize():
    cells = ["a", "b", "b", "c", "d", None]
    rows = [("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*")]
    tree = Hierarchy.from_rows("c", rows)
    coded = CodedHierarchy.of(tree, ValueCounts.of(cells))
    domains = {"c": AttributeDomain.of("c", cells, tree)}

    for level in range(coded.levels):
        released = {"c": ValueCounts(coded.labels(level), tuple(coded.counts.tolist()))}
        expected = coded.weights @ NonUniformEntropy().costs(coded)[level]
        assert EntropyLoss.of(released, domains).bits == pytest.approx(expected)


def test_a_value_that_no_record_of_a_part_holds_costs_no_bits():
    tree = Hierarchy.from_rows("c", [("a", "*"), ("b", "*"), ("c", "*")])
    part = CodedHierarchy.of(tree, ValueCounts(("a", "b", "c"), (2, 0, 2)))

    assert NonUniformEntropy().costs(part).tolist() == [[0, 0, 0], [1, 0, 1]]
    assert NonUniformEntropy().suppressed(part).tolist() == [1, 0, 1]


def test_records_left_out_lose_all_bits():
    domains = {"sex": AttributeDomain.of("sex", ["F", "M", "F", "M"])}

    assert EntropyLoss.of({"sex": ["F", "M"]}, domains, records=4).bits == 0.5
    assert EntropyLoss.of({"sex": []}, domains, records=4).share == 1
    assert EntropyLoss.of({"c": ["*"]}, {"c": AttributeDomain.of("c", ["x"])}).share == 0
