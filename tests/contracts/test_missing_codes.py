"""Codes that mean missing in one column and are values in another, wherever the records lie."""

from __future__ import annotations

import csv
from contextlib import closing, contextmanager

import pytest
from tests.support.databases import Scratch
from tests.support.spark_sessions import local_session

import celosia
from celosia import ReadOptions, Recipe, Role
from celosia.engines.sql import import_file
from celosia.hierarchies import Intervals
from celosia.models import KAnonymity

CODES = {"age": ("999", "s/d"), "income": ("9999",)}
COLUMNS = ("age", "sex", "income", "zip")
ROWS = [
    (
        ("s/d", "999", str(20 + i % 40))[min(i % 9, 2)],
        "fm"[i % 2],
        ("9999", "1500", "1800")[i % 3],
        "9999",
    )
    for i in range(180)
]
TYPED = {"income": {"type": "integer"}, "zip": {"type": "integer"}}
RECIPE = Recipe(
    roles={
        "age": Role.QUASI_IDENTIFIER,
        "sex": Role.QUASI_IDENTIFIER,
        "income": Role.SENSITIVE,
        "zip": Role.INSENSITIVE,
    },
    hierarchies={"age": Intervals((20, 40))},
    models=(KAnonymity(3),),
    reading=ReadOptions(missing=CODES),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("codes") / "codes.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
    return path


@contextmanager
def as_parquet(path, reading):
    import duckdb

    there = path.with_suffix(".parquet")
    duckdb.sql(
        f"COPY (SELECT age, sex, income::INT AS income, zip FROM read_csv('{path}', "
        f"all_varchar = true)) TO '{there}' (FORMAT parquet)"
    )
    with celosia.read(there, reading) as table:
        yield table


@contextmanager
def on_server(server, path, reading):
    with closing(Scratch(server)) as scratch:
        url = scratch.at(scratch.name())
        import_file(url, path, ReadOptions(","), celosia.Schema.from_dict(TYPED))
        with celosia.read(url, reading) as table:
            yield table


@contextmanager
def on_spark(path, reading):
    local_session()
    with celosia.read(f"spark:local[2]?data={path}", reading) as table:
        yield table


ENGINES = {
    "csv": lambda path, reading: celosia.read(path, reading),
    "parquet": as_parquet,
    "mariadb": lambda path, reading: on_server("mariadb", path, reading),
    "postgresql": lambda path, reading: on_server("postgresql", path, reading),
    "spark": on_spark,
}


@pytest.fixture(scope="module")
def expected(path, tmp_path_factory):
    """The release of a file whose cells are empty where a code means that nothing is known."""
    empty = tmp_path_factory.mktemp("empty")
    known = [
        [
            None if cell in CODES.get(name, ()) else cell
            for name, cell in zip(COLUMNS, row, strict=True)
        ]
        for row in ROWS
    ]
    with (empty / "in.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *known])
    with celosia.read(empty / "in.csv") as table:
        celosia.anonymize(table, RECIPE, empty / "out.csv")
    return sorted((empty / "out.csv").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_release_is_that_of_a_table_with_nulls_in_their_place(engine, path, expected, tmp_path):
    with ENGINES[engine](path, RECIPE.reading) as table:
        nulls = {name: table.relation.values(name).nulls for name in COLUMNS}
        celosia.anonymize(table, RECIPE, tmp_path / "out.csv")
        again = table.relation.reread(ReadOptions())
        with closing(again):
            values = again.values("age")

    assert nulls == {"age": 40, "sex": 0, "income": 60, "zip": 0}
    assert sorted((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()) == expected
    assert {"999", "s/d"} <= set(values.texts)


@pytest.mark.parametrize("engine", ENGINES)
def test_codes_of_a_column_that_is_not_there_are_refused(engine, path):
    with (
        pytest.raises(celosia.ParameterError, match="pay"),
        ENGINES[engine](path, ReadOptions(missing={"pay": ("9",)})),
    ):
        pass


def test_a_column_may_be_declared_as_what_it_is_without_its_codes(path):
    schema = celosia.Schema.from_dict({"age": {"type": "integer"}})

    with celosia.read(path, RECIPE.reading, schema) as table:
        assert table.schema.column("age").type is celosia.ColumnType.INTEGER
    with pytest.raises(celosia.DataError):
        celosia.read(path, schema=schema)
