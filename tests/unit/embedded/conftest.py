from __future__ import annotations

import pytest

from celosia.core.schema import ReadOptions
from celosia.engines.duckdb import EmbeddedRelation


@pytest.fixture
def open_file():
    """Open a file as a relation that is closed after the test."""
    opened = []

    def open_file(path, **options):
        relation = EmbeddedRelation(path, ReadOptions(**options))
        opened.append(relation)
        return relation

    yield open_file
    for relation in opened:
        relation.close()


@pytest.fixture
def read(tmp_path, open_file):
    """Open a text, or bytes, as the file `data.csv`."""

    def read(content, **options):
        path = tmp_path / "data.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return open_file(path, **options)

    return read


@pytest.fixture
def cells():
    """List the distinct values of each column, nulls last."""
    return lambda relation: {c: relation.values(c).values for c in relation.columns}
