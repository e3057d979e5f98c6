"""Packages of others, as an installer would leave them: modules, and the metadata beside them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def install(package: Path, place: Path) -> Path:
    """Put a package and what its project file says of entry points into a folder."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, version = project["name"].replace("-", "_"), project["version"]
    shutil.copytree(package / module, place / module)
    metadata = place / f"{module}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n", encoding="utf-8"
    )
    (metadata / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in project["entry-points"].items()
        ),
        encoding="utf-8",
    )
    return place


def run_beside(
    installed: Path, folder: Path, *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a process that finds what was installed, and our sources."""
    path = os.pathsep.join(map(str, (installed, ROOT / "src", ROOT)))
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "LANG": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
