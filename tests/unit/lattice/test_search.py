"""What a search says, on tables small enough to see through."""

from __future__ import annotations

import pytest
from tests.support.lattice_problems import problem

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import NullPolicy
from celosia.errors import Cancelled, NotAchievable, ParameterError
from celosia.methods.lattice import evaluate_node, find_all, find_best
from celosia.models import DistinctLDiversity, KAnonymity, TCloseness

SEX = Hierarchy.from_rows("sex", [("F", "*"), ("M", "*")])
AGE = Hierarchy.from_rows("age", [("31", "30s", "*"), ("35", "30s", "*"), ("40", "40s", "*")])
ROWS = [("F", "31"), ("F", "35"), ("M", "31"), ("M", "35"), ("M", "40")]


def test_all_candidates_with_the_minimal_ones_and_the_best():
    found = find_all(problem(ROWS, [SEX, AGE], k=2, suppression=0.2))

    assert [(c.node, c.minimal, c.optimal, c.suppressed) for c in found.candidates] == [
        ((0, 1), True, True, 1),
        ((0, 2), False, False, 0),
        ((1, 0), True, False, 1),
        ((1, 1), False, False, 1),
        ((1, 2), False, False, 0),
    ]
    assert found.attributes == ("sex", "age")
    assert found.max_levels == (1, 2)
    assert found.nodes == 6


def test_the_lattice_is_summed_up_by_height():
    found = find_all(problem(ROWS, [SEX, AGE], k=2, suppression=0.2))

    heights = found.heights()

    assert [(row.height, row.nodes, row.safe, row.minimal) for row in heights] == [
        (0, 1, 0, 0),
        (1, 2, 2, 2),
        (2, 2, 2, 0),
        (3, 1, 1, 0),
    ]
    assert heights[0].loss is None
    assert heights[1].loss == found.optimum.loss


def test_of_equal_scores_the_lowest_node_wins_although_a_higher_one_is_met_first():
    """The pairs of 'b' and 'c' join no two values that occur: level 1 costs nothing there."""
    pairs = [
        Hierarchy(name, (tuple(f"{name}{i}" for i in range(4)), (*"xxyy",), (*"****",)))
        for name in "abc"
    ]
    rows = [("a0", "b3", "c0"), ("a1", "b1", "c3"), ("a3", "b3", "c0"), ("a3", "b1", "c3")]

    asked = problem(rows, pairs, k=2)

    assert find_best(asked).optimum.node == find_all(asked).optimum.node == (2, 0, 0)
    assert evaluate_node(asked, (2, 1, 1)).optimum.score == find_best(asked).optimum.score


def test_no_node_is_passed_over_for_what_another_would_suppress():
    """(3, 1, 3) is met first; (2, 1, 3) leaves out the same record, and is lower."""
    levels = ("xxyyzz", "uuuuvv", "******")
    hierarchies = [
        Hierarchy(name, (tuple(f"{name}{i}" for i in range(6)), *map(tuple, levels)))
        for name in "abc"
    ]
    rows = [("a0", "b0", "c0"), ("a0", "b0", "c4"), ("a3", "b3", "c0"), ("a2", "b1", "c4")]

    asked = problem([*rows, ("a2", "b1", "c1")], hierarchies, k=3, suppression=0.2)

    assert find_best(asked).optimum.node == find_all(asked).optimum.node == (2, 1, 3)


def test_restricted_levels_keep_the_hierarchy_s_numbers():
    asked = problem(ROWS, [SEX, AGE], k=2)
    levels = {"age": (1, 2)}
    restricted = _restricted(ROWS, [SEX, AGE], levels)

    found = find_all(restricted)

    assert {c.node for c in found.candidates} == {
        c.node for c in find_all(asked).candidates if c.node[1] >= 1
    }


def test_a_user_s_node_is_checked():
    asked = problem(ROWS, [SEX, AGE], k=2, suppression=0.2)

    assert evaluate_node(asked, (1, 1)).optimum.suppressed == 1
    with pytest.raises(NotAchievable, match="5 of 5 records are in classes"):
        evaluate_node(asked, (0, 0))
    with pytest.raises(ParameterError, match="'age' may take levels 0 to 2; got 3"):
        evaluate_node(asked, (0, 3))
    with pytest.raises(ParameterError, match="needs 2 levels"):
        evaluate_node(asked, (0,))


def test_why_a_k_is_out_of_reach():
    no_top = Hierarchy.from_rows("age", [("31", "30s"), ("35", "30s"), ("40", "40s")])

    with pytest.raises(NotAchievable) as refused:
        find_best(problem(ROWS, [SEX, no_top], k=3))

    assert str(refused.value) == (
        "3-anonymity is out of reach with at most 0.0% suppression.\n"
        "  The top node (sex=1 age=1) leaves 1 of 5 records (20.00%) in classes that are "
        "rejected.\n"
        "  'age' costs most: without it 0 instead of 1 record would be in classes under 3.\n"
        "  'age' stops at 2 values: add a '*' level or allow higher levels.\n"
        "  Or allow suppression=0.20."
    )
    assert refused.value.text("es") == (
        "3-anonimidad no se alcanza suprimiendo el 0,0\xa0% de los registros como máximo.\n"
        "  El nodo más general (sex=1 age=1) deja 1 de 5 registros (20,00\xa0%) en clases "
        "rechazadas.\n"
        "  «age» es la que más cuesta: sin ella habría 0 en vez de 1 registro en clases de menos "
        "de 3.\n"
        "  «age» acaba en 2 valores: añada un nivel «*» o permita niveles más altos.\n"
        "  O permita suprimir el 20\xa0% de los registros."
    )


def test_weights_move_the_optimum():
    pull = {"age": 100.0, "sex": 1.0}

    plain = find_best(problem(ROWS, [SEX, AGE], k=2, suppression=0.2))
    heavy_age = find_best(problem(ROWS, [SEX, AGE], k=2, suppression=0.2, weights=pull))

    assert plain.optimum.node == (0, 1)
    assert heavy_age.optimum.node == (1, 0)


def test_nulls_match_anything_under_the_wildcard_policy():
    rows = [("F", "31"), ("F", None), ("M", "40"), (None, "40")]

    by_value = find_best(problem(rows, [SEX, AGE], k=2))
    wildcard = find_best(problem(rows, [SEX, AGE], k=2, nulls=NullPolicy.WILDCARD))

    assert by_value.optimum.node == (1, 2)
    assert wildcard.optimum.node == (0, 0)


def test_suppressing_a_record_uncovers_those_that_matched_it():
    """('F', null) hides ('F', '31') and ('M', '40') needs a third: without it nothing holds."""
    rows = [("F", "31"), ("F", None), ("M", "40")]
    asked = problem(rows, [SEX, AGE], k=3, suppression=0.9, nulls=NullPolicy.WILDCARD)

    with pytest.raises(NotAchievable):
        evaluate_node(asked, (0, 0))


def test_suppressing_a_class_moves_the_whole_that_the_others_are_compared_with():
    """Without the 1, whose q is 5/7 off, the share of p is 5/6, and that of the 3 is 1/3 off."""
    ages = Hierarchy("age", (tuple("1234"), tuple("****")))
    cells = {"dx": ["q", "p", "p", "p", "q", "p", "p"]}
    models = (TCloseness("dx", t=0.3),)

    asked = problem("1223344", [ages], suppression=0.5, models=models, sensitive_cells=cells)

    assert evaluate_node(asked, (0,)).optimum.suppressed == 3


def test_l_diversity_is_judged_beside_k():
    models = (KAnonymity(2), DistinctLDiversity("dx", l=2))
    same = ["flu", "flu", "flu", "flu", "flu"]
    mixed = ["flu", "cold", "flu", "cold", "flu"]

    with pytest.raises(NotAchievable):
        find_best(problem(ROWS, [SEX, AGE], models=models, sensitive_cells={"dx": same}))
    found = find_best(problem(ROWS, [SEX, AGE], models=models, sensitive_cells={"dx": mixed}))
    assert found.optimum.node == (0, 2)


def test_progress_can_stop_a_search():
    def stop(stage: str, share: float) -> None:
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        find_best(problem(ROWS, [SEX, AGE], k=2), progress=stop)


def test_a_huge_lattice_is_refused_where_all_nodes_are_asked_for():
    with pytest.raises(ParameterError, match="too many to list"):
        find_all(problem(ROWS, [SEX, AGE], k=2), cache_bytes=1)


def _restricted(rows, hierarchies, levels):
    from celosia.core.counts import CodedHierarchy
    from celosia.core.values import ValueCounts
    from celosia.methods.lattice import LatticeProblem

    full = problem(rows, hierarchies, k=2)
    coded = [
        CodedHierarchy.of(h, ValueCounts.of([row[j] for row in rows]), levels.get(h.attribute))
        for j, h in enumerate(hierarchies)
    ]
    by_given = [full.base.columns.index(name) for name in full.given]
    base = type(full.base)(full.given, full.base.codes[:, by_given], full.base.counts)
    return LatticeProblem.of(
        coded, base, models=full.models, objective=full.objective, loss=full.loss
    )
