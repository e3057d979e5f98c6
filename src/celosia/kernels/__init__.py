"""Compiled functions over plain arrays; nothing else."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def forget_stale_code(folder: Path, *used: Path) -> None:
    """Remove compiled code that is older than any source of its folder, or of files it uses.

    numba looks only at the file of the function it loads, not at the files of those it calls:
    an edited `counting.py` would go on running as it was inside a cached `search`.
    """
    newest = max(source.stat().st_mtime for source in (*folder.glob("*.py"), *used))
    for compiled in (folder / "__pycache__").glob("*.nbi"):
        with suppress(FileNotFoundError):  # another process may be doing the same
            if compiled.stat().st_mtime < newest:
                compiled.unlink()


forget_stale_code(Path(__file__).parent)
