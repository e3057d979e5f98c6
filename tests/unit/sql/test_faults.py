"""Whatever breaks: the source and an existing target stay, nothing is left, the error says what."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import closing
from urllib.parse import quote

import pytest
from tests.support.databases import Scratch

from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import ConnectionLost, ServerError, SqlRelation, left_behind
from celosia.errors import DataError, MissingExtraError, SchemaError

CHANGE = Recoding(("a",), ("a", "slow"), {"a": {"x": "X", "y": "Y"}})
UNDECLARED = Schema(())
ACTIVE = {
    "MariaDB": "SELECT id FROM information_schema.processlist "
    "WHERE id = %s AND state IN ('User sleep', 'Waiting for table metadata lock')",
    "PostgreSQL": "SELECT pid FROM pg_stat_activity WHERE state = 'active' "
    "AND now() - query_start > interval '100 ms' AND (pid = %s OR position(%s IN query) > 0)",
}
"""Connections that are at work: the one with that number, and on PostgreSQL the one that reads a
query for it."""


def active(scratch, number, read="no such text"):
    """Give the connections of a relation that are at work."""
    values = (number,) if scratch.server.title == "MariaDB" else (number, read)
    return [found for (found,) in scratch.session.rows(ACTIVE[scratch.server.title], values)]


@pytest.fixture
def slow(scratch):
    """A query that takes seconds to read."""
    table = scratch.table(["a"], [("x",), ("y",)] * 5)
    sleep = "sleep(0.15)" if scratch.server.title == "MariaDB" else "pg_sleep(0.15)::text"
    query = quote(f"SELECT a, {sleep} AS slow FROM {table}")
    with SqlRelation(f"{scratch.url}?query={query}") as relation:
        yield relation


@pytest.fixture
def target(scratch):
    """A table that was published before."""
    table = scratch.table(["old"], [("before",)])
    yield table
    assert scratch.session.rows(f"SELECT * FROM {table}") == [("before",)]


class Cutter:
    """Cuts a relation's connection from another one, in the middle of a statement."""

    def __init__(self, scratch, relation) -> None:
        self._number = relation.session.number
        self._read = relation.source.query or str(relation.source.table)
        self._scratch = Scratch(scratch.source.server)
        self._thread = threading.Thread(target=self._cut)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_) -> None:
        self._thread.join()
        self._scratch.close()

    def _cut(self) -> None:
        session, server = self._scratch.session, self._scratch.server
        for _ in range(500):
            for found in active(self._scratch, self._number, self._read):
                server.end(session, found)
                return
            time.sleep(0.02)


def test_the_connection_is_cut_while_counting(scratch, slow):
    with Cutter(scratch, slow), pytest.raises(ConnectionLost, match="run it again"):
        slow.values("slow")

    assert slow.values("a").counts == (5, 5)


def test_the_connection_is_cut_while_recoding(scratch, slow, target):
    with Cutter(scratch, slow), pytest.raises(ConnectionLost, match="Nothing was published"):
        slow.draft(CHANGE, target, UNDECLARED, 0)

    assert left_behind(scratch.url) == []


def test_the_connection_is_cut_while_publishing(scratch, target):
    table = scratch.table(["a"], [("x",)])
    maria = scratch.server.title == "MariaDB"
    with (
        SqlRelation(scratch.at(table)) as relation,
        closing(Scratch(scratch.source.server)) as holder,
    ):
        draft = relation.draft(Recoding((), ("a",)), target, UNDECLARED, 0)
        holder.session.run(f"LOCK TABLES {target} READ" if maria else "BEGIN")
        if not maria:
            holder.session.run(f"LOCK TABLE {target} IN ACCESS SHARE MODE")

        with (
            Cutter(scratch, relation),
            pytest.raises(ConnectionLost, match="Nothing was published"),
        ):
            draft.publish()

    assert left_behind(scratch.url) == []


def test_the_connection_was_cut_before_closing(scratch):
    table = scratch.table(["a"], [("x",)])
    relation = SqlRelation(scratch.at(table))
    relation.draft(Recoding((), ("a",)), scratch.name(), UNDECLARED, 0)

    scratch.server.end(scratch.session, scratch_number(relation))
    time.sleep(0.1)
    relation.close()

    assert left_behind(scratch.url) == []


def scratch_number(relation):
    return relation.session.number


def test_an_interrupt_leaves_nothing_running(scratch, slow, target):
    number, us = scratch_number(slow), threading.get_ident()
    timer = threading.Timer(0.5, signal.pthread_kill, (us, signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        slow.draft(CHANGE, target, UNDECLARED, 0)

    time.sleep(0.3)
    assert active(scratch, number, slow.source.query) == []
    assert left_behind(scratch.url) == []


def test_a_limit_of_time_is_reached(scratch, slow, target, monkeypatch):
    if scratch.is_mysql:
        pytest.skip("MySQL limits the time of nothing but queries")
    if scratch.server.title == "MariaDB":
        slow.session.run("SET SESSION max_statement_time = 0.3")
    else:  # of the connection that is opened to read the query
        monkeypatch.setenv("PGOPTIONS", "-c statement_timeout=300")

    with pytest.raises(ServerError, match="limit: disk, memory, temporary space or time"):
        slow.draft(CHANGE, target, UNDECLARED, 0)

    assert left_behind(scratch.url) == []


def test_a_limit_of_space_is_reached(scratch, target):
    rows = [(f"{n:09}", "x" * 50) for n in range(5000)]
    with SqlRelation(scratch.at(scratch.table(["a", "b"], rows))) as relation:
        labels = {"a": {row[0]: row[0] for row in rows}}
        if scratch.server.title == "MariaDB":
            relation.session.run("SET SESSION max_heap_table_size = 16384")
        else:
            relation.session.run("SET work_mem = '64kB'")
            relation.session.run("SET temp_file_limit = '10kB'")

        with pytest.raises(ServerError, match="raise the limit"):
            relation.draft(Recoding(("a",), ("a", "b"), labels), target, UNDECLARED, 0)

    assert left_behind(scratch.url) == []


def test_no_message_holds_a_cell(scratch):
    if scratch.server.title == "MariaDB":
        pytest.skip("no cast makes MariaDB quote a cell; see test_source for what it says")
    table = scratch.table(["a"], [("secret cell",)])
    query = quote(f"SELECT CAST(a AS INTEGER) AS n FROM {table}")

    with (
        SqlRelation(f"{scratch.url}?query={query}") as relation,
        pytest.raises(ServerError, match="code 22P02") as wrong,
    ):
        relation.values("n")

    assert "secret" not in str(wrong.value)
    assert wrong.value.__suppress_context__


@pytest.mark.parametrize("wrong", ["%Q", "%Y-%", "%Y %Y"])
def test_a_date_format_that_nothing_reads_is_told_apart_from_dates_that_do_not_fit(scratch, wrong):
    table = scratch.table(["d"], [("2024-02-30",)])

    with SqlRelation(scratch.at(table)) as relation:
        with pytest.raises(SchemaError, match="unknown date format"):
            relation.check(Schema.from_dict({"d": {"type": "date", "format": wrong}}))
        with pytest.raises(DataError, match="1 is not a valid"):
            relation.check(Schema.from_dict({"d": {"type": "date", "format": "%d %b %Y"}}))


@pytest.mark.parametrize("there", [True, False])
def test_what_a_login_needs_is_told_by_what_is_installed_not_by_words(scratch, monkeypatch, there):
    def refuse():
        raise RuntimeError("no words that anybody looks at")

    scratch.session.close()
    monkeypatch.setattr(scratch.session.engine, "connect", refuse)
    monkeypatch.setattr("celosia.engines.sql.connection.find_spec", lambda _: there or None)

    with pytest.raises(RuntimeError if there else MissingExtraError):
        scratch.session.one("SELECT 1")

    monkeypatch.undo()
