"""A release is a new table, published in one step or not at all."""

from __future__ import annotations

import pytest

from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.core.values import ValueCounts
from celosia.engines.duckdb import EmbeddedRelation
from celosia.engines.sql import SqlRelation, left_behind
from celosia.errors import ParameterError

ROWS = [("31", "flu", 7), ("35", "flu", 8), ("42", "gout", 9), (None, "flu", None)]
DECADES = {"31": "30-39", "35": "30-39", "42": "40-49", None: None}
CHANGE = Recoding(("age",), ("age", "dx", "n"), {"age": DECADES}, (("40-49",),))
UNDECLARED = Schema(())


@pytest.fixture
def relation(scratch):
    """A small table with a text, a text and a number."""
    table = scratch.table(["age", "dx", "n"], ROWS, ["VARCHAR(9)", "VARCHAR(9)", "INTEGER"])
    with SqlRelation(scratch.at(table)) as relation:
        yield relation


def published(scratch, table):
    with SqlRelation(scratch.at(table)) as relation:
        return relation.values(relation.columns[0])


def test_a_draft_is_published_as_a_new_table(scratch, relation):
    target = scratch.name()

    draft = relation.draft(CHANGE, target, UNDECLARED, 0)
    assert draft.records == 3
    assert len(left_behind(scratch.url)) == 1
    draft.publish()
    draft.discard()

    with SqlRelation(scratch.at(target)) as release:
        assert release.columns == ("age", "dx", "n")
        assert release.values("age") == ValueCounts.of(["30-39", "30-39", None])
        assert release.values("n") == ValueCounts.of(["7", "8", None])
        assert release.propose_schema().column("n").type == "integer"
    assert left_behind(scratch.url) == []


def test_an_existing_target_is_replaced_only_when_published(scratch, relation):
    target = scratch.table(["old"], [("before",)])

    draft = relation.draft(CHANGE, target, UNDECLARED, 0)
    assert published(scratch, target).values == ("before",)
    with draft.reopen() as again:
        assert again.records == 3
    draft.publish()

    assert published(scratch, target).values == ("30-39", None)


def test_a_discarded_draft_leaves_nothing(scratch, relation):
    target = scratch.table(["old"], [("before",)])

    relation.draft(CHANGE, target, UNDECLARED, 0).discard()

    assert left_behind(scratch.url) == []
    assert published(scratch, target).values == ("before",)


def test_closing_drops_drafts_that_nobody_decided_on(scratch, relation):
    relation.draft(CHANGE, scratch.name(), UNDECLARED, 0)
    relation.draft(CHANGE, scratch.name(), UNDECLARED, 0)
    assert len(left_behind(scratch.url)) == 2

    relation.close()

    assert left_behind(scratch.url) == []


def test_the_source_is_never_replaced(scratch, relation):
    source = str(relation.source.table)
    view = scratch.name()
    scratch.session.run(f"CREATE VIEW {view} AS SELECT * FROM {source}")
    try:
        with pytest.raises(ParameterError, match="its own source"):
            relation.draft(CHANGE, source, UNDECLARED, 0)
        for url in (scratch.at(view), f"{scratch.url}?query=SELECT+*+FROM+{view}"):
            with SqlRelation(url) as other, pytest.raises(ParameterError, match="its own source"):
                other.draft(CHANGE, source, UNDECLARED, 0)
        with pytest.raises(ParameterError, match="is a view"):
            relation.draft(CHANGE, view, UNDECLARED, 0)
    finally:
        scratch.session.run(f"DROP VIEW {view}")


def test_two_runs_at_once_do_not_meet(scratch, relation):
    target = scratch.name()
    with SqlRelation(relation.source) as other:
        first = relation.draft(CHANGE, target, UNDECLARED, 0)
        second = other.draft(Recoding((), ("dx",)), target, UNDECLARED, 0)

        first.publish()
        second.publish()

    assert published(scratch, target) == ValueCounts.of(["flu", "flu", "flu", "gout"])


def test_a_target_may_lie_in_another_schema(scratch, relation):
    schema = scratch.name()
    scratch.session.run(f"CREATE SCHEMA {schema}")
    try:
        relation.draft(CHANGE, f'{schema}."the release"', UNDECLARED, 0).publish()
        with SqlRelation(scratch.at(f'{schema}."the release"')) as release:
            assert release.records == 3
    finally:
        after = "" if scratch.server.title == "MariaDB" else " CASCADE"
        scratch.session.run(f"DROP SCHEMA {schema}{after}")
        scratch.tables.remove(schema)


def test_a_target_may_be_a_url_of_the_same_server(scratch, relation):
    target = scratch.name()

    relation.draft(CHANGE, scratch.at(target), UNDECLARED, 0).publish()

    assert published(scratch, target).records == 3
    with pytest.raises(ParameterError, match="source's server"):
        relation.draft(CHANGE, "mariadb://elsewhere/test#t", UNDECLARED, 0)


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".parquet"])
def test_a_target_may_be_a_file(scratch, relation, tmp_path, ending):
    target = tmp_path / f"release{ending}"

    draft = relation.draft(CHANGE, str(target), UNDECLARED, 0)
    assert not target.exists()
    draft.publish()

    with EmbeddedRelation(target, _options()) as release:
        assert release.values("age") == ValueCounts.of(["30-39", "30-39", None])
        assert release.propose_schema().column("n").type == "integer"


def test_rows_lie_in_an_order_that_tells_nothing(scratch):
    rows = [(str(n), None if n % 3 else "é") for n in range(200)]
    change = Recoding((), ("a", "b"))
    orders = []
    for given in (rows, rows[::-1]):
        for seed in (5, 6):
            target = scratch.name()
            with SqlRelation(scratch.at(scratch.table(["a", "b"], given))) as relation:
                relation.draft(change, target, UNDECLARED, seed).publish()
            orders.append([row[0] for row in scratch.session.rows(f"SELECT a FROM {target}")])

    assert orders[0] == orders[2] != orders[1] == orders[3]
    assert orders[0] not in ([row[0] for row in rows], [row[0] for row in rows[::-1]])


def _options():
    from celosia.core.schema import ReadOptions

    return ReadOptions()
