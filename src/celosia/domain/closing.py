"""Things that are closed when the block that uses them ends."""

from __future__ import annotations

from types import TracebackType
from typing import Self


class Closing:
    """Close at the end of a `with` block, whatever happened inside."""

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
        self.close()
