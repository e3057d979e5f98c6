"""The contract of all engines, kept by a package that Celosía knows nothing of.

Run by `tests/contracts/test_engine_of_another_package.py` in a process of its own, where the
package is installed.
"""

from __future__ import annotations

import sqlite3
from urllib.parse import quote

import pytest
from tests.support.engine_contract import contract

from celosia.core.engine import engine_of
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions


@pytest.fixture
def engine(tmp_path):
    """Make tables in a database, and open them by their addresses."""
    path, made = tmp_path / "all.db", []

    def make(columns, rows) -> Relation:
        table = f"t{len(made)}"
        names = ", ".join('"' + column.replace('"', '""') + '" TEXT' for column in columns)
        with sqlite3.connect(path) as connection:
            connection.execute(f"CREATE TABLE {table} ({names})")
            marks = ", ".join("?" for _ in columns)
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        connection.close()
        address = f"sqlite:///{quote(str(path))}?table={table}"
        made.append(engine_of(address).open(address, ReadOptions()))
        return made[-1]

    yield make
    for relation in made:
        relation.close()


globals().update(contract())
