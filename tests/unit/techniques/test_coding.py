from __future__ import annotations

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import HierarchyError, ParameterError
from celosia.techniques.generalization.categories import HierarchyLevel, RareToOthers

JOBS = Hierarchy.from_rows("job", [("nurse", "health", "*"), ("chef", "food", "*")])
CONTEXT = TechniqueContext(Randomness(b"secret"), hierarchies={"job": JOBS})


def applied(technique, *cells):
    return technique.apply(Cells.of({"job": cells}), CONTEXT)


def coded(technique, *cells):
    return applied(technique, *cells).cells.column("job").tolist()


def test_rare_categories_go_together_and_nulls_stay():
    cells = ["chef"] * 3 + ["diver", "baker", "baker", None]

    assert coded(RareToOthers("job", least=3), *cells) == ["chef"] * 3 + ["Otros"] * 3 + [None]


def test_a_share_is_of_the_records_with_a_value():
    cells = ["chef"] * 6 + ["baker"] * 3 + ["diver"] + [None] * 90

    labels = coded(RareToOthers("job", share=0.3, label="Others"), *cells)

    assert labels[:10] == ["chef"] * 6 + ["baker"] * 3 + ["Others"]


def test_records_that_hold_the_label_join_the_rare_ones_in_silence():
    made = applied(RareToOthers("job", least=2), "Otros", "Otros", "diver", "chef", "chef")

    assert made.cells.column("job").tolist() == ["Otros"] * 3 + ["chef"] * 2
    assert made.warnings == ()


def test_others_that_are_rare_themselves_are_told():
    made = applied(RareToOthers("job", least=3), *["chef"] * 5, "diver")

    assert "1 record, fewer than 3" in str(made.warnings[0])
    assert "1 registro, menos de 3" in made.warnings[0].text("es")


def test_a_level_of_the_hierarchy():
    assert coded(HierarchyLevel("job", 1), "nurse", None, "chef") == ["health", None, "food"]
    assert coded(HierarchyLevel("job", 2), "nurse") == ["*"]


def test_a_level_that_does_not_exist():
    with pytest.raises(ParameterError, match="levels up to 2, not 3"):
        coded(HierarchyLevel("job", 3), "nurse")


def test_values_that_the_hierarchy_lacks_are_counted_and_never_shown():
    with pytest.raises(HierarchyError, match="lacks 1 of 2 distinct values") as error:
        coded(HierarchyLevel("job", 1), "nurse", "diver")

    assert "diver" not in str(error.value)


def test_a_column_without_a_hierarchy():
    with pytest.raises(ParameterError, match=r"\[hierarchies.town\]"):
        HierarchyLevel("town", 1).apply(Cells.of({"town": ["Ávila"]}), CONTEXT)


def test_empty_columns_stay_empty():
    assert coded(RareToOthers("job", share=0.1)) == []
    assert coded(HierarchyLevel("job", 1)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: RareToOthers("job"),
        lambda: RareToOthers("job", least=3, share=0.1),
        lambda: RareToOthers("job", least=1),
        lambda: RareToOthers("job", share=0),
        lambda: RareToOthers("job", least=2, label=" "),
        lambda: HierarchyLevel("job", 0),
    ],
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        wrong()
