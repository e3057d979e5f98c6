"""Sentences with gaps, as f-strings have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with named gaps; a gap may say how it is filled: `{wrong:es}`.

    >>> found = Template.read("There is no column '{name}'.").gaps("There is no column 'age'.")
    >>> Template.read("No existe la columna '{name}'.").filled(found, {"": str})
    "No existe la columna 'age'."
    """

    words: tuple[str, ...]
    """What stands before, between and after the gaps: one more than there are gaps."""
    names: tuple[str, ...]
    ways: tuple[str, ...]
    """How each gap is filled; empty for as it is."""

    @classmethod
    def read(cls, text: str) -> Template:
        """Read a sentence as `str.format` would."""
        words, names, ways = [""], [], []
        for before, name, way, _ in Formatter().parse(text):
            words[-1] += before
            if name is not None:
                words.append("")
                names.append(name)
                ways.append(way or "")
        return cls(tuple(words), tuple(names), tuple(ways))

    @property
    def length(self) -> int:
        """How many characters are its own: the more, the surer it is what was meant."""
        return sum(map(len, self.words))

    def gaps(self, said: str) -> dict[str, str] | None:
        """Find what stands in the gaps of a sentence; None where it is another sentence.

        Each word is looked for where it comes first, so that this never takes long. There is one
        whenever there is any.
        """
        first, *between = self.words
        if not between:
            return {} if said == first else None
        last = between.pop()
        start, end = len(first), len(said) - len(last)
        if start > end or not said.startswith(first) or not said.endswith(last):
            return None
        found = []
        for word in between:
            place = said.find(word, start, end)
            if place < 0:
                return None
            found.append(said[start:place])
            start = place + len(word)
        found.append(said[start:end])
        return dict(zip(self.names, found, strict=True))

    def filled(self, gaps: Mapping[str, str], ways: Mapping[str, Callable[[str], str]]) -> str:
        """Fill the gaps, each in its way."""
        parts = [self.words[0]]
        for name, way, after in zip(self.names, self.ways, self.words[1:], strict=True):
            parts += [ways[way](gaps[name]), after]
        return "".join(parts)
