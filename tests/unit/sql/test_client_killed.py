"""The client is killed at any step of a publication: the table and its files are old or new."""

from __future__ import annotations

import os
import time
from contextlib import chdir

import pytest
from tests.support.faults import FINISHED, KILLED, Interposed, Warm

import celosia
from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import left_behind
from celosia.engines.sql.working_tables import _by_run
from celosia.models import KAnonymity
from celosia.workflow.release_files import find_certificate, is_made_of

RECIPE = celosia.Recipe(
    roles={"a": celosia.Role.QUASI_IDENTIFIER}, models=(KAnonymity(2),), seed=1, rows="persons"
)
MOST = 200
"""More steps than a publication has."""


def patch_prefix(prefix):
    """Let working tables of this process be told from those of others on the server."""
    from celosia.engines.sql import working_tables

    working_tables.PREFIX = prefix


def publish_table(folder, prefix, source, target):
    """Publish a release of a table as another, with its certificate in a folder."""
    patch_prefix(prefix)
    _count_statements()
    with chdir(folder), celosia.read(source) as table:
        celosia.anonymize(table, RECIPE, target)


def _look(*_):
    if Interposed.current is not None and Interposed.current.steps:
        Interposed.current.step("statement")


def _count_statements():
    """Count what is asked of the server too, from the first step of the publication on."""
    from sqlalchemy import Engine, event

    if not event.contains(Engine, "before_cursor_execute", _look):
        event.listen(Engine, "before_cursor_execute", _look)


def state_of(folder, prefix, release, x, y):
    """Tell of which table the release is; the certificate must be about it, and proved."""
    patch_prefix(prefix)
    with chdir(folder):
        found = find_certificate(release)
        assert found is not None
        assert found.of_this_file
        made = []
        for name, source in (("x", x), ("y", y)):
            with celosia.read(source) as table:
                made += [name] if is_made_of(release, table) else []
        assert len(made) == 1, made
        return made[0]


@pytest.fixture
def warm():
    """A process that forks a child for each run."""
    made = Warm()
    yield made
    made.close()


def wait_until_noticed(scratch):
    """Wait until the server has seen that its client is gone."""
    for _ in range(200):
        runs = _by_run(scratch.session)
        if not any(scratch.server.is_held(scratch.session, run) for run in runs):
            return
        time.sleep(0.02)
    raise AssertionError("the server still thinks that the client lives")


def test_killed_at_any_step_of_a_publication(scratch, warm, tmp_path):
    """Each run finds what the one before left, and publishes the other of two tables."""
    prefix, target = f"celosia_t{os.getpid()}_", scratch.name()
    tables = {value: scratch.at(scratch.table(["a"], [(value,)] * 3)) for value in ("x", "y")}
    release, there = scratch.at(target), "x"
    warm.load(publish_table, tmp_path, prefix, tables[there], target)
    changed = []

    for at in range(1, MOST):
        other = "y" if there == "x" else "x"
        asked = (publish_table, tmp_path, prefix, tables[other], target)
        done = warm.run(*asked, folder=tmp_path, how="kill", at=at)
        if done.status == FINISHED:
            break
        assert done.status == KILLED, done
        wait_until_noticed(scratch)
        found = warm.run(state_of, tmp_path, prefix, release, tables["x"], tables["y"])
        assert found.status == FINISHED, f"at step {at}: {found.error}"
        changed.append(found.told == other)
        there = found.told

    assert changed == sorted(changed)  # from one step on it is the new one
    assert set(changed) == {False, True}, (changed, done)
    assert len(changed) > 20
    assert left_behind(scratch.url) == []
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"{target}.certificate.json", f"{target}.evidence.json"]


def test_a_table_of_a_run_that_lives_is_not_dropped(scratch):
    table, target = scratch.table(["a"], [("x",), ("x",)]), scratch.name()
    with celosia.read(scratch.at(table)) as source:
        draft = source.relation.draft(Recoding((), ("a",)), target, Schema(()), 0)
        assert left_behind(scratch.url, drop_all=True) == left_behind(scratch.url)
        assert len(left_behind(scratch.url)) == 1
        draft.publish()
    assert scratch.session.rows(f"SELECT a FROM {target}") == [("x",), ("x",)]
