"""The last step: what others do at the same moment, and what is cut off right after it."""

from __future__ import annotations

import json
import threading
from contextlib import closing

import pytest
from sqlalchemy import event
from tests.support.databases import Scratch

import celosia
from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import ServerError, SqlRelation, left_behind
from celosia.models import KAnonymity

AS_IT_IS = Recoding((), ("a",))
UNDECLARED = Schema(())
RECIPE = celosia.Recipe(roles={"a": celosia.Role.QUASI_IDENTIFIER}, models=(KAnonymity(2),), seed=1)


def before_each(engine, beginning, do):
    """Do something before each statement that begins so."""

    def look(_connection, _cursor, statement, *_):
        if statement.startswith(beginning):
            do()

    event.listen(engine, "before_cursor_execute", look)


def stop():
    raise KeyboardInterrupt


@pytest.fixture
def draft(scratch):
    """A table that is about to be published where nothing is yet."""
    table, target = scratch.table(["a"], [("x",)]), scratch.name()
    with SqlRelation(scratch.at(table)) as relation:
        yield relation.draft(AS_IT_IS, target, UNDECLARED, 0), relation, target


def test_somebody_else_publishes_there_at_the_last_moment(scratch, draft):
    mine, relation, target = draft
    before_each(
        relation.session.engine,
        ("RENAME TABLE", "ALTER TABLE"),
        lambda: scratch.session.run(f"CREATE TABLE {target} AS SELECT 'theirs' AS who"),
    )

    with pytest.raises(ServerError, match=r"Somebody else published .* run it again") as told:
        mine.publish()
    mine.discard()

    assert target in str(told.value)
    assert scratch.session.rows(f"SELECT who FROM {target}") == [("theirs",)]
    assert left_behind(scratch.url) == []


def test_somebody_else_is_about_to_publish_there(scratch, draft):
    mine, relation, target = draft
    if scratch.server.title == "MariaDB":
        pytest.skip("a table cannot be made in a transaction there")
    waits = "SELECT count(*) FROM pg_locks WHERE pid = %s AND NOT granted"
    number = relation.session.number

    with closing(Scratch("postgresql")) as theirs:
        theirs.session.run("BEGIN")
        theirs.session.run(f"CREATE TABLE {target} AS SELECT 'theirs' AS who")

        def commit():
            while not scratch.session.one(waits, (number,)):
                pass
            theirs.session.run("COMMIT")

        thread = threading.Thread(target=commit, daemon=True)
        thread.start()
        with pytest.raises(ServerError, match="Somebody else published"):
            mine.publish()
        thread.join()

    assert scratch.session.rows(f"SELECT who FROM {target}") == [("theirs",)]


def test_an_interrupt_while_the_old_table_is_dropped(scratch, tmp_path, monkeypatch):
    if scratch.server.title == "PostgreSQL":
        pytest.skip("it drops the old table in the transaction of the swap")
    monkeypatch.chdir(tmp_path)  # the certificate of a table is written here
    table, target = scratch.table(["a"], [("x",), ("x",)]), scratch.table(["a"], [("old",)])
    source = celosia.read(scratch.at(table))
    before_each(source.relation.session.engine, "DROP TABLE", stop)

    celosia.anonymize(source, RECIPE, target)
    with pytest.raises(KeyboardInterrupt):
        source.close()

    assert len(left_behind(scratch.url, drop_all=True)) == 1
    proof = json.loads((tmp_path / f"{target}.certificate.json").read_text(encoding="utf-8"))
    assert proof["output"]["records"] == 2
    assert scratch.session.rows(f"SELECT a FROM {target}") == [("x",), ("x",)]


def test_an_interrupt_before_the_swap_changes_nothing(scratch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table, target = scratch.table(["a"], [("x",), ("x",)]), scratch.table(["a"], [("old",)])

    with celosia.read(scratch.at(table)) as source:
        before_each(source.relation.session.engine, ("RENAME TABLE", "ALTER TABLE"), stop)
        with pytest.raises(KeyboardInterrupt):
            celosia.anonymize(source, RECIPE, target)

    assert scratch.session.rows(f"SELECT a FROM {target}") == [("old",)]
    assert list(tmp_path.iterdir()) == []
    assert left_behind(scratch.url) == []
