"""A source that would write while it is read: refused, and nothing on the server is changed."""

from __future__ import annotations

from contextlib import contextmanager
from urllib.parse import quote

import numpy as np
import pytest

import celosia
from celosia.core.counts import Codebook
from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import SqlRelation, left_behind
from celosia.errors import CelosiaError, DataError
from celosia.models import KAnonymity

ROWS = [("x", str(n % 3)) for n in range(12)]
CHANGE = Recoding(("a",), ("a", "b"), {"a": {"x": "X"}})
RECIPE = celosia.Recipe(
    roles={"a": celosia.Role.QUASI_IDENTIFIER, "b": celosia.Role.INSENSITIVE},
    models=(KAnonymity(3),),
    rows="persons",
)
BODIES = {
    "postgresql": {
        "delete": "DELETE FROM {table};",
        "lift": "SET transaction_read_only = off; DELETE FROM {table};",
        "configure": "PERFORM set_config('transaction_read_only', 'off', false); "
        "DELETE FROM {table};",
        "nextval": "PERFORM nextval('{sequence}');",
        "setval": "PERFORM setval('{sequence}', 99);",
        "create": "CREATE TABLE {table}_more (a int);",
        "temporary": "CREATE TEMPORARY TABLE held (a int); DELETE FROM {table};",
        "for_update": "PERFORM * FROM {table} FOR UPDATE;",
        "truncate": "TRUNCATE {table};",
    },
    "mariadb": {
        "delete": "DELETE FROM {table};",
        "lift": "SET SESSION tx_read_only = 0; DELETE FROM {table};",
        "nextval": "SET @h = NEXTVAL({sequence});",
        "setval": "SET @h = SETVAL({sequence}, 99);",
        "other_engine": "INSERT INTO {other} VALUES (9);",
        "temporary": "CREATE TEMPORARY TABLE held (a int); DELETE FROM {table};",
        "for_update": "SELECT count(*) INTO @h FROM {table} FOR UPDATE;",
    },
}
PASSES = {
    "postgresql": {
        "large_object": "PERFORM lo_create(0);",
        "notify": "PERFORM pg_notify('{sequence}', 'x');",
        "settings": "SET default_transaction_read_only = off; SET search_path = nowhere;",
        "lock": "PERFORM pg_advisory_xact_lock(17);",
    },
    "mariadb": {
        "settings": "SET SESSION tx_read_only = 0; SET @h = 1;",
        "lock": "SET @h = GET_LOCK('{sequence}', 0);",
    },
}
"""What a transaction that may only read lets pass, and its end takes back."""


class Guarded:
    """A table, a sequence, and functions beside them; and what they hold."""

    def __init__(self, scratch) -> None:
        self.scratch = scratch
        self.kind = scratch.source.server
        self.table = scratch.table(["a", "b"], ROWS)
        self.other = scratch.name()
        run = scratch.session.run
        engine = " ENGINE = MyISAM" if self.kind == "mariadb" else ""
        run(f"CREATE TABLE {self.other} (a int){engine}")
        run(f"INSERT INTO {self.other} VALUES (1)")
        self.sequence = scratch.name()
        scratch.tables.remove(self.sequence)
        run(f"CREATE SEQUENCE {self.sequence}")
        self.functions: list[str] = []
        self.before = self.state()

    def function(self, body: str) -> str:
        """Make a function that gives 1, and does something else besides."""
        name = self.scratch.name()
        self.scratch.tables.remove(name)
        body = body.format(table=self.table, sequence=self.sequence, other=self.other)
        if self.kind == "postgresql":
            made = (
                f"CREATE FUNCTION {name}() RETURNS int LANGUAGE plpgsql AS "
                f"'BEGIN {body.replace(chr(39), chr(39) * 2)} RETURN 1; END'"
            )
        else:
            made = f"CREATE FUNCTION {name}() RETURNS INT BEGIN {body} RETURN 1; END"
        self.scratch.session.run(made)
        self.functions.append(name)
        return name

    def state(self):
        """Give what a source might have changed: rows, the sequence, large objects, tables."""
        session = self.scratch.session
        told = [
            session.rows(f"SELECT a, b FROM {self.table} ORDER BY 1, 2"),
            session.rows(f"SELECT a FROM {self.other}"),
        ]
        if self.kind == "postgresql":
            told.append(session.rows(f"SELECT last_value, is_called FROM {self.sequence}"))
            told.append(session.rows("SELECT oid FROM pg_largeobject_metadata ORDER BY 1"))
        else:
            told.append(session.rows(f"SELECT next_not_cached_value FROM {self.sequence}"))
        told.append(session.server.tables_like(session, self.table))
        return told

    def close(self) -> None:
        for function in self.functions:
            self.scratch.session.run(f"DROP FUNCTION {function}")
        self.scratch.session.run(f"DROP SEQUENCE {self.sequence}")


@pytest.fixture
def guarded(scratch):
    if scratch.is_mysql:
        pytest.skip("MySQL has no sequences")
    found = Guarded(scratch)
    yield found
    try:
        assert found.state() == found.before
    finally:
        found.close()


@contextmanager
def as_view(guarded, query):
    view = f"{guarded.table}_seen"
    guarded.scratch.session.run(f"CREATE VIEW {view} AS {query}")
    try:
        yield guarded.scratch.at(view)
    finally:
        guarded.scratch.session.run(f"DROP VIEW {view}")


def address(guarded, query):
    return f"{guarded.scratch.url}?query={quote(query)}"


def cases(which):
    return [
        pytest.param(server, what, id=f"{server}-{what}")
        for server, bodies in which.items()
        for what in bodies
    ]


def only_on(scratch, server):
    if scratch.source.server != server:
        pytest.skip("for the other server")


def walk(url, guarded, tmp_path):
    """Do all that is done with a source: read, count, measure, check, write, verify, compare."""
    with SqlRelation(url) as relation:
        relation.values("a")
        relation.count([Codebook("a", ("x",))])
        relation.count([Codebook("b", ("0", "1", "2"), np.array([0, 0, 1]))])
        relation.distinct([Codebook("a", ("x",))])
        relation.classes(["a"], [("b",)])
        relation.alone(["a", "b"])
        relation.cells(["a", "b"], 5)
        relation.check(relation.propose_schema())
        relation.evidence()
        relation.write(CHANGE, tmp_path / "out.csv", Schema(()), 0)
        with relation.draft(CHANGE, guarded.scratch.name(), Schema(()), 0).reopen() as written:
            assert written.records == len(ROWS)


@pytest.mark.parametrize(("server", "what"), cases(BODIES))
def test_a_source_that_writes_is_refused_when_it_is_opened(scratch, guarded, server, what):
    only_on(scratch, server)
    function = guarded.function(BODIES[server][what])

    with pytest.raises(CelosiaError) as refused:
        SqlRelation(address(guarded, f"SELECT a, b FROM {guarded.table} WHERE {function}() = 1"))

    if what in ("delete", "nextval", "setval", "truncate", "other_engine"):
        assert isinstance(refused.value, DataError)
        assert "only read" in str(refused.value)


@pytest.mark.parametrize("shape", ["view", "selected", "deferred"])
def test_whatever_the_shape_and_the_walk_nothing_is_written(scratch, guarded, tmp_path, shape):
    """A function that is called only now and then: by a column, or from the third statement on."""
    body = BODIES[guarded.kind]["delete"]
    function = guarded.function(body)
    query = f"SELECT a, b FROM {guarded.table}"
    if shape == "deferred":  # once somebody looks at the column b
        query = f"SELECT a, CASE WHEN {function}() = 1 THEN b END AS b FROM {guarded.table}"
    else:
        query += f" WHERE {function}() = 1"
    place = as_view(guarded, query) if shape == "view" else None
    with place or contextmanager(lambda: (yield address(guarded, query)))() as url:
        with pytest.raises(CelosiaError, match="only read"):
            walk(url, guarded, tmp_path)
        with pytest.raises(CelosiaError, match="only read"), celosia.read(url) as table:
            celosia.anonymize(table, RECIPE, tmp_path / "release.csv")
        with pytest.raises(CelosiaError, match="only read"), celosia.read(url) as table:
            celosia.anonymize(table, RECIPE, guarded.scratch.name())
        with pytest.raises(CelosiaError, match="only read"):
            celosia.verify(url, ["a", "b"], [KAnonymity(3)])
    assert not (tmp_path / "release.csv").exists()
    assert left_behind(scratch.url) == []


@pytest.mark.parametrize(("server", "what"), cases(PASSES))
def test_what_reading_lets_pass_is_taken_back(scratch, guarded, tmp_path, server, what):
    only_on(scratch, server)
    function = guarded.function(PASSES[server][what])
    query = f"SELECT a, b FROM {guarded.table} WHERE {function}() = 1"
    heard = scratch.session
    if what == "notify":
        heard.run(f"LISTEN {guarded.sequence}")

    walk(address(guarded, query), guarded, tmp_path)

    if what == "notify":
        heard.ask("SELECT 1")
        assert list(heard.connection.connection.notifies(timeout=0.2)) == []


def test_several_statements_are_none(scratch, guarded):
    attempt = (
        f"SELECT a, b FROM {guarded.table}) t; COMMIT; DELETE FROM {guarded.table}; "
        f"SELECT * FROM (SELECT a, b FROM {guarded.table}"
    )
    with pytest.raises(DataError):
        SqlRelation(address(guarded, attempt))


def test_changes_in_a_common_table_expression_are_refused(scratch, guarded):
    if guarded.kind == "mariadb":
        pytest.skip("it has none")
    gone = f"WITH gone AS (DELETE FROM {guarded.table} RETURNING *) SELECT * FROM gone"
    with pytest.raises(CelosiaError):
        SqlRelation(address(guarded, gone))


@pytest.mark.parametrize("query", ["SELECT a, b FROM {} FOR UPDATE", "SELECT a, b FROM {} INTO @h"])
def test_locks_and_variables_are_refused(scratch, guarded, query):
    with pytest.raises(CelosiaError):
        SqlRelation(address(guarded, query.format(guarded.table)))


def test_a_closer_function_is_not_found_where_a_table_is_written(scratch, guarded):
    """PostgreSQL takes the signature that fits best, whatever schema it lies in."""
    if guarded.kind == "mariadb":
        pytest.skip("there a stored function never stands in for the server's own")
    run = scratch.session.run
    schema = f"near_{guarded.table}"
    run(f"CREATE SCHEMA {schema}")
    try:
        run(
            f"CREATE FUNCTION {schema}.hashtextextended(text, integer) RETURNS bigint "
            f"LANGUAGE plpgsql AS 'BEGIN DELETE FROM public.{guarded.table}; RETURN 1; END'"
        )
        with SqlRelation(scratch.at(guarded.table)) as relation:
            relation.session.run(f"SET search_path = {schema}, public")
            assert relation.draft(CHANGE, f"public.{scratch.name()}", Schema(()), 0).records == 12
    finally:
        run(f"DROP SCHEMA {schema} CASCADE")


def test_policies_and_casts_are_somebodys_code(scratch, guarded):
    """A table with a policy of rows, or a type with a cast of its own, is copied like a view."""
    if guarded.kind == "mariadb":
        pytest.skip("only PostgreSQL has them")
    from celosia.engines.sql import TableName

    run, kind, table = scratch.session.run, scratch.name(), scratch.name()
    scratch.tables.remove(kind)
    run(f"CREATE TYPE {kind} AS ENUM ('x', 'y')")
    run(f"CREATE TABLE {table} (a {kind})")
    assert scratch.server.inert(scratch.session, TableName(table)) == f'"public"."{table}"'
    cast = guarded.function("DELETE FROM {table};").replace("()", "")
    run(
        f"CREATE FUNCTION {cast}(v {kind}) RETURNS text LANGUAGE plpgsql AS "
        f"'BEGIN DELETE FROM {guarded.table}; RETURN 1; END'"
    )
    run(f"CREATE CAST ({kind} AS text) WITH FUNCTION {cast}({kind})")
    run(f"INSERT INTO {table} VALUES ('x')")
    try:
        assert scratch.server.inert(scratch.session, TableName(table)) is None
        with pytest.raises(DataError, match="only read"), SqlRelation(scratch.at(table)) as source:
            source.draft(Recoding((), ("a",)), scratch.name(), Schema(()), 0)
    finally:
        run(f"DROP TABLE {table}")
        run(f"DROP TYPE {kind} CASCADE")
        scratch.session.run(f"DROP FUNCTION IF EXISTS {cast}({kind})")


def test_a_copy_has_what_the_query_shows(scratch):
    maria = scratch.server.title == "MariaDB"
    types = ["VARCHAR(20)", "INT", "DECIMAL(6, 2)", "DATE"]
    types += ["DATETIME(3)" if maria else "TIMESTAMP", "BIGINT"]
    rows = [
        ("é\t\\n%", 7, "1.50", "2024-02-29", "2024-02-29 10:00:00.5", -(2**63)),
        ("", None, None, None, None, 2**63 - 1),
        (None, -1, "-0.05", "0999-01-01", "2024-01-01 00:00:00", 0),
    ]
    names = [f"c{i}" for i in range(len(types))]
    table = scratch.table(names, rows, types)
    query = quote(f"SELECT * FROM {table} WHERE 1 = 1")
    with (
        SqlRelation(scratch.at(table)) as plain,
        SqlRelation(f"{scratch.url}?query={query}") as asked,
    ):
        everything = Recoding((), tuple(names))
        first = plain.draft(everything, scratch.name(), Schema(()), 0)
        second = asked.draft(everything, scratch.name(), Schema(()), 0)
        with first.reopen() as one, second.reopen() as other:
            assert one.combinations(names).values == other.combinations(names).values
            kinds = [[c.kind.type for c in r._cells.values()] for r in (one, other)]
            assert kinds[0][:5] == kinds[1][:5]
