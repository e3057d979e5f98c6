"""What holds for every value-wise technique, whatever the column."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from celosia.core.labels import LabelReader
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.generalization.categories import RareToOthers
from celosia.techniques.generalization.date_period import DatePeriod
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.generalization.rounding import Rounding
from celosia.techniques.generalization.top_bottom_coding import TopBottomCoding
from celosia.techniques.masking.character_masking import CharacterMasking, hidden_places
from celosia.techniques.suppression.small_classes import SmallClassSuppression

CONTEXT = TechniqueContext(Randomness(b"secret"))
decimals = st.decimals(-10_000, 10_000, places=2).map(lambda value: format(value + 0, "f"))
wholes = st.integers(-10_000, 10_000).map(str)
numbers = st.one_of(st.lists(st.none() | decimals), st.lists(st.none() | wholes))
bases = st.integers(1, 5_000).map(lambda hundredths: hundredths / 100)
texts = st.lists(st.none() | st.text(alphabet="abcñ1", max_size=6))


def result(technique, cells):
    return technique.apply(Cells.of({"c": cells}), CONTEXT).cells.column("c").tolist()


@given(cells=numbers, base=bases)
def test_rounding_gives_the_nearest_multiple_and_rounds_once(cells, base):
    rounded = result(Rounding("c", base), cells)

    for before, after in zip(cells, rounded, strict=True):
        assert (before is None) == (after is None)
        if before is not None:
            assert Decimal(after) % Decimal(str(base)) == 0
            assert 2 * abs(Decimal(after) - Decimal(before)) <= Decimal(str(base))
    assert result(Rounding("c", base), rounded) == rounded


@given(cells=numbers, base=bases)
def test_down_and_up_enclose_the_number(cells, base):
    below, above = (result(Rounding("c", base, way), cells) for way in ("down", "up"))

    for low, cell, high in zip(below, cells, above, strict=True):
        if cell is not None:
            assert Decimal(low) <= Decimal(cell) <= Decimal(high)
            assert Decimal(high) - Decimal(low) in (0, Decimal(str(base)))


@given(cells=numbers, width=bases, top=st.none() | st.integers(0, 50))
def test_each_number_lies_in_the_interval_that_stands_for_it(cells, width, top):
    reader = LabelReader.of(list(dict.fromkeys(cells)))

    labels = result(FixedIntervals("c", width, bottom=-50, top=top), cells)

    for cell, label in zip(cells, labels, strict=True):
        assert (cell is None) == (label is None)
        if cell is not None:
            assert reader.interval(label).holds(reader.numbers)[reader.place(cell)]


@given(cells=numbers)
def test_top_and_bottom_coding_change_only_what_is_beyond(cells):
    labels = result(TopBottomCoding("c", bottom=-5, top=5), cells)

    for cell, label in zip(cells, labels, strict=True):
        if cell is None or -5 <= Decimal(cell) <= 5:
            assert label == cell
        else:
            assert label == ("<-5" if Decimal(cell) < 0 else ">5")


@given(dates=st.lists(st.dates(), min_size=1), period=st.sampled_from(["month", "quarter", "year"]))
def test_each_date_lies_in_the_period_that_stands_for_it(dates, period):
    cells = list(map(str, dates))
    reader = LabelReader.of(list(dict.fromkeys(cells)))

    labels = result(DatePeriod("c", period), cells)

    for cell, label in zip(cells, labels, strict=True):
        assert reader.place(cell) in reader.covered(label)


@pytest.mark.parametrize(
    "mask",
    [
        CharacterMasking("c", mask_last=2),
        CharacterMasking("c", mask_first=1, mask_last=2),
        CharacterMasking("c", keep_first=2),
        CharacterMasking("c", keep_first=1, keep_last=1),
    ],
    ids=repr,
)
@given(cells=texts)
def test_a_mask_keeps_the_length_and_shows_no_hidden_character(mask, cells):
    for before, after in zip(cells, result(mask, cells), strict=True):
        assert (before is None) == (after is None)
        if before:
            hidden = hidden_places(before, after, "*")
            assert hidden
            assert after == "".join("*" if i in hidden else c for i, c in enumerate(before))


@given(cells=texts, symbols=st.integers(1, 9))
def test_masks_of_one_size_tell_no_length(cells, symbols):
    masked = result(CharacterMasking("c", keep_first=1, symbols=symbols), cells)

    assert {text.count("*") for text in masked if text is not None} <= {symbols}


@given(cells=texts, least=st.integers(2, 5))
def test_only_rare_categories_become_others(cells, least):
    labels = result(RareToOthers("c", least=least), cells)

    for before, after in zip(cells, labels, strict=True):
        kept = before is None or cells.count(before) >= least
        assert after == (before if kept else "Otros")


@given(cells=texts, k=st.integers(2, 4))
def test_what_is_left_of_small_classes_is_k_anonymous(cells, k):
    left = result(SmallClassSuppression(("c",), k), cells)

    assert left == [cell for cell in cells if cells.count(cell) >= k]
