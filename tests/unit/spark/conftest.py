from __future__ import annotations

import pytest
from tests.support.spark_sessions import local_session, require_spark, spark_relation


@pytest.fixture
def spark():
    """The session that all tests share."""
    return local_session()


@pytest.fixture
def has_spark():
    require_spark()


@pytest.fixture
def open_file():
    """Open a file as a relation that is closed after the test."""
    opened = []

    def open_file(path):
        opened.append(spark_relation(path))
        return opened[-1]

    yield open_file
    for relation in opened:
        relation.close()


@pytest.fixture
def read(tmp_path, open_file):
    """Open a text as the file `data.csv`."""

    def read(content):
        path = tmp_path / "data.csv"
        path.write_bytes(content.encode())
        return open_file(path)

    return read
