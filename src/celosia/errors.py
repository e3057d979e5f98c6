"""Everything that can go wrong, each with what failed and what to do next.

No message ever holds a cell's value: only columns, counts, lines and levels.
"""

from __future__ import annotations

from typing import Any

from celosia.text.languages import ENGLISH, Language
from celosia.text.messages import KEY, Message, verbatim


class CelosiaError(Exception):
    """Base of every error that Celosía raises on purpose: a message, by its key and arguments.

    Other packages may give a whole sentence, which is the same in every language.

    >>> CelosiaError("core.nothing-left").text("es")
    'Se suprimirían todos los registros: no quedaría nada.'
    """

    code: str | None = None
    """What a server calls it, where one reported it; its manual explains the code."""

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
