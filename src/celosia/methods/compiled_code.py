"""Compiled code that numba keeps: forgotten when it no longer follows from its sources."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha1
from pathlib import Path


def forget_stale_code(folder: Path, *used: Path) -> None:
    """Remove compiled code that is older than any source of its folder, or of files it uses.

    numba looks only at the file of the function it loads, not at the files of those it calls:
    an edited `counting.py` would go on running as it was inside a cached `search`.
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
