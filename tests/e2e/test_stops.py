"""However a command is stopped or runs short: one sentence, the right status, nothing left."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

START = [sys.executable, "-c", "from celosia.cli.entry import main; main()"]
"""What the installed command does."""
GIVEN = ("--qi", "age", "sex", "--sensitive", "dx", "--rows", "persons", "-k", "5")
PUBLISH = ("anonymize", "data.csv", *GIVEN, "-o", "out.csv")
STOPPED = "Stopped; nothing was left half done."
SIDECARS = ("", ".certificate.json", ".evidence.json")


def hear_hangups():
    """Undo what `nohup` before the tests said; the command would respect it."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def folder(tmp_path):
    """A folder with a table."""
    rows = "".join(f"{20 + n % 60},{'FM'[n % 2]},{n % 7}\n" for n in range(20_000))
    (tmp_path / "data.csv").write_text("age,sex,dx\n" + rows)
    (tmp_path / "spill").mkdir()
    return tmp_path


@pytest.fixture
def begin(folder):
    """Start the command: `begin("profile", "data.csv")`."""
    running = []

    def begin(*words, before=None, **given):
        process = subprocess.Popen(
            [*START, *words],
            cwd=given.pop("cwd", folder),
            env={**os.environ, "TMPDIR": str(folder / "spill"), **given.pop("env", {})},
            stdout=given.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=before or hear_hangups,
            **given,
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


def answers_stops(process):
    """Tell whether Python's part of the start is over: from then on we answer."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("SigCgt"):
            return bool(int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
    return False


def wait_until_listening(process):
    while process.poll() is None and not answers_stops(process):
        time.sleep(0.001)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_in_the_first_second_it_says_one_sentence(folder, begin, number):
    before = set(folder.rglob("*"))
    early = 0
    for moment in range(8):
        process = begin(*PUBLISH)
        wait_until_listening(process)
        time.sleep(moment * 0.03)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        if process.returncode == 0:  # done before
            break
        assert process.returncode == 128 + number, err
        assert err.strip() == STOPPED
        assert out == ""
        left = set(folder.rglob("*")) - before
        if left:  # the stop came when all was done: the whole release is there
            assert left == {folder / f"out.csv{end}" for end in SIDECARS}
            break
        early += 1
    assert early >= 3


@pytest.mark.slow
def test_many_stops_are_one(folder, begin):
    process = begin(*PUBLISH)
    wait_until_listening(process)
    for _ in range(60):
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        time.sleep(0.01)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert err.strip() == STOPPED
    assert list((folder / "spill").iterdir()) == []
    assert not (folder / "out.csv").exists()


def test_a_signal_that_was_to_be_ignored_is_ignored(begin):
    """As `nohup` asks for."""
    ignoring = begin("--help", before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_until_listening(ignoring)
    ignoring.send_signal(signal.SIGHUP)
    _, err = ignoring.communicate(timeout=60)

    assert (ignoring.returncode, err) == (0, "")


def test_a_reader_who_leaves_is_no_error(begin):
    process = begin("--help")
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=60)

    assert process.returncode == 141
    assert err == ""


def test_a_full_device_is_told(begin):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process = begin("--help", stdout=full)
        _, err = process.communicate(timeout=60)

    assert process.returncode == 2
    assert err.strip() == "Error: No space left on device."


def test_closed_streams_lead_nowhere(folder, begin):
    process = begin("profile", "data.csv", before=lambda: (os.close(1), os.close(0)))
    _, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")


def test_a_folder_that_is_gone_is_told(folder, begin):
    gone = folder / "gone"
    gone.mkdir()
    process = begin("profile", "data.csv", before=gone.rmdir, cwd=gone)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 2
    assert len(err.strip().splitlines()) == 1
    assert "no file data.csv" in err


def test_a_home_that_cannot_be_written_is_no_matter(folder, begin):
    """Not even root writes below a file."""
    nowhere = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null", "XDG_DATA_HOME": "/dev/null"}
    process = begin(*PUBLISH, env=nowhere)
    _, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize("room", [0, 60_000])
def test_a_full_disk_is_told_and_nothing_is_left(folder, begin, room):
    """A limit of a file's size stands for the disk: what is written beyond it fails alike."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))  # noqa: E731
    process = begin(*PUBLISH, before=limit, env={"PYTHONDONTWRITEBYTECODE": "1"})
    _, err = process.communicate(timeout=60)

    assert process.returncode == 2, err
    assert len(err.strip().splitlines()) == 1
    assert "defect" not in err
    assert sorted(path.name for path in folder.iterdir()) == ["data.csv", "spill"]
    assert list((folder / "spill").iterdir()) == []


def test_too_little_address_space_is_told_before_a_library_ends_the_process(folder, begin):
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))  # noqa: E731
    process = begin(*PUBLISH, before=limit)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 2
    assert err.strip() == (
        "MemoryShort: Not enough address space (`ulimit -v`): 1500 MB is the least with which "
        "this works."
    )
