"""Everything that can go wrong, each with what failed and what to do next.

No message ever holds a cell's value: only columns, counts, lines and levels.
"""

from __future__ import annotations


class CelosiaError(Exception):
    """Base of every error that Celosía raises on purpose.

    >>> CelosiaError("Too small.", es="Demasiado pequeño.").text("es")
    'Demasiado pequeño.'
    """

    code: str | None = None
    """What a server calls it, where one reported it; its manual explains the code."""

    def __init__(self, message: str = "", es: str | None = None) -> None:
        super().__init__(message)
        self.es = es
        """The same in Spanish, where it is put together from parts; else it is looked up."""

    def text(self, language: str = "en") -> str:
        """Say it in one language; in English where there is no other.

        >>> CelosiaError("There is no file a.csv.").text("es")
        'No existe el fichero a.csv.'
        """
        if language != "es":
            return str(self)
        return self.es if self.es is not None else _in_spanish(str(self))


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


NOTHING_LEFT = (
    "Every record would be suppressed: nothing would be left.",
    "Se suprimirían todos los registros: no quedaría nada.",
)
"""Why a search that found something is no success."""


class VerificationFailed(CelosiaError):  # noqa: N818
    """What was written does not satisfy the models; nothing was kept."""


class Cancelled(CelosiaError):  # noqa: N818
    """The user stopped the work; nothing was written."""


class StoppedLate(KeyboardInterrupt):
    """The user stopped the work when it was done: everything was written."""


def _in_spanish(message: str) -> str:
    from celosia.spanish import in_spanish  # only who needs the sentences loads them

    return in_spanish(message) or message
