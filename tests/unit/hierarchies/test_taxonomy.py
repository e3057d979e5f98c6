from __future__ import annotations

import pytest

from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies import Taxonomy, TaxonomyTree
from celosia.hierarchies.formats import tree_text

FIGURE_D1 = """\
India;Asia-Este;Asia;*
Japón;Asia-Este;Asia;*
Korea;Asia-Este;Asia;*
Iran;Asia-Oeste;Asia;*
Argentina;Sur;America;*
Chile;Sur;America;*
Centro;America;*
EEUU;Norte;America;*
Canada;Norte;America;*
"""


@pytest.fixture
def tree():
    return tree_text.read_tree(FIGURE_D1)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("India", "Korea", 1 / 3),
        ("India", "Canada", 1),
        ("India", "Asia-Oeste", 2 / 3),
        ("Centro", "Chile", 2 / 3),
        ("India", "Asia-Este", 1 / 3),
        ("Asia", "Asia", 0),
    ],
)
def test_distance_is_the_height_of_the_smallest_common_subtree(tree, a, b, distance):
    assert tree.distance(a, b) == tree.distance(b, a) == distance


def test_height_ancestors_and_common_ancestor(tree):
    assert tree.height == 3
    assert tree.root == "*"
    assert tree.ancestors("Centro") == ("America", "*")
    assert tree.common_ancestor("India", "Japón", "Iran") == "Asia"
    assert tree.common_ancestor("India", "Asia") == "Asia"


def test_a_short_path_repeats_its_leaf_at_the_lower_levels(tree):
    hierarchy = tree.hierarchy("country")

    assert hierarchy.rows[6] == ("Centro", "Centro", "America", "*")
    assert hierarchy.rows[7] == ("EEUU", "Norte", "America", "*")
    assert not hierarchy.problems(hierarchy.values)


def test_an_inner_node_can_be_a_value_too():
    tree = TaxonomyTree((("India", "Asia", "*"), ("Asia", "*")))

    assert tree.hierarchy("country").rows == (("India", "Asia", "*"), ("Asia", "Asia", "*"))


def test_a_tree_from_edges():
    tree = TaxonomyTree.from_edges([("India", "Asia"), ("Chile", "*"), ("Asia", "*")])

    assert tree.paths == (("India", "Asia", "*"), ("Chile", "*"))


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ((), "empty"),
        (((),), "empty"),
        ((("a", "x", "*"), ("a", "y", "*")), "Path 2 of the taxonomy gives a node a second parent"),
        ((("a", "b", "a"),), "cycle"),
        ((("a", "*"), ("b", "c", "b")), "cycle"),
        ((("a", "*"), ("b", "+")), "2 roots"),
    ],
)
def test_what_is_not_a_tree_is_refused(paths, message):
    with pytest.raises(HierarchyError, match=message):
        TaxonomyTree(paths)


def test_edges_in_a_ring_are_a_cycle():
    with pytest.raises(HierarchyError, match="cycle"):
        TaxonomyTree.from_edges([("a", "b"), ("b", "a")])


def test_unknown_nodes_are_counted_and_not_shown(tree):
    with pytest.raises(HierarchyError, match="1 of 2 nodes") as caught:
        tree.distance("India", "Atlantis")

    assert "Atlantis" not in str(caught.value)


def test_the_rule_writes_the_paths_into_the_recipe():
    rule = Taxonomy((("India", "Asia", "*"), ("Chile", "*")))

    assert rule.build("country", ValueCounts.of(["Chile"])).levels[1] == ("Asia", "Chile")
