"""Stopping the command at any moment leaves the old output or the whole new one."""

from __future__ import annotations

import random
import shutil
import signal
import time

import pytest

WORDS = ("data.csv", "--qi", "age", "sex", "--sensitive", "dx", "--identifier", "name", "-k", "5")
KILLS = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a table whose writing takes a while."""
    path = tmp_path_factory.mktemp("interrupted")
    with (path / "data.csv").open("w") as file:
        file.write("name,age,sex,dx\n")
        for n in range(400_000):
            file.write(f"person {n},{20 + n % 60},{'FM'[n % 2]},{n % 1000}\n")
    return path


@pytest.fixture
def space(tmp_path):
    """Where the working data goes."""
    return tmp_path


@pytest.fixture
def anonymizing(start, folder, space):
    """Start publishing to a file; `anonymizing("out.csv")`."""
    return lambda out: start(folder, "anonymize", *WORDS, "-o", out, TMPDIR=str(space))


def wait_for(process, found):
    """Wait until something exists or the process ends."""
    while process.poll() is None and not found():
        time.sleep(0.002)


def test_killed_at_any_moment_the_output_is_the_old_or_the_whole_new_one(anonymizing, folder):
    process = anonymizing("whole.csv")
    wait_for(process, lambda: any(folder.glob(".celosia-*-whole.csv")))
    begun = time.monotonic()
    assert process.wait() == 0
    lasts = time.monotonic() - begun
    whole, old, out = (folder / "whole.csv").read_bytes(), b"age,sex,dx\nold\n", folder / "out.csv"
    moments = random.Random(1)
    seen, reached = set(), 0

    for _ in range(KILLS):
        out.write_bytes(old)
        process = anonymizing("out.csv")
        wait_for(process, lambda: any(folder.glob(".celosia-*-out.csv")))
        time.sleep(moments.uniform(0, lasts))
        reached += process.poll() is None
        process.kill()
        process.wait()
        seen.add(out.read_bytes())
        for draft in folder.glob(".celosia-*"):
            shutil.rmtree(draft)

    assert seen <= {old, whole}
    assert reached >= KILLS // 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminate"])
@pytest.mark.parametrize("moment", ["reading", "writing"])
def test_stopped_by_the_user_nothing_is_left(anonymizing, folder, space, moment, number):
    where = {"reading": space, "writing": folder}[moment]
    process = anonymizing("stopped.csv")

    wait_for(process, lambda: any(where.glob(".celosia-*")))
    process.send_signal(number)
    _, err = process.communicate(timeout=180)

    assert process.returncode == 128 + number, err
    assert err.strip() == "Stopped; nothing was left half done."
    # Seen once in CI: a stop left a working folder behind, to the sweep of the next run. Why is not
    # known; that nothing which was read lies in it is what is asked here until it is.
    held = [path for path in space.rglob("*") if path.is_file() and path.name != ".celosia-held"]
    assert held == []
    assert not any("stopped.csv" in path.name for path in folder.iterdir())
