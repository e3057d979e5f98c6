from __future__ import annotations

import re

from hypothesis import given, strategies as st

from celosia.core.labels import LabelReader, read_label

VALUES = [None, "5", "5.0", "12", "1", "7", "A", "B", "AB", "2024-03-09", "2019-12-31", "05", "012"]
columns = st.lists(st.sampled_from(VALUES), unique=True)
dates = st.dates().map(str)


def number(value):
    return float(value) if re.fullmatch(r"[0-9.]+", value) else float("nan")


def quantities(column):
    texts = [value for value in column if value is not None]
    codes = any(re.match("0[0-9]", text) for text in texts)
    return bool(texts) and not codes and all(number(text) == number(text) for text in texts)


def shaped(pattern, value, column):
    """Fit a mask, or a shorter one when every value may have been padded to its length."""
    longest = max(len(text) for text in column if text is not None)
    width = len(pattern)
    padded = value.rjust(width, "#") if pattern.startswith(".") else value.ljust(width, "#")
    fits = re.fullmatch(pattern, padded) is not None
    return fits and (len(value) == width or (len(value) < width and longest <= width))


def between_texts(first, last, value, column):
    if all(number(text) == number(text) for text in column if text is not None):
        return number(first) <= number(value) <= number(last)
    return first <= value <= last


MEANINGS = {
    "0-9": lambda v, c: 0 <= number(v) <= 9,
    "9-0": lambda v, c: 0 <= number(v) <= 9,
    "[0, 5)": lambda v, c: 0 <= number(v) < 5,
    ">=7": lambda v, c: number(v) >= 7,
    "1*": lambda v, c: 10 <= number(v) <= 19 if quantities(c) else shaped("1.", v, c),
    "**": lambda v, c: 0 <= number(v) <= 99 if quantities(c) else shaped("..", v, c),
    "0**": lambda v, c: shaped("0..", v, c),
    "A*": lambda v, c: shaped("A.", v, c),
    "*B": lambda v, c: shaped(".B", v, c),
    "{A, B}": lambda v, c: v in ("A", "B"),
    "{B | 7}": lambda v, c: v in ("B", "7"),
    "{6..11}": lambda v, c: between_texts("6", "11", v, c),
    "{A..B}": lambda v, c: between_texts("A", "B", v, c),
    "2024": lambda v, c: v.startswith("2024-"),
    "2024-Q1": lambda v, c: v.startswith("2024-"),
    "2020-2029": lambda v, c: v.startswith("2024-"),
    "[2019-12-31, 2020-01-01]": lambda v, c: v == "2019-12-31",
    "Europe": lambda v, c: False,
    "[A, B]": lambda v, c: False,
}


@given(label=st.sampled_from(sorted(MEANINGS)), column=columns)
def test_a_label_covers_the_values_that_its_definition_says(label, column):
    reader = LabelReader.of(column)

    found = {reader.values[place] for place in reader.covered(label)}

    assert found == {v for v in column if v is not None and MEANINGS[label](v, column)}


@given(value=st.text(min_size=1), others=st.lists(st.text(min_size=1)))
def test_a_value_always_covers_itself_alone(value, others):
    reader = LabelReader.of([value, *{other for other in others if other != value}])

    assert [reader.values[place] for place in reader.covered(value)] == [value]


@given(st.lists(dates, min_size=2, max_size=9, unique=True), st.sampled_from(["%d/%m/%Y", None]))
def test_an_interval_of_dates_covers_the_days_between_in_any_format(days, format):
    ordered = sorted(days)
    written = {day: "/".join(reversed(day.split("-"))) if format else day for day in ordered}
    reader = LabelReader.of(list(written.values()), dates=format)

    found = reader.covered(f"[{written[ordered[0]]}, {written[ordered[-2]]}]")

    assert {reader.values[place] for place in found} == {written[day] for day in ordered[:-1]}


@given(st.lists(st.sampled_from(["a", "b, c", "d", "{h}", "i, j"]), min_size=1, unique=True))
def test_a_set_with_bars_covers_its_members(members):
    reader = LabelReader.of(["a", "b, c", "d", "e, f | g", "{h}", "i, j"])

    found = reader.covered("{" + " | ".join(members) + "}")

    assert {reader.values[place] for place in found} == set(members)


@given(st.text(max_size=12), st.sampled_from([".", ","]), st.sampled_from([None, "%d/%m/%Y"]))
def test_any_text_can_be_read(text, decimal, format):
    read_label(text, decimal, format)
