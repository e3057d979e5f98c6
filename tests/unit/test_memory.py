"""A limit of memory is kept: what would not fit is told before it is fetched."""

from __future__ import annotations

import pytest

import celosia
from celosia.core import memory
from celosia.core.counts import Codebook
from celosia.errors import MemoryShort, ParameterError, is_memory_error
from celosia.models import KAnonymity

ROWS = "".join(f"{n},{n % 3}\n" for n in range(300))
RECIPE = celosia.Recipe(
    roles={"a": celosia.Role.QUASI_IDENTIFIER, "b": celosia.Role.SENSITIVE},
    models=(KAnonymity(2),),
    rows="persons",
)


@pytest.fixture
def table(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n" + ROWS)
    with celosia.read(tmp_path / "t.csv") as table:
        yield table


@pytest.mark.parametrize(
    "ask",
    [
        lambda relation: relation.values("a"),
        lambda relation: relation.combinations(["a", "b"]),
        lambda relation: relation.count([Codebook("a", tuple(map(str, range(300))))]),
        lambda relation: relation.classes(["a"], [("b",)]),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(table, monkeypatch, ask):
    monkeypatch.setattr(memory, "room", lambda: 3_000)

    with pytest.raises(MemoryShort, match=r"classes: 300; what would fit: [1-9]"):
        ask(table.relation)

    monkeypatch.setattr(memory, "room", lambda: 10**9)
    ask(table.relation)


def test_nothing_is_counted_twice_where_all_would_fit(table, monkeypatch):
    monkeypatch.setattr(memory, "room", lambda: 10**9)

    memory.check_fits(8, 300, lambda: pytest.fail("counted"))


def test_a_recipe_says_how_much(table, tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(memory, "room", lambda: seen.append(memory.allowed()))

    celosia.anonymize(table, RECIPE.changed(memory="600MB"), tmp_path / "out.csv")

    assert set(seen) == {600 * 10**6}
    assert not memory.is_limited()


@pytest.mark.parametrize("wrong", ["2", "2TB", "lots", "1MB", "-2GB", ""])
def test_an_amount_that_says_nothing_is_refused(wrong):
    with pytest.raises(ParameterError, match="2GB"):
        RECIPE.changed(memory=wrong)


def test_the_engine_keeps_to_its_share(tmp_path, monkeypatch):
    from celosia.engines.duckdb import working_database

    monkeypatch.setattr(working_database, "SHARING", 0)
    (tmp_path / "t.csv").write_text("a\n1\n")
    with memory.memory_limited("600MB"), celosia.read(tmp_path / "t.csv") as table:
        told = table.relation._connection.execute("SELECT current_setting('memory_limit')")
        assert told.fetchone()[0] == "190.7 MiB"


def test_ways_to_run_out_of_memory_are_known():
    import duckdb
    import numpy as np

    with pytest.raises(MemoryError) as of_numpy:
        np.empty(1 << 60, np.int8)
    assert is_memory_error(of_numpy.value)
    assert is_memory_error(duckdb.OutOfMemoryException("…"))
    assert not is_memory_error(RuntimeError("…"))
