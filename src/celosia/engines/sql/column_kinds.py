"""How a column of a server is read as text, and by what it is grouped."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.core.schema import ColumnType


@dataclass(frozen=True, slots=True)
class Kind:
    """The SQL of a cell, with `{}` for the column.

    Two cells are equal exactly when their texts are, whatever the column's collation.
    """

    text: str
    """The cell as text, compared character by character."""
    key: str
    """What to group by: equal exactly when the texts are."""
    shown: str
    """The text beside that key; the same expression where the key is the text."""
    joined: str
    """What is compared with the values of a working table."""
    type: ColumnType | None = None
    """The type that the server declares; None where it must be looked at."""
    kept: bool = False
    """Whether the column is published with its own type when it is not changed.

    Not where a value holds more than its text tells: that would be published without a judgement.
    """

    def of(self, template: str, column: str) -> str:
        """Put a column into one of the templates."""
        return template.replace("{}", column)


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of the source."""

    name: str
    raw: str
    """The column as SQL."""
    kind: Kind

    @property
    def text(self) -> str:
        """The cell as text."""
        return self.kind.of(self.kind.text, self.raw)

    @property
    def published(self) -> str:
        """The cell as a table shows it that is written."""
        return self.raw if self.kind.kept else self.text

    @property
    def key(self) -> str:
        """What to group by."""
        return self.kind.of(self.kind.key, self.raw)

    @property
    def shown(self) -> str:
        """The text beside the key."""
        return self.kind.of(self.kind.shown, self.raw)

    @property
    def joined(self) -> str:
        """What is compared with the values of a working table."""
        return self.kind.of(self.kind.joined, self.raw)
