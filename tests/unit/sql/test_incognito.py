"""The whole path on adult, while the records stay on the server."""

from __future__ import annotations

import pytest
from sqlalchemy import event

import celosia
from celosia.core.schema import ReadOptions
from celosia.engines.sql import import_file
from celosia.engines.sql.connection import Session
from celosia.hierarchies import FromFile
from celosia.models import KAnonymity

COLUMNS = ("sex", "age", "race", "marital-status", "education", "salary-class")


@pytest.fixture
def recipe(shared):
    """Six quasi-identifiers of adult, under their own hierarchies."""
    folder = shared / "data" / "adult" / "hierarchies"
    return celosia.Recipe(
        roles={
            **dict.fromkeys(COLUMNS, celosia.Role.QUASI_IDENTIFIER),
            **dict.fromkeys(
                ("native-country", "workclass", "occupation"), celosia.Role.INSENSITIVE
            ),
        },
        models=(KAnonymity(5),),
        hierarchies={name: FromFile(str(folder / f"{name}.csv")) for name in COLUMNS},
        method="incognito",
        suppression=0.02,
        seed=3,
    )


@pytest.fixture
def sent(monkeypatch):
    """Every statement that any session sends."""
    statements = []
    create = Session.__init__

    def created(self, *given, **named):
        create(self, *given, **named)
        event.listen(self.engine, "before_cursor_execute", lambda *e: statements.append(e[2]))

    monkeypatch.setattr(Session, "__init__", created)
    return statements


def test_only_counts_leave_the_server(scratch, shared, recipe, sent, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the certificate of a table is written here
    data, target = shared / "data" / "adult" / "data.csv", scratch.name()
    source = scratch.at(scratch.name())
    import_file(source, data, ReadOptions(";"))
    sent.clear()

    with celosia.read(source) as table:
        release = celosia.anonymize(table, recipe, target)

    reading = [s for s in sent if s.startswith("SELECT") and "FROM" in s]
    counts = ("GROUP BY", "count(*)", "information_schema", "pg_", "charset(", "LIMIT 0")
    assert [s for s in reading if not any(word in s for word in counts)] == []
    assert [s for s in sent if s.startswith("CREATE TABLE")] != []
    assert len(release.search.candidates) > 1
    with celosia.read(scratch.at(target)) as written:
        assert written.records == release.records_in - release.suppressed > 29_000
