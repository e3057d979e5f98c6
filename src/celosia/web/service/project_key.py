"""The key of a project: apart from its data, so that one small file decides whether they are read.

Finish takes the key away in one step, a rename. From then on nobody reads anything of the project:
neither what is in its folder, nor a copy of it that somebody made before. What follows
(overwriting, removing) is done again at the next start if it was cut short.
"""

from __future__ import annotations

from pathlib import Path
from secrets import token_bytes

from celosia.files.private_files import erase as erase_file, write_new
from celosia.files.sealed_files import KEY_BYTES
from celosia.files.system import make_last, overwrite
from celosia.web.service.project_files import erase, make_private_folder, overwrite_all
from celosia.web.service.service_errors import EraseError, NotFoundError

FOLDER = "keys"
GONE = ".gone"
"""How the name of a key ends that nobody may use any more."""


class ProjectKey:
    """The key of the project that has a folder."""

    def __init__(self, project: Path) -> None:
        self.path = project.parent.parent / FOLDER / project.name
        self._gone = self.path.with_name(self.path.name + GONE)

    @property
    def is_there(self) -> bool:
        """Whether the project can be read."""
        return self.path.is_file()

    def create(self) -> None:
        """Draw it; it lasts before anything is sealed with it."""
        make_private_folder(self.path.parent)
        write_new(self.path, token_bytes(KEY_BYTES))

    def read(self) -> bytes:
        """Give it, to whoever opens the project."""
        try:
            key = self.path.read_bytes()
        except FileNotFoundError:
            raise NotFoundError("service.project-finished-nothing-left") from None
        return key

    def renounce(self) -> None:
        """Take it away in one step; after that nothing of the project is read again."""
        if self.path.exists():
            self.path.replace(self._gone)
            make_last(self.path.parent)

    def destroy(self) -> None:
        """Overwrite what was renounced; its name stays, and says that Finish was begun."""
        with self._gone.open("r+b") as file:
            overwrite(file.fileno())

    def forget(self) -> None:
        """Take its name away, when nothing else is left."""
        self._gone.unlink()
        make_last(self._gone.parent)

    def abandon(self) -> None:
        """Erase the key of a project that was never begun."""
        if self.path.exists():
            erase_file(self.path)

    @property
    def is_gone(self) -> bool:
        """Whether nothing is left of it, under any name that it had."""
        return not self.path.exists() and not self._gone.exists()


def renounced(projects: Path) -> list[Path]:
    """List the projects whose Finish was begun and not ended, by where their folder is or was."""
    keys = projects.parent / FOLDER
    return [projects / path.name.removesuffix(GONE) for path in keys.glob(f"*{GONE}")]


def erase_renounced(folder: Path) -> int:
    """Erase a project whose key was renounced, and check it; give the number of files erased.

    It can be cut short anywhere and be begun again: the key's name goes last.
    """
    key, aside = ProjectKey(folder), folder.with_name(f"{folder.name}{GONE}")
    key.destroy()
    files = overwrite_all(folder) + overwrite_all(aside)
    if folder.exists():
        erase(aside)
        folder.rename(aside)
        make_last(aside.parent)
    erase(aside)
    make_last(aside.parent)
    key.forget()
    if folder.exists() or aside.exists() or not key.is_gone:
        raise EraseError("service.not-everything-could-erased-remove", folder=folder)
    return files
