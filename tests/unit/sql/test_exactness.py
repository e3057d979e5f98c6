"""Collations, types and long texts never merge what is published as different texts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from sqlalchemy import event
from tests.support.databases import Scratch

from celosia.core.counts import Codebook
from celosia.core.relation import Recoding
from celosia.core.schema import ColumnType, Schema
from celosia.core.values import NullPolicy, ValueCounts
from celosia.engines.sql import SqlRelation
from celosia.errors import DataError

ALIKE = ["a", "A", "á", "Á", "a ", "e", "é", "ss", "ß", "", None]
COLLATED = {
    "MariaDB": [
        "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
        "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci",
        "VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_spanish_ci",
        "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    ],
    "PostgreSQL": ['TEXT COLLATE "C"', 'TEXT COLLATE "und-x-icu"', "VARCHAR(20)", "TEXT"],
}


def test_no_collation_merges_classes(scratch):
    types = COLLATED[scratch.server.title]
    columns = [f"c{i}" for i in range(len(types))]
    rows = [[cell] * len(types) for cell in ALIKE]

    with SqlRelation(scratch.at(scratch.table(columns, rows, types))) as relation:
        for column in columns:
            assert relation.values(column) == ValueCounts.of(ALIKE)
            assert relation.classes([column]).sizes.tolist() == [1] * len(ALIKE)
        counted = relation.count([Codebook(c, tuple(ALIKE)) for c in columns])
        assert counted.counts.tolist() == [1] * len(ALIKE)


def test_a_nondeterministic_collation_merges_nothing(scratch):
    if scratch.server.title == "MariaDB":
        pytest.skip("only PostgreSQL has them")
    name = scratch.name()
    scratch.session.run(
        f"CREATE COLLATION {name} (provider = icu, locale = 'und-u-ks-level1', "
        "deterministic = false)"
    )
    try:
        table = scratch.table(["c"], [[cell] for cell in ALIKE], [f'TEXT COLLATE "{name}"'])
        with SqlRelation(scratch.at(table)) as relation:
            assert relation.values("c") == ValueCounts.of(ALIKE)
    finally:
        scratch.session.run(f"DROP TABLE {table}")
        scratch.session.run(f"DROP COLLATION {name}")


@pytest.mark.parametrize("hint", ["", "SQL_BIG_RESULT"])
def test_long_texts_are_told_apart_to_their_end(scratch, hint):
    texts = ["x" * 1500 + end for end in ("a", "b", "c", "")]
    table = scratch.table(["c", "d"], [[text, "1"] for text in texts * 3])
    url = scratch.at(table)
    if hint and scratch.server.title == "MariaDB":  # makes the server sort, which cuts keys
        url = f"{scratch.url}?query=SELECT%20*%20FROM%20{table}"
        scratch.session.run(f"INSERT INTO {table} SELECT * FROM {table}")

    with SqlRelation(url) as relation:
        assert set(relation.values("c").values) == set(texts)
        assert relation.classes(["c", "d"]).number == 4


def test_a_sort_would_have_merged_them(scratch):
    """The trap that the test above is about; without it we would not notice its end."""
    if scratch.server.title == "PostgreSQL" or scratch.is_mysql:
        pytest.skip("MariaDB's trap")
    texts = ["x" * 1500 + end for end in ("a", "b")]
    table = scratch.table(["c"], [[text] for text in texts * 3])

    found = scratch.session.rows(
        f"SELECT SQL_BIG_RESULT CAST(c AS BINARY), count(*) FROM {table} GROUP BY 1"
    )

    assert len(found) == 1


TYPED = {
    "mariadb": {
        "INT": ([1, -1, None], ["1", "-1", None], ColumnType.INTEGER),
        "INT(5) ZEROFILL": ([7, 12], ["00007", "00012"], ColumnType.INTEGER),
        "BIGINT UNSIGNED": ([2**64 - 1], ["18446744073709551615"], ColumnType.INTEGER),
        "DECIMAL(12,2)": ([Decimal("1.5"), 0], ["1.50", "0.00"], ColumnType.DECIMAL),
        "DOUBLE": ([0.1, 0.0, 1e300], ["0.1", "0", "1e300"], ColumnType.DECIMAL),
        "DATE": (["2024-02-29"], ["2024-02-29"], ColumnType.DATE),
        "DATETIME(3)": (["2024-02-29 10:00:00.5"], ["2024-02-29 10:00:00.500"], ColumnType.TEXT),
        "BOOLEAN": ([True, False], ["1", "0"], ColumnType.INTEGER),
        "ENUM('á','b')": (["á", "b", None], ["á", "b", None], ColumnType.TEXT),
        "VARBINARY(9)": ([b"\xff\x00"], ["ff00"], ColumnType.TEXT),
        "BIT(4)": ([5], ["5"], ColumnType.INTEGER),
        "CHAR(5)": (["a", "b  "], ["a", "b"], ColumnType.TEXT),
        "JSON": (['{"a": 1}'], ['{"a": 1}'], ColumnType.TEXT),
    },
    "postgresql": {
        "INTEGER": ([1, -1, None], ["1", "-1", None], ColumnType.INTEGER),
        "NUMERIC": ([Decimal("1.0"), Decimal("1.00")], ["1.0", "1.00"], ColumnType.DECIMAL),
        "NUMERIC(12,2)": ([Decimal("1.5"), 0], ["1.50", "0.00"], ColumnType.DECIMAL),
        "FLOAT8": ([0.1, -0.0, 0.0, 1e300], ["0.1", "-0", "0", "1e+300"], ColumnType.DECIMAL),
        "DATE": (["2024-02-29"], ["2024-02-29"], ColumnType.DATE),
        "TIMESTAMPTZ": (["2024-02-29 10:00+02"], ["2024-02-29 08:00:00+00"], ColumnType.TEXT),
        "BOOLEAN": ([True, False], ["true", "false"], ColumnType.BOOLEAN),
        "BYTEA": ([b"\xff\x00"], ["\\xff00"], ColumnType.TEXT),
        "CHAR(5)": (["a", "b  "], ["a", "b"], ColumnType.TEXT),
        "JSONB": (['{"a": 1}'], ['{"a": 1}'], ColumnType.TEXT),
        "UUID": (["0" * 31 + "1"], ["00000000-0000-0000-0000-000000000001"], ColumnType.TEXT),
        "INTEGER[]": ([[1, 2]], ["{1,2}"], ColumnType.TEXT),
    },
}
CASES = [(server, kind) for server, kinds in TYPED.items() for kind in kinds]


@pytest.mark.parametrize(("scratch", "kind"), CASES, indirect=["scratch"])
def test_a_typed_cell_is_the_text_that_a_person_sees(scratch, kind):
    cells, texts, column_type = TYPED[scratch.source.server][kind]
    table = scratch.table(["c", "k"], [[cell, "k"] for cell in cells * 2], [kind, "VARCHAR(9)"])

    with SqlRelation(scratch.at(table)) as relation:
        assert relation.values("c") == ValueCounts.of(texts * 2)
        assert relation.propose_schema().column("c").type is column_type
        assert relation.cells(["c"], 99)["c"].count(texts[0]) == 2
        draft = relation.draft(Recoding(("k",), ("k", "c")), scratch.name(), Schema(()), 0)
        with draft.reopen() as again:
            assert again.values("c") == ValueCounts.of(texts * 2)
            assert again.evidence()["records"] == 2 * len(cells)
        draft.discard()


@pytest.mark.server
def test_what_a_float_does_not_show_is_not_published():
    scratch = Scratch("mariadb")  # it prints six digits of a FLOAT
    try:
        table = scratch.table(["f"], [(16777216,), (16777214,)], ["FLOAT"])
        target = scratch.name()
        with SqlRelation(scratch.at(table)) as relation:
            assert relation.values("f") == ValueCounts(("16777200",), (2,))
            relation.draft(Recoding((), ("f",)), target, Schema(()), 0).publish()

        assert scratch.session.rows(f"SELECT f FROM {target}") == [("16777200",)] * 2
    finally:
        scratch.close()


def test_a_query_may_end_in_a_comment(scratch):
    table = scratch.table(["a"], [("x",)])

    with SqlRelation(f"{scratch.url}?query=SELECT+a+FROM+{table}+--+all+of+it") as relation:
        assert relation.values("a").values == ("x",)


def test_a_query_brings_no_second_statement_along(scratch):
    table = scratch.table(["a"], [("x",)])
    query = f"SELECT+1)+t;+DROP+TABLE+{table};+SELECT+*+FROM+(SELECT+1"

    with pytest.raises(DataError, match="does not understand the query"):
        SqlRelation(f"{scratch.url}?query={query}")

    assert scratch.session.rows(f"SELECT * FROM {table}") == [("x",)]


def test_only_aggregates_are_fetched_to_count_and_measure(scratch):
    table = scratch.table(["a", "b", "w"], [("x", "1", "2"), ("x", "2", "2"), (None, "1", "2")])
    with SqlRelation(scratch.at(table)) as relation:
        sent = []
        event.listen(relation.session.engine, "before_cursor_execute", lambda *e: sent.append(e[2]))

        relation.values("a")
        relation.count([Codebook("a", ("x", None)), Codebook("b", ("1", "2"))])
        relation.classes(["a"], [("b",)], NullPolicy.WILDCARD, weight="w")
        relation.propose_schema()
        relation.evidence()

    reading = [statement for statement in sent if statement.upper().startswith("SELECT")]
    assert len(reading) >= 9
    for statement in reading:
        assert "GROUP BY" in statement or "count(*)" in statement or "()" in statement
    control = ("SELECT", "BEGIN", "START", "ROLLBACK")
    assert all(statement.startswith(control) for statement in sent)


def test_a_query_is_a_source_too(scratch):
    table = scratch.table(["a b", "n"], [("x", "1"), ("y", "2"), ("y", "3")])
    quoted = scratch.server.name("a b").replace("%%", "%")
    query = f"SELECT {quoted} AS `100 %`, n FROM {table} WHERE n LIKE '%' AND n > '1'"
    query = query if scratch.server.title == "MariaDB" else query.replace("`", '"')
    from urllib.parse import quote

    with SqlRelation(f"{scratch.url}?query={quote(query)}") as relation:
        assert relation.columns == ("100 %", "n")
        assert relation.values("100 %") == ValueCounts(("y",), (2,))
        draft = relation.draft(Recoding((), ("100 %",)), scratch.name(), Schema(()), 0)
        assert draft.records == 2
        draft.discard()
