"""How much memory the work may take, and whether what comes next fits into what is left."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from celosia.errors import MemoryShort, ParameterError

UNITS: Final = {
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "KIB": 1 << 10,
    "MIB": 1 << 20,
    "GIB": 1 << 30,
}
LEAST = 500 * 10**6
"""Bytes below which nothing works: the interpreter, numpy and the embedded engine take 300 MB."""
PER_CELL = 80
"""Bytes that a text of ten signs takes as an object of Python, with its place in a list."""
PER_NUMBER = 8

LEAST_SPACE = 1_500 * 10**6
"""Bytes of address space (`ulimit -v`) below which libraries end the process by themselves where
they cannot have more: the engine crashed with 600 MB, OpenBLAS gave up with 1,000."""

_limit: int | None = None


def limit_memory(given: str | None) -> None:
    """Let this process take so much memory (`2GB`); None takes what the system allows.

    >>> limit_memory("2 parsecs")
    Traceback (most recent call last):
    ...
    celosia.errors.ParameterError: memory is a number with KB, MB or GB, at least 500 MB: 2GB.
    """
    global _limit
    _limit = None if given is None else read_memory(given)


@contextmanager
def memory_limited(given: str | None) -> Iterator[None]:
    """Let the work inside take so much; where nothing is given, what holds already."""
    global _limit
    before = _limit
    if given is not None:
        limit_memory(given)
    try:
        yield
    finally:
        _limit = before


def is_limited() -> bool:
    """Tell whether somebody said how much memory may be taken."""
    return _limit is not None


def read_memory(text: str) -> int:
    """Read an amount of memory.

    >>> read_memory("2GB"), read_memory("1.5 GiB")
    (2000000000, 1610612736)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMG]I?B)\s*", text.upper())
    amount = int(float(found[1]) * UNITS[found[2]]) if found else 0
    if amount < LEAST:
        raise ParameterError("core.memory-amount", least=LEAST // 10**6)
    return amount


def allowed() -> int | None:
    """Give how many bytes this process may take in all, as somebody or the system says."""
    limits = [limit for limit in (_limit, _address_space(), _group("max")) if limit is not None]
    return min(limits, default=None)


def room() -> int | None:
    """Give how many bytes more it may take now; None where nobody can tell."""
    left = []
    pages = _own_pages()
    if pages is not None:
        whole, resident = pages
        left += [] if _limit is None else [_limit - resident]
        space = _address_space()
        left += [] if space is None else [space - whole]
    most, taken = _group("max"), _group("current")
    if most is not None and taken is not None:
        left.append(most - taken)
    free = _free()
    return max(0, min((*left, *([] if free is None else [free])))) if left or free else None


def check_room(needed: int, items: int) -> None:
    """Raise `MemoryShort` if so many bytes for so many records or classes do not fit.

    It says how many would fit: an estimate, as the bytes of each are.
    """
    left = room()
    if left is None or needed <= left:
        return
    limit = allowed()
    raise MemoryShort(
        "core.memory-short",
        needed=-(-needed // 10**6),
        left=left // 10**6,
        items=items,
        fit=items * left // needed,
        limit=(limit or left) // 10**6,
        enough=-(-((limit or left) + needed - left) // 10**8) / 10,
    )


def check_space() -> None:
    """Raise `MemoryShort` where the system's limit would end the process without a word."""
    space = _address_space()
    if space is not None and space < LEAST_SPACE:
        raise MemoryShort("core.memory-least", least=LEAST_SPACE // 10**6)


def check_fits(each: int, most: int, count: Callable[[], int]) -> None:
    """Check that as many items of so many bytes fit as there are.

    There are at most `most`; they are counted, which may take a while, only where those would not.
    """
    left = room()
    if left is not None and each * most > left:
        number = count()
        check_room(each * number, number)


def _own_pages() -> tuple[int, int] | None:
    """Give the bytes of address space and of memory that this process takes."""
    try:
        whole, resident = Path("/proc/self/statm").read_text().split()[:2]
    except OSError:
        return None  # no Linux: then only what is free can be looked at
    import resource

    size = resource.getpagesize()
    return int(whole) * size, int(resident) * size


def _address_space() -> int | None:
    if sys.platform == "win32":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def _free() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    return next((int(l.split()[1]) << 10 for l in lines if l.startswith("MemAvailable")), None)


GROUPS = Path("/sys/fs/cgroup")
OLD_NAMES = {"max": "memory/memory.limit_in_bytes", "current": "memory/memory.usage_in_bytes"}


def _group(what: str) -> int | None:
    """Ask the control group of a container; `max` where there is no limit."""
    for name in (f"memory.{what}", OLD_NAMES[what]):
        try:
            told = (GROUPS / name).read_text().strip()
        except OSError:
            continue
        return int(told) if told.isdigit() and int(told) < _no_limit() else None
    return None


@cache
def _no_limit() -> int:
    """What the older kind of group says where it has none."""
    return 1 << 60
