from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.support.perturbed import DISEASES, applied, changed, correlation, texts

from celosia.errors import DataError, HierarchyError, ParameterError
from celosia.techniques.perturbation.semantic_noise import SemanticDistance
from celosia.techniques.perturbation.swapping import RankSwap, SemanticRankSwap, Swap

PEOPLE = {
    "name": [f"p{i}" for i in range(200)],
    "age": texts(range(200)),
    "pay": texts(range(1000, 1200)),
}


def moved(before, after):
    return sum(one != other for one, other in zip(before, after, strict=True))


def test_every_record_gets_the_cell_of_another_one():
    after = changed(Swap(("name",)), PEOPLE)

    assert moved(PEOPLE["name"], after["name"]) == 200
    assert sorted(after["name"]) == sorted(PEOPLE["name"])
    assert after["age"] == PEOPLE["age"]


def test_a_rate_of_the_records_moves():
    after = changed(Swap(("name",), rate=0.3), PEOPLE)

    assert moved(PEOPLE["name"], after["name"]) == 60


def test_columns_move_each_on_its_own():
    after = changed(Swap(("age", "pay"), rate=0.3), PEOPLE)

    together = sum(int(p) - int(a) == 1000 for a, p in zip(after["age"], after["pay"], strict=True))
    assert 90 <= together <= 112  # 0.7 * 0.7 * 200 = 98, and a few by chance
    assert [sorted(after[name]) for name in ("age", "pay")] == [
        sorted(PEOPLE[name]) for name in ("age", "pay")
    ]


def test_grouped_columns_move_together_so_their_correlation_stays_exactly():
    pay = texts(np.random.default_rng(3).permutation(200))
    before = {**PEOPLE, "pay": pay}

    after = changed(Swap(("age", "pay"), grouped=True), before)

    assert Counter(zip(after["age"], after["pay"], strict=True)) == Counter(
        zip(before["age"], pay, strict=True)
    )
    assert correlation(after["age"], after["pay"]) == pytest.approx(
        correlation(before["age"], pay), abs=1e-12
    )


def test_swapping_goes_both_ways_where_copying_would_lose_values():
    """The application of seed 001 copies one record of a pair onto the other."""
    half = np.random.default_rng(1).permutation(200).reshape(2, 100)
    copied = np.array(PEOPLE["name"], object)
    copied[half[0]] = copied[half[1]]

    after = changed(Swap(("name",)), PEOPLE)

    assert len(set(copied)) == 100
    assert len(set(after["name"])) == 200


def test_a_null_travels_like_a_value():
    after = changed(Swap(("dx",)), {"dx": ["a", None]})

    assert after == {"dx": [None, "a"]}


@pytest.mark.parametrize("cells", [["a"], ["a", "b"]])
def test_too_few_records_are_left_and_told(cells):
    result = applied(Swap(("dx",), rate=0.5), {"dx": cells})

    assert result.cells.column("dx").tolist() == cells
    assert "nothing was exchanged" in str(result.warnings[0])


def test_an_empty_table_stays_empty_without_a_warning():
    result = applied(Swap(("dx",)), {"dx": []})

    assert result.cells.records == 0
    assert not result.warnings


def test_the_same_seed_gives_the_same_exchange_and_another_one_another():
    swap = Swap(("age",))

    assert changed(swap, PEOPLE, seed=1) == changed(swap, PEOPLE, seed=1)
    assert changed(swap, PEOPLE, seed=1) != changed(swap, PEOPLE, seed=2)


def test_each_record_is_as_likely_to_get_any_other():
    given = Counter(
        changed(Swap(("x",)), {"x": list("abcd")}, seed)["x"][0] for seed in range(3000)
    )

    assert set(given) == set("bcd")
    assert all(abs(count - 1000) < 4 * (3000 * 1 / 3 * 2 / 3) ** 0.5 for count in given.values())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"columns": ()}, "at least one column"),
        ({"columns": ("a", "a")}, "twice"),
        ({"columns": "age"}, "at least one column"),
        ({"columns": ("a",), "rate": 0}, "above 0 to 1"),
        ({"columns": ("a",), "grouped": "yes"}, "true or false"),
    ],
)
def test_wrong_parameters_of_swap(wrong, says):
    with pytest.raises(ParameterError, match=says):
        Swap(**wrong)


def test_an_unknown_column():
    with pytest.raises(DataError, match="no column 'b'"):
        applied(Swap(("b",)), {"a": ["1"]})


def test_ranks_are_exchanged_within_reach():
    cells = texts(np.random.default_rng(1).permutation(1000))

    after = changed(RankSwap("x", percent=5), {"x": cells})["x"]

    apart = [abs(int(one) - int(other)) for one, other in zip(cells, after, strict=True)]
    assert sorted(after) == sorted(cells)
    assert max(apart) <= 50
    assert sum(gap == 0 for gap in apart) <= 50  # of the highest ranks, those left alone
    assert np.mean(apart) > 15


def test_rank_swapping_leaves_a_correlation_that_swapping_destroys():
    rng = np.random.default_rng(5)
    x = rng.normal(50, 10, 2000)
    table = {"x": texts(x, 2), "y": texts(x + rng.normal(0, 5, 2000), 2)}
    before = correlation(table["x"], table["y"])

    near = changed(RankSwap("x", percent=2), table)
    far = changed(Swap(("x",)), table)

    assert before == pytest.approx(0.89, abs=0.02)
    assert correlation(near["x"], near["y"]) > before - 0.02
    assert abs(correlation(far["x"], far["y"])) < 4 / 2000**0.5


def test_dates_have_ranks_and_nulls_do_not():
    cells = ["31/12/2019", None, "01/01/2020"]

    assert changed(RankSwap("d", percent=100), {"d": cells})["d"] == [
        "01/01/2020",
        None,
        "31/12/2019",
    ]


def test_cells_move_as_they_are_written():
    assert changed(RankSwap("x", 100), {"x": ["1,50", "2"]})["x"] == ["2", "1,50"]


@pytest.mark.parametrize("cells", [[], [None, None], ["7"], ["7", "7", "7"]])
def test_rank_swapping_of_next_to_nothing(cells):
    assert changed(RankSwap("x", percent=10), {"x": cells})["x"] == cells


def test_texts_have_no_ranks():
    with pytest.raises(DataError, match="2 cells are not numbers"):
        applied(RankSwap("x", 10), {"x": ["a", "b", "1"]})


@pytest.mark.parametrize("technique", [RankSwap, SemanticRankSwap])
@pytest.mark.parametrize("percent", [0, 101, "5"])
def test_wrong_percent(technique, percent):
    with pytest.raises(ParameterError, match="above 0 to 100"):
        technique("x", percent)


def test_distance_grows_with_the_ancestors_that_are_not_shared():
    values = ("flu", "pneumonia", "hepatitis", "melanoma")

    distance = SemanticDistance.of(DISEASES, values).of_one(0)

    # 4 ancestors each: 3 of 5, 2 of 6 and 1 of 7 are shared
    assert distance == pytest.approx(np.log2([1, 1 + 2 / 5, 1 + 4 / 6, 1 + 6 / 7]))


def test_the_order_starts_at_the_most_marginal_value_and_keeps_branches_together():
    values = tuple(sorted(("flu", "pneumonia", "hepatitis", "melanoma", "glioma")))
    counts = {"flu": 9, "pneumonia": 9, "hepatitis": 9, "melanoma": 1, "glioma": 2}

    order = SemanticDistance.of(DISEASES, values).order(np.array([counts[v] for v in values]))

    assert [values[place] for place in order] == [
        "melanoma",
        "glioma",
        "flu",
        "pneumonia",
        "hepatitis",
    ]


def test_nominal_values_go_to_relatives_first():
    cells = ["flu"] * 50 + ["pneumonia"] * 50 + ["melanoma"] * 50 + ["glioma"] * 50

    after = changed(SemanticRankSwap("disease", 20), {"disease": cells}, disease=DISEASES)
    anyone = changed(Swap(("disease",)), {"disease": cells})

    kind = {"flu": "i", "pneumonia": "i", "melanoma": "c", "glioma": "c"}
    kept = sum(kind[a] == kind[b] for a, b in zip(cells, after["disease"], strict=True))
    by_chance = sum(kind[a] == kind[b] for a, b in zip(cells, anyone["disease"], strict=True))
    assert sorted(after["disease"]) == sorted(cells)
    assert 20 < moved(cells, after["disease"]) < 200
    assert kept > 160 > 130 > by_chance


def test_nulls_keep_their_place_in_a_semantic_swap():
    after = changed(SemanticRankSwap("disease", 100), {"disease": ["flu", None]}, disease=DISEASES)

    assert after == {"disease": ["flu", None]}


def test_a_semantic_swap_needs_a_hierarchy_that_knows_the_values():
    with pytest.raises(ParameterError, match="has no hierarchy"):
        applied(SemanticRankSwap("disease", 10), {"disease": ["flu"]})
    with pytest.raises(HierarchyError, match="1 value of the data is missing"):
        applied(SemanticRankSwap("disease", 10), {"disease": ["gout"]}, disease=DISEASES)


def test_a_semantic_swap_of_an_empty_table():
    assert changed(SemanticRankSwap("disease", 10), {"disease": []}, disease=DISEASES) == {
        "disease": []
    }
