"""The versions of what was decided: every step can be undone, and done again."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class History:
    """The versions that can be gone back and forth to; a number is never given twice.

    Before the first one there is the project as it was begun, without a table.

    >>> history = History().added().added().undone()
    >>> history.current, history.undone().current, history.can_redo
    (1, None, True)
    >>> history.added().versions
    (1, 3)
    """

    versions: tuple[int, ...] = ()
    position: int = -1
    last: int = 0

    @property
    def current(self) -> int | None:
        """The version that holds now; None before the first one."""
        return self.versions[self.position] if self.can_undo else None

    @property
    def past(self) -> tuple[int, ...]:
        """The versions that led to the current one, and that one."""
        return self.versions[: self.position + 1]

    @property
    def can_undo(self) -> bool:
        """Whether anything was decided."""
        return self.position >= 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a version that was undone."""
        return self.position < len(self.versions) - 1

    def added(self) -> History:
        """Begin a new version; what was undone is forgotten."""
        kept = (*self.past, self.last + 1)
        return History(kept, len(kept) - 1, self.last + 1)

    def undone(self) -> History:
        """Go back one version."""
        return replace(self, position=self.position - 1) if self.can_undo else self

    def redone(self) -> History:
        """Go forth one version."""
        return replace(self, position=self.position + 1) if self.can_redo else self
