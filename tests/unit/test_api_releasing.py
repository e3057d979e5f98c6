from __future__ import annotations

from dataclasses import replace

import pytest

from celosia import (
    Cancelled,
    NotAchievable,
    NullPolicy,
    Recipe,
    Role,
    VerificationFailed,
    anonymize,
    read,
    verify,
)
from celosia.engines.duckdb import EmbeddedRelation
from celosia.errors import RoleError
from celosia.hierarchies import ExplicitRows
from celosia.models import DistinctLDiversity, KAnonymity

CELLS = "zip,dx\n28001,flu\n28002,cold\n28003,flu\n37001,flu\n37002,cold\n37003,cold\n"
ZIPS = ExplicitRows(
    tuple((f"{area}00{n}", f"{area}***", "*") for area in ("28", "37") for n in (1, 2, 3))
)
RECIPE = Recipe(
    roles={"zip": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE},
    models=(KAnonymity(3),),
    hierarchies={"zip": ZIPS},
)


@pytest.fixture
def table(tmp_path):
    """Open a text as a table that is closed after the test."""
    opened = []

    def table(content=CELLS):
        (tmp_path / "data.csv").write_text(content)
        opened.append(read(tmp_path / "data.csv"))
        return opened[-1]

    yield table
    for each in opened:
        each.close()


def recipe(**changes):
    return replace(RECIPE, **changes)


def test_a_release_tells_before_and_after(tmp_path, table):
    release = anonymize(table(), RECIPE, tmp_path / "out.csv")

    assert release.node == {"zip": 1}
    assert (release.before.min_class, release.after.figures.min_class) == (1, 3)
    assert (release.before.risk.highest, release.after.figures.risk.highest) == (1.0, 1 / 3)
    assert (release.records_in, release.suppressed, release.proposed) == (6, 0, ())


def test_two_models_must_both_hold(tmp_path, table):
    both = recipe(models=(KAnonymity(3), DistinctLDiversity("dx", 2)))

    assert anonymize(table(), both, tmp_path / "out.csv").after.satisfied


def test_what_does_not_hold_when_read_again_is_not_published(tmp_path, table, monkeypatch):
    (tmp_path / "out.csv").write_text("old")

    def forget_the_labels(self, recoding, path, declared, seed):
        path.write_text(CELLS)
        return 6

    monkeypatch.setattr(EmbeddedRelation, "write", forget_the_labels)
    with pytest.raises(VerificationFailed, match=r"3-anonymity: 6 records"):
        anonymize(table(), RECIPE, tmp_path / "out.csv")

    assert (tmp_path / "out.csv").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "out.csv"]


def test_a_release_that_lost_records_is_not_published(tmp_path, table, monkeypatch):
    def lose_some(self, recoding, path, declared, seed):
        path.write_text("zip,dx\n" + "28***,flu\n" * 3)
        return 6

    monkeypatch.setattr(EmbeddedRelation, "write", lose_some)
    with pytest.raises(VerificationFailed, match="3 records were read back instead of 6"):
        anonymize(table(), RECIPE, tmp_path / "out.csv")

    assert not (tmp_path / "out.csv").exists()


def test_a_written_record_that_could_not_be_judged_is_not_published(tmp_path, table, monkeypatch):
    def add_a_null(self, recoding, path, declared, seed):
        path.write_text("zip,dx\n" + "28***,flu\n" * 6 + ",flu\n")
        return 6

    monkeypatch.setattr(EmbeddedRelation, "write", add_a_null)
    with pytest.raises(VerificationFailed, match="1 written record has a null"):
        anonymize(table(), recipe(nulls=NullPolicy.EXCLUDED), tmp_path / "out.csv")

    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("stage", ["write", "verify"])
def test_work_that_is_cancelled_leaves_everything_as_it_was(tmp_path, table, stage):
    def stop(reached, share):
        if reached == stage:
            raise Cancelled

    with pytest.raises(Cancelled):
        anonymize(table(), RECIPE, tmp_path / "out.csv", stop)

    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


def test_suppressed_records_may_be_kept_as_stars(tmp_path, table):
    few = "zip,dx\n" + "28001,flu\n" * 3 + "37001,flu\n37002,cold\n37003,cold\n"
    kept = recipe(suppression=0.5, keep_suppressed=True, node={"zip": 0})

    anonymize(table(few), kept, tmp_path / "out.csv")

    lines = sorted((tmp_path / "out.csv").read_text().splitlines()[1:])
    assert lines == ["*,cold", "*,cold", "*,flu", "28001,flu", "28001,flu", "28001,flu"]


def test_too_few_stars_to_hide_among_themselves_are_refused(tmp_path, table):
    few = "zip,dx\n" + "28001,flu\n" * 3 + "37001,flu\n"
    kept = recipe(suppression=0.5, keep_suppressed=True, node={"zip": 0})

    with pytest.raises(VerificationFailed, match="leave them out"):
        anonymize(table(few), kept, tmp_path / "out.csv")

    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("nulls", "published"),
    [
        (NullPolicy.VALUE, ["*,flu"] * 4),
        (NullPolicy.WILDCARD, [",flu", "28001,flu", "28001,flu", "28001,flu"]),
        (NullPolicy.EXCLUDED, ["28001,flu", "28001,flu", "28001,flu"]),
    ],
)
def test_what_a_null_means_decides_what_is_published(tmp_path, table, nulls, published):
    content = "zip,dx\n" + "28001,flu\n" * 3 + ",flu\n"

    release = anonymize(table(content), recipe(nulls=nulls), tmp_path / "out.csv")

    assert sorted((tmp_path / "out.csv").read_text().splitlines()[1:]) == published
    assert release.excluded == (1 if nulls is NullPolicy.EXCLUDED else 0)


def test_nothing_is_published_when_every_record_would_be_suppressed(tmp_path, table):
    with pytest.raises(NotAchievable):
        anonymize(table(), recipe(models=(KAnonymity(7),), suppression=1.0), tmp_path / "out.csv")

    assert not (tmp_path / "out.csv").exists()


def test_a_model_of_a_column_that_is_not_sensitive_is_refused(tmp_path, table):
    roles = {"zip": Role.QUASI_IDENTIFIER, "dx": Role.INSENSITIVE}
    wrong = recipe(roles=roles, models=(DistinctLDiversity("dx", 2),))

    with pytest.raises(RoleError, match="'dx' to be a sensitive column"):
        anonymize(table(), wrong, tmp_path / "out.csv")


def test_verify_counts_the_records_of_rejected_classes(tmp_path):
    (tmp_path / "any.csv").write_text("zip,dx\n28,a\n28,b\n37,a\n37,a\n50,c\n")

    found = verify(tmp_path / "any.csv", ["zip"], [KAnonymity(2), DistinctLDiversity("dx", 2)])

    assert not found.satisfied
    assert [rejected for _, rejected in found.rejected] == [1, 3]
    assert (found.figures.records, found.figures.classes, found.figures.min_class) == (5, 3, 1)
