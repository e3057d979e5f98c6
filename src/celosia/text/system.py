"""What the system and Python say when something fails, by its number and not by its words."""

from __future__ import annotations

import errno
import re
from tomllib import TOMLDecodeError

from celosia.text.messages import Message, verbatim

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


def toml_error(error: TOMLDecodeError, text: str) -> Message:
    r"""Say where a text is no TOML: in English as the parser does, which says no more than that.

    >>> toml_error(TOMLDecodeError("Invalid value (at line 1, column 5)"), "k = ").text("es")
    'no se entiende la línea 1, columna 5'
    """
    place = re.search(r"line (\d+), column (\d+)", str(error))
    lines = text.split("\n")
    line, column = map(int, place.groups()) if place else (len(lines), len(lines[-1]) + 1)
    return Message("text.line-not-understood", said=str(error), line=line, column=column)
