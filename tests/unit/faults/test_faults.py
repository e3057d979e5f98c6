"""Whatever dies when: the old state or the new one, whole, and the next run works."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from tests.support import fault_scenarios
from tests.support.fault_scenarios import SCENARIOS, judge
from tests.support.faults import CALLS, ERRORS, FINISHED, Warm, tree_of
from tests.support.tiers import needed

QUICK = ("budget", "vault new-key", "vault destroy")
"""What takes a second or two; the rest is in the slow tier."""
BOTH_TIERS = [
    pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in SCENARIOS
]
PAGE = Path(__file__).parents[3] / "docs" / "en" / "explanation" / "reliability.md"


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A process that forks a child for each thing to be done."""
    made = Warm()
    made.load(fault_scenarios.prepare_account, tmp_path_factory.mktemp("warm"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def hot(warm, tmp_path_factory):
    """The same, once it has published."""
    folder = tmp_path_factory.mktemp("hot")
    warm.load(fault_scenarios.prepare_release, folder)
    warm.load(fault_scenarios.state_of_release, folder)
    return warm


def prepared(warm, name, folder):
    """Make the old state of a scenario."""
    folder.mkdir()
    done = warm.run(SCENARIOS[name].prepare, folder)
    assert done.status == FINISHED, done.error
    return folder


def judged(warm, name, folder):
    """Tell the state of a folder, after which the next run worked."""
    found = warm.run(judge, name, folder)
    assert found.status == FINISHED, f"{folder.name}: {found.error}"
    return found.told


def documented(name):
    """Give the number of points that the documentation says of a scenario."""
    row = re.search(rf"^\| {re.escape(name)} \| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert row is not None, f"{name} is not on the page"
    return int(row[1])


@pytest.mark.parametrize("name", BOTH_TIERS)
def test_a_kill_a_torn_write_or_a_power_cut_at_any_step_leaves_old_or_new(request, name, tmp_path):
    """One run leaves a copy of the folder for each step; equal ones are judged once."""
    warm = request.getfixturevalue("warm" if name in QUICK else "hot")
    folder = prepared(warm, name, tmp_path / "run")

    done = warm.run(SCENARIOS[name].act, folder, folder=folder, how="copy")

    assert done.status == FINISHED, done.error
    assert done.steps >= documented(name)
    known: dict[str, str] = {}
    courses: dict[str, list[str]] = {}
    for place in sorted(tmp_path.glob("run.*-*")):
        tree = json.dumps(tree_of(place))
        if tree not in known:
            known[tree] = judged(warm, name, place)
        courses.setdefault(place.name.partition("-")[2], []).append(known[tree])
        shutil.rmtree(place)
    assert set(courses) == {"kill", "kill-power", "torn", "torn-power"}
    assert len(courses["kill"]) == done.steps
    for course in courses.values():
        assert course == sorted(course, reverse=True)  # once it is new, it stays so
    assert judged(warm, name, folder) == "new"


FAILING = [
    pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])
    for name in (*QUICK, "vault rotate", "anonymize over a release")
]


@pytest.mark.parametrize("name", FAILING)
def test_a_disk_that_is_full_or_broken_at_any_step_leaves_old_or_new(request, name, tmp_path):
    warm = request.getfixturevalue("warm" if name in QUICK else "hot")
    old = prepared(warm, name, tmp_path / "old")
    at = failed = 0

    while True:
        at += 1
        folder = tmp_path / f"{at}"
        shutil.copytree(old, folder)
        how = sorted(ERRORS)[at % 2]
        done = warm.run(SCENARIOS[name].act, folder, folder=folder, how=how, at=at)
        if done.steps < at:
            break
        failed += done.status != FINISHED
        state = judged(warm, name, folder)
        assert state == "new" or done.status != FINISHED, done
        shutil.rmtree(folder)
    assert failed >= at // 2  # what is only tidied up may fail unheard
    assert done.status == FINISHED


@pytest.mark.slow
@pytest.mark.parametrize("name", ["anonymize over a release", "vault rotate"])
def test_sigkill_at_system_calls_leaves_old_or_new(hot, name, tmp_path):
    """By strace, which also sees what DuckDB writes.

    The n-th call is not the same one in every run: threads take turns, and a run sweeps what those
    before it left. So no order of old and new is asked for.
    """
    needed("slow", "" if shutil.which("strace") else "strace is not installed")
    old = prepared(hot, name, tmp_path / "old")
    known: dict[str, str] = {}
    killed = 0

    for call, stride in CALLS.items():
        for at in range(1, 1000, stride):
            folder = tmp_path / f"{call}-{at}"
            shutil.copytree(old, folder)
            act = SCENARIOS[name].act
            done = hot.run(act, folder, folder=folder, how="strace", at=at, call=call)
            if done.status == FINISHED:
                break
            assert done.status == 247, done  # -SIGKILL
            tree = re.sub("[0-9a-f]{32,}", "", json.dumps(tree_of(folder)))
            if tree not in known:
                known[tree] = judged(hot, name, folder)
            killed += 1
            shutil.rmtree(folder)

    assert set(known.values()) == {"old", "new"}
    assert killed > 8


def test_the_harness_finds_what_is_not_one_step(warm, tmp_path):
    """A release and its certificate renamed one after the other, as it once was."""
    folder = tmp_path / "run"
    folder.mkdir()

    done = warm.run(fault_scenarios.rename_two, folder, folder=folder, how="copy")

    assert done.status == FINISHED, done.error
    places = sorted(tmp_path.glob("run.*-kill"))
    assert any((place / "a").exists() != (place / "b").exists() for place in places)
    cut = sorted(tmp_path.glob("run.*-kill-power"))
    assert not (cut[-1] / "a").exists()  # nobody asked for it to last
