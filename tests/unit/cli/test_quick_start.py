"""What the commands of every day load: numba, which takes a quarter of a second, is not of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_a_small_table_is_released_without_loading_the_compiler(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from celosia.cli.main import cli\n"
        "cli.main(['demo', '--rows', '500'], standalone_mode=False)\n"
        "cli.main(['anonymize', 'celosia-demo/celosia.toml'], standalone_mode=False)\n"
        "cli.main(['candidates', 'celosia-demo/celosia.toml'], standalone_mode=False)\n"
        "print([name for name in ('numba', 'pydantic', 'fastapi') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "[]"
