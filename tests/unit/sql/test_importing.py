"""A file becomes a declared table."""

from __future__ import annotations

import re

import pytest

from celosia.core.schema import Schema
from celosia.core.values import ValueCounts
from celosia.engines.sql import SqlRelation, TableName, import_file, left_behind
from celosia.engines.sql.connection import Session
from celosia.errors import DataError, ParameterError

CSV = """name,age,height,born,member,code
"Ñ, ""😀""\t\\ \\N",+031,"1,50",31/12/1999,sí,007
,,,,,
'x',12345678901234567890,.5,01/02/2024,no,1e3
"""
DECLARED = Schema.from_dict(
    {
        "name": {"type": "text", "max_length": 20},
        "age": {"type": "integer"},
        "height": {"type": "decimal"},
        "born": {"type": "date", "format": "%d/%m/%Y"},
        "member": {"type": "boolean"},
    }
)


@pytest.fixture
def file(tmp_path):
    """A file with types, nulls and characters that loaders stumble over."""
    path = tmp_path / "people.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def test_declared_columns_get_their_types_and_the_rest_stays_text(scratch, file):
    table = scratch.name()

    assert import_file(scratch.at(table), file, schema=DECLARED) == 3

    maria = scratch.server.title == "MariaDB"
    expected = {
        "name": ['Ñ, "😀"\t\\ \\N', None, "'x'"],
        "age": ["31", None, "12345678901234567890"],
        "height": ["1.50", None, "0.50" if maria else "0.5"],
        "born": ["1999-12-31", None, "2024-02-01"],
        "member": ["1", None, "0"] if maria else ["true", None, "false"],
        "code": ["007", None, "1e3"],
    }
    with SqlRelation(scratch.at(table)) as relation:
        for column, cells in expected.items():
            assert relation.values(column) == ValueCounts.of(cells)
        types = [column.type.value for column in relation.propose_schema()]
    assert types[:4] == ["text", "decimal", "decimal", "date"]


def test_maximum_lengths_are_declared_on_the_server(scratch, file):
    table = scratch.name()
    import_file(scratch.at(table), file, schema=DECLARED)

    found = scratch.session.rows(
        "SELECT column_name, character_maximum_length FROM information_schema.columns "
        "WHERE table_name = %s AND column_name = 'name'",
        (table,),
    )

    assert [tuple(row) for row in found] == [("name", 20)]


def test_values_that_are_not_as_declared_are_told_by_line(scratch, file):
    short = Schema.from_dict({"name": {"type": "text", "max_length": 2}})

    with pytest.raises(DataError, match="line 2: 'name' is not a valid text") as wrong:
        import_file(scratch.at(scratch.name()), file, schema=short)

    assert "😀" not in str(wrong.value)


def test_an_existing_table_stays_unless_told_otherwise(scratch, file):
    table = scratch.table(["old"], [("before",)])

    with pytest.raises(DataError, match="already a table"):
        import_file(scratch.at(table), file)
    assert scratch.session.rows(f"SELECT * FROM {table}") == [("before",)]

    assert import_file(scratch.at(table), file, replace_table=True) == 3
    assert left_behind(scratch.url) == []


def test_numbers_are_never_cut_to_fit(scratch, tmp_path):
    path, table = tmp_path / "numbers.csv", scratch.name()
    path.write_text(f"a,b\n{'9' * 70},0.{'1' * 40}\n")
    declared = Schema.from_dict({"a": {"type": "integer"}, "b": {"type": "decimal"}})

    if scratch.server.title == "MariaDB":
        with pytest.raises(DataError, match="'a' has numbers of 70 digits") as wrong:
            import_file(scratch.at(table), path, schema=declared)
        assert "999" not in str(wrong.value)
        assert left_behind(scratch.url) == []
        return
    import_file(scratch.at(table), path, schema=declared)
    assert [tuple(map(str, row)) for row in scratch.session.rows(f"SELECT * FROM {table}")] == [
        ("9" * 70, f"0.{'1' * 40}")
    ]


def test_cells_that_the_server_would_change_are_refused(scratch, tmp_path):
    if scratch.server.title != "MariaDB":
        pytest.skip("COPY refuses such cells by itself")
    path, table = tmp_path / "cells.tsv", scratch.table(["n"], [], ["DECIMAL(3, 1)"])
    path.write_text("1.25\n")
    session = Session(scratch.source, scratch.server, bulk=True)
    try:
        with pytest.raises(DataError, match="changed 1 cell"):
            scratch.server.bulk_load(session, TableName(table), path)
    finally:
        session.close()


def test_a_row_may_be_wider_than_the_server_declares(scratch, tmp_path):
    path, table = tmp_path / "wide.csv", scratch.name()
    columns = [f"c{i}" for i in range(60)]
    cells = ["x" * (300 + i) for i in range(60)]
    path.write_text(",".join(columns) + "\n" + ",".join(cells) + "\n")

    assert import_file(scratch.at(table), path) == 1

    with SqlRelation(scratch.at(table)) as relation:
        assert [relation.values(column).values for column in columns] == [(c,) for c in cells]


def test_a_table_must_be_named(scratch, file):
    with pytest.raises(ParameterError, match="Name the new table"):
        import_file(scratch.url, file)


def test_names_that_are_too_long_for_the_server_are_refused(scratch, tmp_path):
    path, long = tmp_path / "names.csv", "x" * 62
    why = {
        "MariaDB": "does not allow such a name of a table or column (code 1059)",
        "PostgreSQL": f"63 bytes of a name. These are longer: {long}éyz. Rename",
    }[scratch.server.title]
    path.write_text(f"{long}éyz,{long}y\n1,2\n", encoding="utf-8")

    with pytest.raises(DataError, match=re.escape(why)):
        import_file(scratch.at(scratch.name()), path)

    assert left_behind(scratch.url) == []
