"""Where plain copies are while work is done: in memory if there is room, else on the disk.

What a program opens by its path has to be a plain file: DuckDB of the wheel cannot write encrypted
ones (its safe cryptography is an extension that is downloaded). So plain copies lie in a file
system that is kept in memory, as Linux has it, for as long as they are open.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from secrets import token_hex

from celosia.web.service.project_files import make_private_folder, overwrite_all

MEMORY = Path("/dev/shm")
"""A file system in memory, on every Linux; other systems have none that anybody may write to."""
LEAST = 64 << 20
"""Bytes of room without which memory is not used: containers often have just so many."""
TIMES = 6
"""How much more room than a table takes: its plain copy, one in UTF-8, DuckDB's file above a
gigabyte, a release with its draft, and what sorting spills."""
KNOWN = "shelter"


class Shelter:
    """The plain copies of one server and its jobs; erased when it is closed, or by the next one."""

    def __init__(self, home: Path) -> None:
        self._on_disk = home / "working"
        self._known = self._on_disk / KNOWN
        self._erase_earlier()
        make_private_folder(self._on_disk)
        self._in_memory: Path | None = None
        if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
            self._in_memory = MEMORY / f"celosia-{token_hex(16)}"
            self._known.write_text(str(self._in_memory))
            self._in_memory.mkdir(mode=0o700)

    def folder(self, size: int = 0) -> Path:
        """Make a private folder with room for work on a table of so many bytes."""
        return make_private_folder(self._root(size) / token_hex(8))

    def _root(self, size: int) -> Path:
        if self._in_memory is not None and _room(self._in_memory) >= LEAST + TIMES * size:
            return self._in_memory
        return self._on_disk

    def is_on_disk(self, folder: Path) -> bool:
        """Tell whether a folder is one where plain copies reach the disk."""
        return folder.is_relative_to(self._on_disk)

    def remove(self, folder: Path) -> None:
        """Erase a folder that was made here; on the disk, after it was overwritten."""
        if self.is_on_disk(folder):
            overwrite_all(folder)
        shutil.rmtree(folder, ignore_errors=True)

    def close(self) -> None:
        """Erase all of it."""
        self._erase_earlier()

    def _erase_earlier(self) -> None:
        """Erase what this or a killed server left."""
        if self._known.is_file():
            earlier = Path(self._known.read_text())
            if earlier.parent == MEMORY and earlier.name.startswith("celosia-"):
                shutil.rmtree(earlier, ignore_errors=True)
        overwrite_all(self._on_disk)
        shutil.rmtree(self._on_disk, ignore_errors=True)


def _room(folder: Path) -> int:
    free = os.statvfs(folder)
    return free.f_bavail * free.f_frsize
