from __future__ import annotations

import pytest

from celosia import DataError, ReadOptions, Schema, read
from celosia.errors import SchemaError
from celosia.workflow.read import read_schema, write_schema

SCHEMA = Schema.from_dict(
    {
        "age": {"type": "integer"},
        "fecha de alta": {"type": "date", "format": "%d/%m/%Y"},
        'a "name".x': {"type": "text", "max_length": 20},
    }
)


def test_a_schema_is_written_and_read_again(tmp_path):
    write_schema(SCHEMA, tmp_path / "schema.toml")

    assert read_schema(tmp_path / "schema.toml") == SCHEMA


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = ", "not a valid schema file"),
        ("x = 3", r"has no \[columns\]"),
        ("columns.age.type = 'number'", "'age': unknown type. Types: integer"),
        ("columns.age.size = 3", "'age': unknown entries size"),
        ("columns.age.max_length = 0", "whole number from 1"),
        ("columns.age.format = '%Y'", "only a date has a format"),
    ],
)
def test_a_schema_file_that_cannot_be_understood_is_refused(tmp_path, text, told):
    (tmp_path / "schema.toml").write_text(text)

    with pytest.raises(SchemaError, match=told):
        read_schema(tmp_path / "schema.toml")


def test_a_declared_type_replaces_the_proposed_one(tmp_path):
    (tmp_path / "data.csv").write_text("code,n\n1,2\n")

    with read(tmp_path / "data.csv", schema=Schema.from_dict({"code": {"type": "text"}})) as table:
        types = {column.name: column.type.value for column in table.schema}

    assert types == {"code": "text", "n": "integer"}


def test_values_that_are_not_as_declared_are_told_and_no_working_data_is_left(
    tmp_path, monkeypatch
):
    (tmp_path / "data.csv").write_text("n;d\n1;2\nSECRET;3\n")
    (tmp_path / "space").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "space"))

    with pytest.raises(DataError, match="line 3: 'n' is not a valid integer"):
        read(tmp_path / "data.csv", ReadOptions(), Schema.from_dict({"n": {"type": "integer"}}))

    assert list((tmp_path / "space").iterdir()) == []
