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

if TYPE_CHECKING:
    from celosia.errors import CelosiaError

COMMANDS = {
    "demo": "Make a hospital table, anonymize it, and show what happened.",
    "app": "Open the guided app in the browser, on this machine alone.",
    "guide": "Walk the five steps of the authorities' guide, question by question.",
    "init": "Propose a recipe for a file, with the reason of each choice.",
    "profile": "Say what each column is, who could be found, and what each k costs.",
    "candidates": "List every generalization that satisfies the models.",
    "anonymize": "Publish a release, verified, with its certificate.",
    "aggregate": "Publish groups instead of records.",
    "synthesize": "Make records of nobody, for testing or for statistics.",
    "anatomize": "Part sensitive values from quasi-identifiers, in two tables.",
    "budget": "Keep count of what differentially private tables cost in all.",
    "verify": "Check any file, from any tool, against models.",
    "compare": "Say what releases cost, column by column and in all.",
    "attack": "Try to break a release, and measure how often it works.",
    "report": "Write a page with the figures before and after, and what they mean.",
    "hierarchy": "Propose, build, check and convert hierarchies.",
    "vault": "Say who is behind a pseudonym, renew and destroy that knowledge.",
    "experiment": "Run a published experiment again.",
    "load": "Bring a file to a database server.",
    "clean": "Find what a killed run left on a server or in a folder.",
}
"""Each command lives in the module of its name, which is loaded only when it is called."""
NOT_DONE = "nothing was left half done"
"""What holds whenever a command is stopped, also while it tells what it wrote."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order in which a person needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"celosia.shells.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="celosia")
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
        status = cli.main(standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(2)
    except (errors.NotAchievable, errors.VerificationFailed) as verdict:
        _say(verdict)
        sys.exit(1)
    except (errors.Cancelled, click.Abort, KeyboardInterrupt) as stop:
        late = isinstance(stop.__cause__ or stop, errors.StoppedLate)  # click wraps it
        _say_stopped("everything was written" if late else NOT_DONE)
    except errors.CelosiaError as wrong:
        _say(wrong)
        sys.exit(2)
    except OSError as wrong:
        click.echo(f"Error: {wrong.strerror}: {wrong.filename}", err=True)
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


def _say_stopped(state: str) -> NoReturn:
    click.echo(f"Stopped; {state}.", err=True)
    sys.exit(130)


def _say_unexpected(error: Exception) -> None:
    """Tell where it happened; the text of a foreign error may quote the data."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    click.echo(
        f"Error: {type(error).__name__} in {Path(place.filename).name}, line {place.lineno}. "
        "This is a defect of Celosía. CELOSIA_TRACEBACK=1 shows more, perhaps with values "
        "of your data.",
        err=True,
    )


def _say(error: CelosiaError) -> None:
    from celosia.shells.cli.language import spoken

    click.echo(f"{type(error).__name__}: {error.text(spoken())}", err=True)
