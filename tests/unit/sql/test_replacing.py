"""What a release must never take the place of."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from tests.support.databases import Scratch

from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import SqlRelation, left_behind
from celosia.engines.sql.connection import ServerError
from celosia.errors import ParameterError

UNDECLARED = Schema(())


@pytest.fixture
def postgresql():
    scratch = Scratch("postgresql")
    yield scratch
    scratch.close()


@pytest.fixture
def mariadb():
    scratch = Scratch("mariadb")
    yield scratch
    scratch.close()


def refused(url, target):
    with SqlRelation(url) as relation, pytest.raises(ParameterError, match="its own source"):
        relation.draft(Recoding((), relation.columns), target, UNDECLARED, 0)


@pytest.mark.parametrize("where", ["", "+WHERE+false"])
def test_a_partitioned_table_that_a_query_reads(postgresql, where):
    whole, part = postgresql.name(), postgresql.name()
    postgresql.session.run(f"CREATE TABLE {whole} (y int) PARTITION BY LIST (y)")
    postgresql.session.run(f"CREATE TABLE {part} PARTITION OF {whole} FOR VALUES IN (1)")

    refused(f"{postgresql.url}?query=SELECT+*+FROM+{whole}{where}", whole)
    refused(postgresql.at(part), whole)


def test_a_name_that_the_server_cuts_short(postgresql):
    name = postgresql.name().ljust(63, "x")
    postgresql.session.run(f"CREATE TABLE {name} (a int)")
    postgresql.tables.append(name)

    refused(postgresql.at(name), name + "y")


def test_a_name_with_a_backtick(mariadb):
    name, view = mariadb.name() + "`b", mariadb.name()
    mariadb.tables.append(name)
    mariadb.session.run(f"CREATE TABLE {mariadb.server.name(name)} (a int)")
    mariadb.session.run(f"CREATE VIEW {view} AS SELECT * FROM {mariadb.server.name(name)}")
    try:
        refused(mariadb.at(view), f'"{name}"')
    finally:
        mariadb.session.run(f"DROP VIEW {view}")


def test_a_server_that_notes_nothing_by_itself(mariadb):
    with SqlRelation(mariadb.at(mariadb.table(["a"], [("x",)]))) as relation:
        notes, most = relation.session.rows("SELECT @@sql_notes, @@max_error_count")[0]
        assert (notes, most >= 64) == (1, True)


def test_a_name_that_only_stands_for_the_source(scratch):
    with SqlRelation(scratch.at(scratch.table(["a"], [("x",)]))) as relation:
        relation.draft(Recoding((), ("a",)), "t", UNDECLARED, 0).discard()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT max(a) AS a FROM {}",
        "SELECT 'x' AS a, (SELECT max(a) FROM {}) AS b",
        "SELECT 'x' AS a FROM {other} WHERE 'x' IN (SELECT a FROM {})",
        "SELECT 'x' AS a FROM {other} WHERE EXISTS (SELECT a FROM {other}, {})",
        "SELECT 'x' AS a FROM {other} WHERE (SELECT max(a) FROM {}) = 'x'",
    ],
)
def test_a_table_whose_only_row_the_server_knows_beforehand(scratch, query):
    table, other = scratch.name(), scratch.table(["b"], [("y",)])
    scratch.session.run(f"CREATE TABLE {table} (a VARCHAR(9) PRIMARY KEY)")
    scratch.session.run(f"INSERT INTO {table} VALUES ('x')")

    refused(f"{scratch.url}?query={quote(query.format(table, other=other))}", table)


def test_a_view_whose_subquery_the_server_knows_beforehand(mariadb):
    table, other, view = mariadb.name(), mariadb.table(["b"], [("y",)]), mariadb.name()
    mariadb.session.run(f"CREATE TABLE {table} (a VARCHAR(9) PRIMARY KEY)")
    mariadb.session.run(f"INSERT INTO {table} VALUES ('x')")
    query = f"SELECT b FROM {other} WHERE EXISTS (SELECT a FROM {table})"
    mariadb.session.run(f"CREATE VIEW {view} AS {query}")
    try:
        refused(mariadb.at(view), table)
    finally:
        mariadb.session.run(f"DROP VIEW {view}")


def test_a_table_of_the_same_name_elsewhere_is_not_the_source(scratch):
    table, elsewhere = scratch.table(["a"], [("x",)]), scratch.name()
    home = scratch.session.home
    scratch.session.run(f"CREATE SCHEMA {elsewhere}")
    try:
        for query in (f"SELECT * FROM {table}", f"SELECT * FROM {home}.{table}"):
            with SqlRelation(f"{scratch.url}?query={quote(query)}") as relation:
                target = f"{elsewhere}.{table}"
                relation.draft(Recoding((), ("a",)), target, UNDECLARED, 0).discard()
    finally:
        scratch.session.run(f"DROP SCHEMA {elsewhere}")


def test_a_table_that_foreign_keys_point_to_stays(scratch):
    source = scratch.table(["a"], [("new",)])
    child, target = scratch.name(), scratch.name()
    scratch.session.run(f"CREATE TABLE {target} (id INTEGER PRIMARY KEY)")
    scratch.session.run(f"INSERT INTO {target} VALUES (9)")
    scratch.session.run(
        f"CREATE TABLE {child} (parent INTEGER, FOREIGN KEY (parent) REFERENCES {target} (id))"
    )

    with SqlRelation(scratch.at(source)) as relation:
        draft = relation.draft(Recoding((), ("a",)), target, UNDECLARED, 0)
        with pytest.raises(ServerError, match="foreign keys, need the table"):
            draft.publish()
        draft.discard()

    assert scratch.session.rows(f"SELECT * FROM {target}") == [(9,)]
    assert left_behind(scratch.url) == []
    with pytest.raises(ServerError):
        scratch.session.run(f"INSERT INTO {child} VALUES (1)")


def test_a_table_of_the_users_whose_name_begins_like_ours(scratch, monkeypatch):
    monkeypatch.setattr("celosia.engines.sql.working_tables.PREFIX", "test_")
    table = scratch.table(["a"], [("x",)])

    assert table not in [name.rpartition(".")[2] for name in left_behind(scratch.url)]
