"""Everything that can go wrong, each with what failed and what to do next.

No message ever holds a cell's value: only columns, counts, lines and levels.
"""

from __future__ import annotations

import errno
import re
from tomllib import TOMLDecodeError
from typing import Any

from celosia.text.catalogues import KEY
from celosia.text.languages import ENGLISH, Language
from celosia.text.messages import Message, verbatim


class CelosiaError(Exception):
    """Base of every error that Celosía raises on purpose: a message, by its key and arguments.

    Other packages may give a whole sentence, which is the same in every language.

    >>> CelosiaError("core.nothing-left").text("es")
    'Se suprimirían todos los registros: no quedaría nada.'
    """

    code: str | None = None
    """What a server calls it, where one reported it; its manual explains the code."""
    settled: bool = True
    """Whether what failed is known not to have happened; a connection may be cut before it says."""

    def __init__(self, message: str | Message = "", /, **arguments: Any) -> None:
        self.message = message if isinstance(message, Message) else _said(message, arguments)
        super().__init__(self.message)

    def text(self, language: Language = ENGLISH) -> str:
        """Say it in one language.

        >>> CelosiaError("core.nothing-left").text()
        'Every record would be suppressed: nothing would be left.'
        """
        return self.message.text(language)


class ParameterError(CelosiaError):
    """A parameter is out of its range or contradicts another."""


class DataError(CelosiaError):
    """The input cannot be read as declared; lists lines and columns."""


class SchemaError(CelosiaError):
    """A schema file or a declared type is wrong, or names columns that do not exist."""


class RoleError(CelosiaError):
    """A column has no role, two roles, or does not exist."""


class HierarchyError(CelosiaError):
    """A hierarchy is malformed, or does not cover the data."""


class RecipeError(CelosiaError):
    """A recipe cannot be understood."""


class MissingExtraError(CelosiaError):
    """An optional dependency is needed; the message names the pip extra."""


class PluginError(CelosiaError):
    """What another distribution adds cannot be loaded; the message names it."""


class MemoryShort(CelosiaError):  # noqa: N818 - reads as what is wrong
    """What comes next does not fit into the memory that is allowed; says what would."""


class NotAchievable(CelosiaError):  # noqa: N818 - reads as the verdict it is
    """No generalization within the limits satisfies the models."""


class VerificationFailed(CelosiaError):  # noqa: N818
    """What was written does not satisfy the models; nothing was kept."""


class Cancelled(CelosiaError):  # noqa: N818
    """The user stopped the work; nothing was written."""


class StoppedLate(KeyboardInterrupt):
    """The user stopped the work when it was done: everything was written."""


def _said(message: str, arguments: dict[str, Any]) -> Message:
    return Message(message, **arguments) if KEY.fullmatch(message) else verbatim(message)


KNOWN = {
    errno.ENOENT: "text.no-such-file",
    errno.EACCES: "text.permission-denied",
    errno.EPERM: "text.permission-denied",
    errno.EISDIR: "text.is-a-folder",
    errno.ENOTDIR: "text.not-a-folder",
    errno.ENAMETOOLONG: "text.name-too-long",
    errno.EIO: "text.input-output-error",
    errno.ENOSPC: "text.disk-full",
    errno.EROFS: "text.read-only",
    errno.EEXIST: "text.file-exists",
}


def system_error(error: OSError) -> Message:
    """Say why a file cannot be read or written; in the system's words where it is rare.

    >>> system_error(FileNotFoundError(errno.ENOENT, "…")).text("es")
    'no existe el fichero o la carpeta'
    """
    known = KNOWN.get(error.errno or 0)
    return Message(known) if known else verbatim(error.strerror or type(error).__name__)


def is_memory_error(error: BaseException) -> bool:
    """Tell whether memory ran out: Python's, numpy's, the embedded engine's or a library's way.

    The engine's own error is known by its name, as nobody but engines may import it; where no
    thread can be started the system says so in words of its own, and means the same.

    >>> is_memory_error(MemoryError()), is_memory_error(RuntimeError("can't start new thread"))
    (True, True)
    """
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryException":
        return True
    return isinstance(error, RuntimeError) and "new thread" in str(error)


def toml_error(error: TOMLDecodeError, text: str) -> Message:
    r"""Say where a text is no TOML: in English as the parser does, which says no more than that.

    >>> toml_error(TOMLDecodeError("Invalid value (at line 1, column 5)"), "k = ").text("es")
    'no se entiende la línea 1, columna 5'
    """
    place = re.search(r"line (\d+), column (\d+)", str(error))
    lines = text.split("\n")
    line, column = map(int, place.groups()) if place else (len(lines), len(lines[-1]) + 1)
    return Message("text.line-not-understood", said=str(error), line=line, column=column)
