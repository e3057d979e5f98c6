"""The contract of all engines, kept by Spark.

A query that DuckDB answers in a millisecond takes Spark a fifth of a second, so the random tables
are fewer than elsewhere: all of them only where CI runs.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from tests.support import engine_contract as contract
from tests.support.spark_sessions import OnSpark

BATCHES = range(5 if os.environ.get("CI") else 1)


@pytest.fixture(params=["spark"])
def engine(tmp_path):
    maker, made = OnSpark(tmp_path), []

    def make(columns, rows):
        made.append(maker.table(columns, rows))
        return made[-1]

    yield make
    for relation in made:
        relation.close()


written = contract.written


def with_fewer_examples(test):
    """Draw fewer tables for a test that draws them."""
    if not hasattr(test, "hypothesis"):
        return test
    fewer = given(**test.hypothesis._given_kwargs)(test.hypothesis.inner_test)
    return settings(contract.some_tables, max_examples=4)(fewer)


for name in [name for name in dir(contract) if name.startswith("test_")]:
    globals()[name] = with_fewer_examples(getattr(contract, name))


@pytest.mark.parametrize("batch", BATCHES)
def test_every_engine_counts_and_writes_the_same(engine, tmp_path, request, batch):
    contract.test_every_engine_counts_and_writes_the_same(engine, tmp_path, request, batch)
