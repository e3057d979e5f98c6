"""What Ctrl-C does to work that reports its progress."""

from __future__ import annotations

import signal
import sys

import pytest

import celosia
from celosia.cli import main
from celosia.cli.output import progress
from celosia.cli.stops import NUMBERS
from celosia.errors import StoppedLate


def test_an_interrupt_ends_refining_and_the_best_groups_are_written(capsys):
    with progress(quiet=True) as report:
        report("refine", 0.1)
        signal.raise_signal(signal.SIGINT)

        with pytest.raises(celosia.Cancelled):
            report("refine", 0.2)
        report("write", 0.0)

    assert "the best groups so far are published" in capsys.readouterr().err


def test_an_interrupt_gives_up_any_other_work():
    with progress(quiet=True) as report:
        signal.raise_signal(signal.SIGINT)

        for stage in ("search", "write"):
            with pytest.raises(celosia.Cancelled):
                report(stage, 0.5)


@pytest.mark.parametrize(
    ("stop", "said"),
    [(KeyboardInterrupt, "nothing was left half done"), (StoppedLate, "everything was written")],
)
def test_a_stop_says_whether_anything_was_written(monkeypatch, capsys, stop, said):
    def stopped(context):
        raise stop

    monkeypatch.setattr(main.cli, "invoke", stopped)
    monkeypatch.setattr("sys.argv", ["celosia", "clean"])
    before = {number: signal.getsignal(number) for number in NUMBERS}
    hook = sys.unraisablehook
    try:
        with pytest.raises(SystemExit) as ended:
            main.main()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook = hook

    assert ended.value.code == 130
    assert said in capsys.readouterr().err
