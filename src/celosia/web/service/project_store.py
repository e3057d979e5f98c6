"""All projects of a user, under one folder."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from secrets import token_hex

from celosia.web.service.project_files import Limits, erase, home_folder, private_folder
from celosia.web.service.projects import UPLOAD, Project
from celosia.web.service.service_errors import NotFoundError
from celosia.web.service.state_file import STATE

IDENTIFIER = re.compile(r"[0-9a-f]{32}")


class ProjectStore:
    """All projects of a user, under one folder."""

    def __init__(self, folder: Path | None = None, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.folder = private_folder((folder or home_folder()) / "projects")
        self._open: dict[str, Project] = {}
        self._lock = threading.Lock()

    def create(self, name: str = "") -> Project:
        """Begin a project."""
        project = Project(self.folder / token_hex(16), self.limits)
        project.begin(name)
        with self._lock:
            self._open[project.id] = project
        return project

    def get(self, identifier: str) -> Project:
        """Find a project, from this or an earlier run of the server."""
        folder = self.folder / identifier
        if not IDENTIFIER.fullmatch(identifier) or not (folder / STATE).is_file():
            raise NotFoundError("service.no-such-project-may-been")
        with self._lock:
            return self._open.setdefault(identifier, Project(folder, self.limits))

    def projects(self) -> list[Project]:
        """List the projects, the newest first."""
        found = [
            self.get(folder.name)
            for folder in self.folder.iterdir()
            if IDENTIFIER.fullmatch(folder.name) and (folder / STATE).is_file()
        ]
        return sorted(found, key=lambda project: -project.created)

    def sweep(self) -> None:
        """Erase what a killed server left half done; only whoever has the folder alone may."""
        for folder in self.folder.iterdir():
            if IDENTIFIER.fullmatch(folder.name) and not (folder / STATE).is_file():
                erase(folder)
        for upload in self.folder.glob(f"*/{UPLOAD}*"):
            upload.unlink()

    def close(self) -> None:
        """Let go of the files of all projects."""
        with self._lock:
            for project in self._open.values():
                project.close()

    def forget(self, project: Project) -> None:
        """Drop what is remembered of a project that was erased."""
        with self._lock:
            self._open.pop(project.id, None)
