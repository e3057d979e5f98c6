"""Compiled code: how numba makes it, and that what it kept is forgotten when its source changes."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha1
from pathlib import Path
from typing import Any

COMPILE: dict[str, Any] = {"cache": True, "nogil": True}
"""For functions that Python calls."""
INNER: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For functions that only kernels call: no bridge to Python, which would take a third of the
time to compile, and no cache of their own, as they are part of their callers'."""
UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""For functions that make no arrays: there is no use in counting who holds one. numba would count
at every call that takes a tuple of arrays: four to fifteen times the time of a greedy search, and
three quarters of that of a refinement."""


def forget_stale_code(folder: Path, *used: Path) -> None:
    """Remove compiled code that is older than any source of its folder, or of files it uses.

    numba looks only at the file of the function it loads, not at the files of those it calls:
    an edited `count_kernel.py` would go on running as it was inside a cached `search_kernel.py`.
    """
    newest = max(source.stat().st_mtime for source in (*folder.glob("*.py"), *used))
    for compiled in _kept_in(folder).glob("*.nbi"):
        with suppress(FileNotFoundError):  # another process may be doing the same
            if compiled.stat().st_mtime < newest:
                compiled.unlink()


def _kept_in(folder: Path) -> Path:
    """Say where numba keeps what it compiled of a folder: beside it, or where it was told to."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if not chosen:
        return folder / "__pycache__"
    path = str(folder.absolute())
    told_apart = sha1(path.encode(), usedforsecurity=False).hexdigest()
    return Path(chosen) / f"{folder.name}_{told_apart}"
