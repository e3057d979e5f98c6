"""Things that are closed when the block that uses them ends."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from celosia.errors import CelosiaError
from celosia.text.messages import joined


class Closing:
    """Close at the end of a `with` block, whatever happened inside.

    Where both that and closing fail, one error tells of both.

    >>> class Room(Closing):
    ...     def close(self):
    ...         raise CelosiaError("The door jams.")
    >>> with Room():
    ...     raise CelosiaError("It burns.")
    Traceback (most recent call last):
    celosia.errors.CelosiaError: It burns. The door jams.
    """

    __slots__ = ()

    def close(self) -> None:
        """Let go of everything that was held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except CelosiaError as also:
            if not isinstance(error, CelosiaError):
                raise
            error.message = joined([error.message, also.message])
            error.args = (error.message,)
