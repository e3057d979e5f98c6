"""What a verification tells of a file, whoever wrote it."""

from __future__ import annotations

import pytest

import celosia
from celosia import NullPolicy
from celosia.models import DeltaPresence, KAnonymity

WITH_A_NULL = 'x\nA\nB\n""\n'


@pytest.fixture
def file(tmp_path):
    def write(text, name="release.csv"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def test_records_are_counted_once_where_nulls_match_anything(file):
    """A and B each look like two records, the null like three; all three are records."""
    found = celosia.verify(file(WITH_A_NULL), ["x"], [KAnonymity(3)], NullPolicy.WILDCARD)

    assert not found.satisfied
    assert found.rejected == ((KAnonymity(3), 2),)
    assert (found.figures.records, found.figures.min_class) == (3, 2)


@pytest.mark.parametrize(
    ("nulls", "excluded"),
    [(NullPolicy.VALUE, 0), (NullPolicy.WILDCARD, 0), (NullPolicy.EXCLUDED, 1)],
)
def test_how_many_records_were_not_judged_is_told(file, nulls, excluded):
    found = celosia.verify(file(WITH_A_NULL), ["x"], [KAnonymity(1)], nulls)

    assert (found.excluded, found.figures.records) == (excluded, 3 - excluded)


def test_people_who_match_no_record_are_known_to_be_absent_although_others_match_two(file):
    """(A, p) and (A, null) both look like three of the six people; B's two look like nobody."""
    release = file("x,y\nA,p\nA,\n")
    people = file("x,y\nA,p\nA,p\nA,p\nA,q\nB,p\nB,p\n", "people.csv")
    known, bounded = DeltaPresence(0, 1), DeltaPresence(0.01, 1)

    found = celosia.verify(
        release, ["x", "y"], [known, bounded], NullPolicy.WILDCARD, population=people
    )

    assert found.rejected == ((known, 0), (bounded, 2))
