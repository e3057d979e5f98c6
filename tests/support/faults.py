"""Faults at every step: a process is killed, the power cut, or the system fails, at the n-th one.

What a scenario does runs in a child of a warm process, forked for each thing to be done (`Warm`).
Two layers stand at the steps. The interposed one lies in the child's own `os` and `io`, so that it
sees all that Celosía's Python asks of the system. A process that is killed leaves its files as they
are at that moment: so one run is enough to copy what a kill would leave at every step, what half of
a write would, and, by a model of the disk, what would be left if the power were cut and nothing
had survived but what `fsync` had asked for. What fails goes on: it is run once for each step. The
other layer is strace, which sees the calls of DuckDB and SQLite too, and kills by SIGKILL.

Any functions are a scenario: see `Scenario`.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import io
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

STEPS = ("fsync", "rename", "replace", "link", "unlink", "remove", "rmdir", "mkdir", "chmod")
"""What is counted of `os`, beside `write`, `ftruncate` and what files write."""
KILLED, FINISHED, RAISED = 137, 0, 1
ERRORS = {"full": errno.ENOSPC, "broken": errno.EIO}
CALLS = {"fsync": 1, "rename": 1, "unlink": 1, "unlinkat": 2, "link": 1, "write": 5}
"""What strace kills at, each counted by itself; and at which of how many."""


@dataclass(frozen=True)
class Scenario:
    """What is done to a folder; each part is called with the folder, in a process of its own."""

    prepare: Callable[[str], object]
    """Makes the old state."""
    act: Callable[[str], object]
    """Leads to the new one; faults happen to it."""
    state: Callable[[str], str]
    """Says `old` or `new`, and fails on anything else."""
    again: Callable[[str], object]
    """The next run, which must work from either."""


class Interposed:
    """Stands between a process and its system, from `install` on.

    Parameters
    ----------
    folder
        Only what happens in it counts.
    how
        `copy` what would be left at each step; or fail at one: `full`, `broken`; or `kill`.
    at
        The step at which it happens, from 1.
    """

    current: ClassVar[Interposed | None] = None
    """The one that stands in this process, for those who have steps of their own to count."""

    def __init__(self, folder: Path, how: str, at: int = 0) -> None:
        self.folder, self.how, self.at = folder, how, at
        self.steps: list[str] = []
        self._disk = Disk(folder) if how == "copy" else None
        self._busy = False

    def install(self) -> None:
        """Take the place of the system's calls; for good, in a process of its own."""
        Interposed.current = self
        for name in STEPS:
            setattr(os, name, self._around(name, getattr(os, name)))
        write, truncate = os.write, os.ftruncate

        def counted_write(descriptor: int, content: Any) -> int:
            if not self._counts(_path_of(descriptor)):
                return write(descriptor, content)
            self.step("write")
            return self._halves(content, lambda part: write(descriptor, part))

        def counted_truncate(descriptor: int, length: int) -> None:
            if self._counts(_path_of(descriptor)):
                self.step("ftruncate")
            truncate(descriptor, length)

        os.write, os.ftruncate = counted_write, counted_truncate  # type: ignore[assignment]
        io.open = self._opened(io.open)  # type: ignore[assignment]

    def step(self, name: str) -> None:
        """Count a step, and let happen what is to happen there."""
        self.steps.append(name)
        if self._disk is not None:
            self._keep("kill")
        if len(self.steps) != self.at:
            return
        if self.how == "kill":
            os._exit(KILLED)
        code = ERRORS[self.how]
        raise OSError(code, os.strerror(code))

    def _keep(self, what: str) -> None:
        """Copy what would be left, as it is and as the disk has it."""
        assert self._disk is not None
        self._busy = True
        place = self.folder.with_name(f"{self.folder.name}.{len(self.steps):03}-{what}")
        shutil.copytree(self.folder, place, symlinks=True)
        self._disk.leave(place.with_name(f"{self.folder.name}.{len(self.steps):03}-{what}-power"))
        self._busy = False

    def _halves(self, content: Any, write: Callable[[bytes], int | None]) -> int:
        """Write half, look what a kill would leave there, and write the rest."""
        told = bytes(content)
        half = len(told) // 2 if self._disk is not None else 0
        if half:
            write(told[:half])
            self._keep("torn")
        write(told[half:])
        return len(told)

    def _counts(self, path: str) -> bool:
        inside = path.startswith(f"{self.folder}/") or path == str(self.folder)
        return inside and not self._busy

    def _around(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **options: Any) -> Any:
            place = options.get("dir_fd", options.get("src_dir_fd"))
            paths = [_absolute(each, place) for each in given[: 1 + (name in TWO)]]
            if not self._counts(paths[-1]) and not self._counts(paths[0]):
                return call(*given, **options)
            self.step(name)
            if self._disk is not None:
                self._disk.before(name, paths)
            done = call(*given, **options)
            if self._disk is not None and name == "fsync":
                self._disk.synced(given[0], paths[0])
            return done

        return counted

    def _opened(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        interposed = self

        class Counted(io.FileIO):
            def write(self, content: Any, /) -> int | None:
                interposed.step("write")
                return interposed._halves(content, super().write)

        def counted(file: Any, mode: str = "r", *given: Any, **options: Any) -> Any:
            changes = not isinstance(file, int) and set(mode) & set("wax+")
            if not changes or not self._counts(_absolute(file, None)):
                return opened(file, mode, *given, **options)
            raw = Counted(os.fspath(file), mode.replace("b", "").replace("t", ""))
            buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            if "b" in mode:
                return buffered
            known = {k: v for k, v in options.items() if k in ("encoding", "errors", "newline")}
            return io.TextIOWrapper(buffered, **known)

        return counted


TWO = ("rename", "replace", "link")
"""Calls that name two files."""


def _path_of(descriptor: int) -> str:
    try:
        return str(Path(f"/proc/self/fd/{descriptor}").readlink())
    except OSError:
        return ""


def _absolute(path: Any, place: int | None) -> str:
    if isinstance(path, int):
        return _path_of(path)
    text = os.fsdecode(path)
    return str(Path(_path_of(place) if place is not None else Path.cwd(), text))


class Disk:
    """What a disk holds that has written nothing but what it was asked to make last.

    A folder's entries last as they were when the folder was last synced; a file's bytes, if nothing
    was written to it since it was synced. A real disk may have written more: that is what a mere
    kill leaves.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept = folder.with_name(f"{folder.name}.kept")
        self._kept.mkdir()
        self._entries: dict[int, dict[str, tuple[int, bool]]] = {}
        self._written: dict[int, tuple[int, int]] = {}
        for place, _, names in os.walk(folder):
            self._entries[Path(place).stat().st_ino] = _listing(place)
            for name in names:
                found = Path(place, name).stat()
                self._written[found.st_ino] = (found.st_mtime_ns, found.st_size)

    def before(self, name: str, paths: list[str]) -> None:
        """Keep what is about to lose its name."""
        lost = paths[1] if name in TWO else paths[0] if name in ("unlink", "remove") else None
        if lost is not None and name != "link" and Path(lost).is_file():
            with suppress(FileExistsError):
                _link(lost, self._kept / str(Path(lost).stat().st_ino))  # it keeps its bytes

    def synced(self, descriptor: int, path: str) -> None:
        """Take note of what lasts now; a file may have lost its name meanwhile."""
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            self._entries[found.st_ino] = _listing(path)
        else:
            self._written[found.st_ino] = (found.st_mtime_ns, found.st_size)

    def leave(self, place: Path) -> None:
        """Make a folder of what the disk holds."""
        now = {os.lstat(each).st_ino: each for each in _below(self.folder)}
        now |= {int(each.name): str(each) for each in self._kept.iterdir()}
        self._make(place, self.folder.stat().st_ino, now)

    def _make(self, place: Path, number: int, now: dict[int, str]) -> None:
        place.mkdir(mode=0o700)
        for name, (inode, is_folder) in self._entries.get(number, {}).items():
            if is_folder:
                self._make(place / name, inode, now)
                continue
            found = Path(now[inode]).stat()
            whole = self._written.get(inode) == (found.st_mtime_ns, found.st_size)
            (place / name).write_bytes(Path(now[inode]).read_bytes() if whole else b"")
            shutil.copystat(now[inode], place / name)


_link = os.link
"""The system's own, whatever stands in its place later."""


def _listing(place: str) -> dict[str, tuple[int, bool]]:
    return {entry.name: (entry.inode(), entry.is_dir()) for entry in os.scandir(place)}


def _below(folder: Path) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        yield from (str(Path(place, name)) for name in names)


def tree_of(folder: Path) -> dict[str, tuple[int, str]]:
    """Give the mode and the hash of each thing in a folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
        found[str(path.relative_to(folder))] = (path.lstat().st_mode & 0o7777, content)
    return found


def readable_aside(folder: Path) -> list[str]:
    """List what is written aside, and could be read by others."""
    return [
        name
        for name, (mode, _) in tree_of(folder).items()
        if Path(name).name.startswith(".celosia-") and "/" not in name and mode & 0o077
    ]


@dataclass(frozen=True)
class Outcome:
    """How a child ended."""

    status: int
    steps: int
    told: Any = None
    error: str = ""


class Warm:
    """A process that has imported everything, and forks a child for each thing to be done."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.support.faults"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def load(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Let it call a function itself, so that its children find loaded what that needs."""
        assert self.run(function, *arguments, how="itself").status == FINISHED

    def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        folder: Path | None = None,
        how: str = "",
        at: int = 0,
        call: str = "",
    ) -> Outcome:
        """Let a child call a function of a module; `how` and `at` say what is to happen to it.

        For `strace`, `call` is the system call of which the `at`-th is its last.
        """
        asked = {
            "module": function.__module__,
            "name": function.__qualname__,
            "arguments": [str(each) for each in arguments],
            "folder": str(folder) if folder else None,
            "how": how,
            "at": at,
            "call": call,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Outcome(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def _serve() -> None:
    """Take one thing after another to be done by a child of its own."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a scenario prints is no answer
    for line in sys.stdin:
        asked = json.loads(line)
        function = importlib.import_module(asked["module"])
        for part in asked["name"].split("."):
            function = getattr(function, part)
        if asked["how"] == "itself":
            function(*asked["arguments"])
            answer: dict[str, Any] = {"status": FINISHED, "steps": 0}
        else:
            answer = _in_child(function, asked)
        answers.write(json.dumps(answer) + "\n")


def _in_child(function: Any, asked: dict[str, Any]) -> dict[str, Any]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _do(function, asked, writing)
    os.close(writing)
    tracer = _trace(child, asked) if asked["how"] == "strace" else None
    with os.fdopen(reading) as told:
        said = told.read()
    _, status = os.waitpid(child, 0)
    if tracer is not None:
        tracer.wait()
    answer = json.loads(said) if said else {"steps": asked["at"]}
    return {**answer, "status": os.waitstatus_to_exitcode(status) % 256}


def _trace(child: int, asked: dict[str, Any]) -> subprocess.Popen[bytes]:
    """Let strace kill the child at a call; it waits until strace is there."""
    command = ["strace", "-f", "-qq", "-e", "signal=none", "-o", "/dev/null", "-p", str(child)]
    command += ["-e", f"inject={asked['call']}:signal=SIGKILL:when={asked['at']}"]
    tracer = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while "TracerPid:\t0\n" in Path(f"/proc/{child}/status").read_text():
        if tracer.poll() is not None:
            break
    os.kill(child, signal.SIGCONT)
    return tracer


def _do(function: Any, asked: dict[str, Any], writing: int) -> None:
    """Do what was asked in this child, which ends here."""
    write, status, steps = os.write, FINISHED, None
    answer: dict[str, Any] = {}
    try:
        if asked["how"] == "strace":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif asked["how"]:
            steps = Interposed(Path(asked["folder"]), asked["how"], asked["at"])
            steps.install()
        answer["told"] = function(*asked["arguments"])
    except BaseException as wrong:
        status = RAISED
        answer["error"] = f"{type(wrong).__name__}: {wrong}"
        if asked["how"] in ("", "copy"):
            answer["error"] = "".join(traceback.format_exception(wrong))
    answer["steps"] = len(steps.steps) if steps else 0
    write(writing, json.dumps(answer, default=str).encode())
    os._exit(status)


if __name__ == "__main__":
    _serve()
