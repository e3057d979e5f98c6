from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest
from tests.support.perturbed import applied, changed

from celosia.errors import DataError, ParameterError
from celosia.techniques.perturbation.date_shift import DateShift


def days_between(before, after):
    return [
        (date.fromisoformat(b[:10]) - date.fromisoformat(a[:10])).days
        for a, b in zip(before, after, strict=True)
    ]


def test_dates_move_up_to_so_many_days_either_way():
    cells = ["2020-02-29"] * 7000

    shifts = Counter(days_between(cells, changed(DateShift(("d",), 3), {"d": cells})["d"]))

    assert set(shifts) == {-3, -2, -1, 0, 1, 2, 3}
    assert all(abs(count - 1000) < 4 * (7000 * 1 / 7 * 6 / 7) ** 0.5 for count in shifts.values())
    mean = sum(shift * count for shift, count in shifts.items()) / 7000
    assert abs(mean) < 4 * 2 / 7000**0.5  # the deviation of -3 to 3 is 2


def test_the_dates_of_a_record_move_together():
    stay = {"in": ["2024-02-27", "2023-12-30"] * 50, "out": ["2024-03-01", "2024-01-02"] * 50}

    after = changed(DateShift(("in", "out"), 30), stay)

    assert days_between(after["in"], after["out"]) == [3] * 100
    assert len(set(days_between(stay["in"], after["in"]))) > 20


def test_all_records_of_a_subject_move_together():
    visits = {
        "patient": ["a", "b", "a", "c", "b", "a"],
        "d": [f"2024-01-0{n}" for n in range(1, 7)],
    }

    after = changed(DateShift(("d",), 365, subject="patient"), visits)

    shifts = days_between(visits["d"], after["d"])
    assert shifts[0] == shifts[2] == shifts[5]
    assert shifts[1] == shifts[4]
    assert len({shifts[0], shifts[1], shifts[3]}) == 3
    assert after["patient"] == visits["patient"]


def test_records_without_a_subject_move_on_their_own():
    visits = {"patient": [None] * 20, "d": ["2024-01-01"] * 20}

    assert len(set(changed(DateShift(("d",), 365, "patient"), visits)["d"])) > 10


@pytest.mark.parametrize(
    ("cells", "pattern"),
    [
        (["31/12/2019", None], r"\d\d/\d\d/20(19|20)"),
        (["2019-12-31 23:59", "2019-12-30"], r"20(19|20)-\d\d-\d\d( 23:59)?"),
        (["2019-12-31T08:00:00", None], r"20(19|20)-\d\d-\d\dT08:00:00"),
    ],
)
def test_dates_are_written_as_they_were_and_nulls_stay(cells, pattern):
    after = changed(DateShift(("d",), 9), {"d": cells})["d"]

    for before, now in zip(cells, after, strict=True):
        assert (before is None) == (now is None)
        assert now is None or re.fullmatch(pattern, now)


@pytest.mark.parametrize("cells", [[], [None, None]])
def test_nothing_to_move(cells):
    assert changed(DateShift(("d",), 9), {"d": cells})["d"] == cells


def test_mixed_formats_are_refused_without_being_told():
    with pytest.raises(DataError, match="dates of one known format") as refused:
        applied(DateShift(("d",), 9), {"d": ["31/12/2019", "soon"]})
    assert "soon" not in str(refused.value)


def test_dates_at_the_end_of_the_calendar_are_refused():
    with pytest.raises(DataError, match="would leave the calendar"):
        applied(DateShift(("d",), 100), {"d": ["9999-12-31"] * 50})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"columns": (), "days": 3}, "at least one column"),
        ({"columns": ("d",), "days": 0}, "at least 1"),
        ({"columns": ("d",), "days": 1.5}, "whole number"),
        ({"columns": ("d",), "days": 3, "subject": "d"}, "cannot be one of the columns"),
        ({"columns": ("d",), "days": 3, "subject": ""}, "name of a column"),
    ],
)
def test_wrong_parameters(wrong, says):
    with pytest.raises(ParameterError, match=says):
        DateShift(**wrong)


def test_years_keep_their_four_digits():
    after = changed(DateShift(("d",), 3), {"d": ["0812-06-15", "0999-06-15"]})["d"]

    assert [day[:5] for day in after] == ["0812-", "0999-"]
