"""The `celosia` command: one verb per subcommand."""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import click

from celosia.cli.language import (
    SpokenGroup,
    kind_of_error,
    of_click,
    option,
    say,
    spoken,
    teach_click,
    told,
)
from celosia.core.registry import check_languages
from celosia.errors import system_error

if TYPE_CHECKING:
    from celosia.errors import CelosiaError

COMMANDS = (
    "demo",
    "app",
    "guide",
    "init",
    "profile",
    "candidates",
    "anonymize",
    "aggregate",
    "synthesize",
    "anatomize",
    "budget",
    "verify",
    "compare",
    "attack",
    "report",
    "hierarchy",
    "vault",
    "experiment",
    "load",
    "clean",
)
"""Each command lives in the module called after it, which is loaded only when it is called."""
NOT_DONE = "cli.stopped-nothing-done"
"""What holds whenever a command is stopped, also while it tells what it wrote."""

teach_click()


class LazyGroup(SpokenGroup):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order in which a person needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"celosia.cli.{cmd_name}_command")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the commands without loading them."""
        with formatter.section(of_click("Commands")):
            formatter.write_dl([(name, told(f"cli.command-{name}")) for name in COMMANDS])


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]}, help="cli.help-main"
)
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, asked: _show_version(context) if asked else None,
    help="cli.option-version",
)
def cli() -> None:
    """See without being seen: publish tables of personal records safely.

    Takes a table, gives back one that can be shared, with the measured proof of what it protects
    and what it costs. Start with `celosia demo`, or with `celosia init your-data.csv`.
    """


def main() -> None:
    """Run the command line; exit 0 ok, 1 guarantee not met, 2 wrong use."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # idle threads cost a tenth of a second
    gc.set_threshold(200_000, 50, 100)  # and so does looking for garbage while modules load
    import celosia.errors as errors  # `from celosia` would look for a public name first

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ◄ shows a ?
    was_stopped = _handle_stops()
    try:
        check_languages()
        status = cli.main(standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(2)
    except (errors.NotAchievable, errors.VerificationFailed) as verdict:
        _say(verdict)
        sys.exit(1)
    except (errors.Cancelled, click.Abort, KeyboardInterrupt) as stop:
        late = isinstance(stop.__cause__ or stop, errors.StoppedLate)  # click wraps it
        _say_stopped("cli.stopped-all-written" if late else NOT_DONE)
    except errors.CelosiaError as wrong:
        _say(wrong)
        sys.exit(2)
    except OSError as wrong:
        say("cli.error", strerror=system_error(wrong), filename=wrong.filename, err=True)
        sys.exit(2)
    except Exception as wrong:
        if was_stopped():  # DuckDB turns an interrupt into an error of its own
            _say_stopped(NOT_DONE)
        if os.environ.get("CELOSIA_TRACEBACK"):
            raise
        _say_unexpected(wrong)
        sys.exit(2)
    sys.exit(status or 0)


def _handle_stops() -> Callable[[], bool]:
    """Let SIGTERM end the work in order, as Ctrl-C does, so that no working data is left behind."""
    stopped = False

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        nonlocal stopped
        stopped = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    return lambda: stopped


def _show_version(context: click.Context) -> NoReturn:
    from importlib.metadata import version

    say("cli.version", version=version("celosia"))
    context.exit()


def _say_stopped(key: str) -> NoReturn:
    say(key, err=True)
    sys.exit(130)


def _say_unexpected(error: Exception) -> None:
    """Tell where it happened; the text of a foreign error may quote the data."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    say(
        "cli.defect",
        name=type(error).__name__,
        file=Path(place.filename).name,
        line=place.lineno,
        err=True,
    )


def _say(error: CelosiaError) -> None:
    click.echo(f"{kind_of_error(error)}: {error.text(spoken())}", err=True)
