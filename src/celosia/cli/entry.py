"""Where the command begins: whatever happens from here on is told in a sentence."""

from __future__ import annotations

import os
import sys

from celosia.cli.stops import STOPS


def main() -> None:
    """Answer stops, then load the rest and run."""
    STOPS.listen()
    _open_missing_streams()
    try:
        with STOPS.held():
            from celosia.cli import main as commands
    except KeyboardInterrupt:
        from celosia.cli import main as commands

        commands.leave(commands.tell_stopped())
    commands.main()


def _open_missing_streams() -> None:
    """Have streams that whoever started us closed lead nowhere.

    Else the first file that is opened would be the standard output, and be written into.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
