"""The `celosia` command: one verb per subcommand."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

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
from celosia.cli.stops import STOPS
from celosia.core.memory import check_space, limit_memory
from celosia.core.registry import check_languages
from celosia.errors import is_memory_error, system_error

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

READER_GONE = 141
"""What a shell says of a command that was ended by SIGPIPE."""

teach_click()


class _ReaderGone(Exception):  # noqa: N818 - nothing is wrong
    """Whoever read what is printed has left (`| head`)."""


@contextmanager
def _reader_may_go() -> Iterator[None]:
    """Tell it apart from other errors: click would end with 1, which is a guarantee not met."""
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGone from None


class LazyGroup(SpokenGroup):
    """A group whose commands are imported when they are used."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the words; help is printed here."""
        with _reader_may_go():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_may_go():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order in which a person needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in COMMANDS:
            return None
        with STOPS.held():
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
    limit_memory(None)  # until an option or a recipe says otherwise
    check_space()


def main() -> None:
    """Run the command line; exit 0 ok, 1 guarantee not met, 2 wrong use."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # idle threads cost a tenth of a second
    gc.set_threshold(200_000, 50, 100)  # and so does looking for garbage while modules load
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ◄ shows a ?
    STOPS.listen()
    leave(_run())


def _run() -> int:
    """Run a command; give the exit status."""
    import celosia.errors as errors  # `from celosia` would look for a public name first

    try:
        check_languages()
        return cli.main(standalone_mode=False) or 0
    except click.ClickException as wrong:
        wrong.show()
        return 2
    except (errors.NotAchievable, errors.VerificationFailed) as verdict:
        _say(verdict)
        return 1
    except (errors.Cancelled, click.Abort, KeyboardInterrupt) as stop:
        late = isinstance(stop.__cause__ or stop, errors.StoppedLate)  # click wraps it
        return tell_stopped("cli.stopped-all-written" if late else NOT_DONE)
    except _ReaderGone:
        return READER_GONE
    except errors.CelosiaError as wrong:
        _say(wrong)
        return 2
    except OSError as wrong:
        return _tell_system_error(wrong)
    except Exception as wrong:
        if STOPS.number:  # DuckDB turns an interrupt into an error of its own
            return tell_stopped(NOT_DONE)
        if os.environ.get("CELOSIA_TRACEBACK"):
            raise
        if is_memory_error(wrong):
            say("cli.out-of-memory", err=True)
            return 2
        _say_unexpected(wrong)
        return 2


def leave(status: int) -> NoReturn:
    """End with a status, once all that was printed has gone where it should."""
    STOPS.ignore()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        status = status or READER_GONE
        _lead_nowhere(sys.stdout)
    except OSError as wrong:
        _lead_nowhere(sys.stdout)
        status = _tell_system_error(wrong)
    try:
        sys.stderr.flush()
    except OSError:
        _lead_nowhere(sys.stderr)
    sys.exit(status)


def _lead_nowhere(stream: TextIO) -> None:
    """Have what is left in a stream that cannot be written lead nowhere, not to a traceback."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _tell_system_error(wrong: OSError) -> int:
    if wrong.filename is None:
        say("cli.system-says", strerror=system_error(wrong), err=True)
    else:
        say("cli.error", strerror=system_error(wrong), filename=wrong.filename, err=True)
    return 2


def _show_version(context: click.Context) -> NoReturn:
    from importlib.metadata import version

    say("cli.version", version=version("celosia"))
    context.exit()


def tell_stopped(key: str = NOT_DONE) -> int:
    """Say that the work was stopped; give the exit status."""
    say(key, err=True)
    return STOPS.status


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
