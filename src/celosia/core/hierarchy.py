"""Ever coarser levels of one attribute's values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from celosia.core.values import SUPPRESSED, Value
from celosia.errors import HierarchyError
from celosia.text.messages import Message, joined


@dataclass(frozen=True, slots=True)
class HierarchyProblems:
    """What keeps a hierarchy from being used; holds values, so it is shown only on request."""

    missing: tuple[str, ...] = ()
    """Values of the data that the hierarchy does not know."""
    duplicates: tuple[str, ...] = ()
    """Values that the hierarchy lists more than once; harmless where the rows agree."""
    splits: tuple[tuple[int, str], ...] = ()
    """(level, label) pairs whose records go to different labels one level up."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.duplicates or self.splits)

    @property
    def fatal(self) -> bool:
        """Whether the hierarchy cannot be used as it is."""
        return bool(self.missing or self.splits)

    @property
    def told(self) -> Message:
        """What is wrong, by numbers and levels."""
        found = []
        if self.missing:
            found.append(Message("core.values-data-missing", number=len(self.missing)))
        if self.duplicates:
            found.append(Message("core.values-listed-more-once", number=len(self.duplicates)))
        if self.splits:
            levels = sorted({level for level, _ in self.splits})
            found.append(Message("core.labels-split", count=len(self.splits), levels=levels))
        return joined(found, "; ") if found else Message("core.no-problems")

    def __str__(self) -> str:
        return str(self.told)


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Ever coarser levels of one attribute's values: `levels[l][i]` is value `i` at level `l`.

    References: Samarati, IEEE TKDE 13(6), 2001, domain generalization hierarchies.

    >>> h = Hierarchy.from_rows("postcode", [("37003", "37*", "*"), ("28108", "28*", "*")])
    >>> h.height, h.levels[1]
    (2, ('37*', '28*'))
    """

    attribute: str
    levels: tuple[tuple[Value, ...], ...]

    def __post_init__(self) -> None:
        if not self.levels:
            raise HierarchyError("core.hierarchy-no-levels", attribute=self.attribute)
        if len({len(level) for level in self.levels}) != 1:
            raise HierarchyError("core.levels-hierarchy-differ-length", attribute=self.attribute)

    @classmethod
    def from_rows(cls, attribute: str, rows: Iterable[Sequence[Value]]) -> Hierarchy:
        """Build from one row per value, the value first and its coarsest label last."""
        table = [tuple(row) for row in rows]
        if not table:
            raise HierarchyError("core.hierarchy-empty", attribute=attribute)
        width = len(table[0])
        for number, row in enumerate(table, start=1):
            if len(row) != width:
                raise HierarchyError(
                    "core.hierarchy-levels-row-1-row",
                    attribute=attribute,
                    width=width,
                    other=len(row),
                    number=number,
                )
        return cls(attribute, tuple(zip(*table, strict=True)))

    @property
    def values(self) -> tuple[Value, ...]:
        """The values it generalizes: level 0."""
        return self.levels[0]

    @property
    def height(self) -> int:
        """The highest level; level 0 is the original value."""
        return len(self.levels) - 1

    @property
    def rows(self) -> tuple[tuple[Value, ...], ...]:
        """One row per value, from the value to its coarsest label."""
        return tuple(zip(*self.levels, strict=True))

    @property
    def root(self) -> Value:
        """The one label of the highest level, or None when it still tells values apart."""
        top = set(self.levels[-1])
        return top.pop() if len(top) == 1 else None

    @property
    def _label_of_null(self) -> Value:
        return SUPPRESSED if self.height and self.root == SUPPRESSED else None

    def with_suppression(self) -> Hierarchy:
        """Add a last level that is `*` for every value, unless one label already stands for all.

        >>> Hierarchy("sex", (("F", "M"),)).with_suppression().levels
        (('F', 'M'), ('*', '*'))
        """
        if len(set(self.levels[-1])) == 1 and self.height > 0:
            return self
        return Hierarchy(self.attribute, (*self.levels, (SUPPRESSED,) * len(self.values)))

    def problems(self, values: Iterable[Value] = ()) -> HierarchyProblems:
        """List what is missing, listed twice, or split when generalized.

        >>> rows = [("a", "x", "*"), ("b", "x", "+")]
        >>> Hierarchy.from_rows("c", rows).problems(["a", "z"])
        HierarchyProblems(missing=('z',), duplicates=(), splits=((1, 'x'),))
        """
        known = set(self.values)
        repeated = [value for value, times in Counter(self.values).items() if times > 1]
        return HierarchyProblems(
            missing=tuple(v for v in values if v is not None and v not in known),
            duplicates=tuple("" if value is None else value for value in repeated),
            splits=tuple(self._splits()),
        )

    def _splits(self) -> Iterable[tuple[int, str]]:
        for level, (below, above) in enumerate(zip(self.levels, self.levels[1:], strict=False)):
            parents: dict[Value, Value] = {}
            split: set[Value] = set()
            for label, parent in zip(below, above, strict=True):
                if parents.setdefault(label, parent) != parent:
                    split.add(label)
            yield from sorted((level, label or "") for label in split)

    def fitted(self, values: Iterable[Value]) -> Hierarchy:
        """Keep only the values that occur; a null stays null up to the level of suppression.

        Any other label, even one that stands for all values, would claim something of a null.

        Raises
        ------
        HierarchyError
            When a value is missing or split; the message holds counts, no values.
        """
        occurring = list(dict.fromkeys(values))
        problems = self.problems(occurring)
        if problems.fatal:
            raise HierarchyError(
                "core.hierarchy-cannot-used-celosia-hierarchy",
                attribute=self.attribute,
                problems=problems.told,
            )
        row_of = dict(zip(self.values, self.rows, strict=True))
        if None not in row_of:
            row_of[None] = (None,) * self.height + (self._label_of_null,)
        return Hierarchy.from_rows(self.attribute, [row_of[value] for value in occurring])
