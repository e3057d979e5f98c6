"""Small tables share a database, and nothing else."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import duckdb
import pytest

import celosia
from celosia.engines.duckdb.working_database import SHARING, WorkingDatabase


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.csv"
    path.write_text("a\n1\n", "utf-8")
    return path


def databases(connection: duckdb.DuckDBPyConnection) -> set[str]:
    found = connection.execute("SELECT database_name FROM duckdb_databases() WHERE NOT internal")
    return {row[0] for row in found.fetchall()}


def setting(connection: duckdb.DuckDBPyConnection, name: str) -> object:
    row = connection.execute(f"SELECT current_setting('{name}')").fetchone()
    assert row is not None
    return row[0]


def test_tables_of_the_same_name_are_each_ones_own(small: Path, tmp_path: Path) -> None:
    with WorkingDatabase(small, tmp_path) as one, WorkingDatabase(small, tmp_path) as other:
        for database, number in ((one, 1), (other, 2)):
            database.connection.execute(f"CREATE TABLE data AS SELECT {number} AS n")
            database.connection.execute(f"CREATE TEMP TABLE aside AS SELECT {number} AS n")

        for database, number in ((one, 1), (other, 2)):
            for table in ("data", "aside"):
                found = database.connection.execute(f"SELECT n FROM {table}").fetchall()
                assert found == [(number,)]


def test_what_is_closed_is_gone(small: Path, tmp_path: Path) -> None:
    with WorkingDatabase(small, tmp_path) as stays:
        before = databases(stays.connection)
        gone = WorkingDatabase(small, tmp_path)
        assert len(databases(stays.connection)) == len(before) + 1
        gone.close()
        gone.close()

        assert databases(stays.connection) == before


def test_nothing_of_what_is_shared_goes_to_disk(small: Path, tmp_path: Path) -> None:
    with WorkingDatabase(small, tmp_path) as database:
        assert setting(database.connection, "temp_directory") == ""


@pytest.mark.parametrize("kind", ["large", "gzip"])
def test_what_may_grow_has_a_database_and_a_place_to_spill_of_its_own(
    kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "data.csv"
    cells = b"a\n" + b"1\n" * (SHARING // 2)
    path.write_bytes(cells if kind == "large" else gzip.compress(cells))

    with WorkingDatabase(path, tmp_path) as database:
        assert databases(database.connection) >= {"work"}
        assert setting(database.connection, "temp_directory") == str(tmp_path)


def test_a_database_that_stopped_is_opened_anew(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "celosia.engines.duckdb.working_database"
    opened: list[int] = []

    class Stopped:
        def execute(self, statement: str) -> None:
            raise duckdb.FatalException("database has been invalidated")

    def first_stopped(process: int) -> object:
        opened.append(process)
        return Stopped() if len(opened) == 1 else duckdb.connect(config={"threads": 1})

    monkeypatch.setattr(f"{module}._for_small_tables", cache(first_stopped))

    with celosia.read(small) as table:
        assert table.records == 1

    assert len(opened) == 2
