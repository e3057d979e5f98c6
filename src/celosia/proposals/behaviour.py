"""What a column does: a key of persons is known by what stays the same within each of its values.

Two records with the same patient number have one sex, one birth date and, mostly, one postcode;
two with the same cost, diagnosis or hospital do not. So a key is found whatever it is called and
whatever its values look like.

References: Huhtala et al., *TANE: an efficient algorithm for discovering functional and
approximate dependencies*, Comput. J. 42(2), 1999 (a dependency that holds but for few records);
Piatetsky-Shapiro and Matheus, *Measuring data dependencies in large databases*, KDD Workshop 1993
(pdep: how often two records that agree on one column agree on the other, and its normalised form
against chance, which is Goodman and Kruskal's τ).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2

import numpy as np

from celosia.core.schema import ColumnType, Role
from celosia.core.values import BoolArray, FloatArray, IntArray, Value
from celosia.proposals.code_look import look_like_codes
from celosia.proposals.column_signs import ColumnSigns
from celosia.proposals.detect_kind import Kind
from celosia.text.numerals import is_number, to_float

SETTLED = 0.9
"""From this share on, what chance does not explain, a column counts as constant within a value:
one sex or birth date in fifty may be a typing error."""
MOSTLY_SETTLED = 0.75
"""The same for what people change: where they live, what they do."""
CLOSE = 0.95
"""The same for numbers that grow with time, such as ages: how near each other the ranks are."""
ALMOST_ALL_ALIKE = 0.95
"""A column in which two records agree so often by chance proves nothing."""
BITS = 15.0
"""Evidence wanted: chance would do it once in 2^15 columns, and tables have fewer."""
FEWEST_VALUES = 4
FEW_RECORDS_EACH = 60
"""Records of a value, on average, up to which a code of unknown meaning may be a person's; an
estimate."""
HELD_BY_CODES, HELD_BY_ANY = 2, 3
"""Columns, none of which decides another, that a key holds fast in a table without sex or age."""
MOST_PAIRS = 4_000
"""Pairs compared for a column: the error of a share is below 0.01 then."""
IN_A_ROW, LONG = 0.5, 4
"""Numbers are given out if they fill half of their range, or all have as many digits, four at
least; an estimate."""
MET = 5
"""Pairs of persons that tell whether one column decides another; an estimate."""
MANY_CODES = 20
"""Codes from which on a column of unknown meaning may tell persons apart; an estimate."""

_SEX = ("sex",)
_BIRTH = ("birth-date", "birth-year", "age")
_BIRTH_DATE = ("birth-date",)
_PLACE = ("postcode", "place", "coordinate", "address")
_KIND_SUBJECTS: Mapping[Kind, str] = {
    Kind.SEX: "sex",
    Kind.BIRTH_DATE: "birth-date",
    Kind.BIRTH_YEAR: "birth-year",
    Kind.AGE: "age",
    Kind.POSTCODE: "postcode",
    Kind.COORDINATE: "coordinate",
}
_NO_KEYS = frozenset(
    {
        Kind.SEX,
        Kind.AGE,
        Kind.BIRTH_DATE,
        Kind.BIRTH_YEAR,
        Kind.DATE,
        Kind.YEAR,
        Kind.POSTCODE,
        Kind.COORDINATE,
        Kind.FREE_TEXT,
    }
)
"""Where these are certain the column is a quasi-identifier, or left out, whatever it does."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What was seen of one column beside the others."""

    groups: int
    """Values that were seen in several records."""
    constant: tuple[str, ...]
    """The columns that stay the same within a value, the most telling first."""
    person_key: bool
    """Whether each value stands for a person, or for part of what is known of one."""
    personal: bool = False
    """Whether sex, age or birth were among what stays the same."""
    denied: bool = False
    """Whether persons of several sexes or ages share a value, or another column is the key."""
    shared: bool = False
    """Whether persons of several sexes share a value; where no sex is told, of several ages."""


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """Records looked at, column by column, as codes; -1 where there is nothing."""

    names: tuple[str, ...]
    codes: IntArray
    """(records, columns)."""
    ranks: FloatArray
    """(records, columns): where a number stands among all, 0 to 1; NaN for texts."""
    chance: FloatArray
    """(columns,): how often two records agree by chance."""
    spread: FloatArray
    """(columns,): variance of the ranks."""

    @classmethod
    def of(cls, cells: Mapping[str, Sequence[Value]]) -> Sampled:
        """Code the cells of some columns."""
        codes: list[IntArray] = []
        ranks: list[FloatArray] = []
        for column in cells.values():
            known: dict[Value, int] = {None: -1}
            coded = np.fromiter(
                (known.setdefault(cell, len(known) - 1) for cell in column), np.int64, len(column)
            )
            codes.append(coded)
            ranks.append(_ranks(coded, [text for text in known if text is not None]))
        return cls(
            tuple(cells),
            np.stack(codes, axis=1),
            np.stack(ranks, axis=1),
            np.array([_chance(column) for column in codes]),
            np.array([_variance(column) for column in ranks]),
        )

    @property
    def records(self) -> int:
        """Number of records looked at."""
        return len(self.codes)


def _ranks(codes: IntArray, texts: Sequence[str]) -> FloatArray:
    """Give each number's place among all records; NaN in a column that is not all numbers."""
    if not texts or not all(map(is_number, texts)):
        return np.full(len(codes), np.nan)
    numbers = np.array([to_float(text) for text in texts])
    seen = codes >= 0
    counts = np.bincount(codes[seen], minlength=len(texts))
    order = np.argsort(numbers, kind="stable")
    middle = np.empty(len(texts))
    middle[order] = np.cumsum(counts[order]) - counts[order] / 2
    return np.where(seen, middle[codes] / max(seen.sum(), 1), np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of records that share a value of one column, each value with the same weight."""

    first: IntArray
    second: IntArray
    weight: FloatArray
    groups: int

    @classmethod
    def within(cls, codes: IntArray) -> Pairs:
        """Pair each record with the next one that has the same value."""
        order = np.argsort(codes, kind="stable")
        order = order[codes[order] >= 0]
        same = codes[order][1:] == codes[order][:-1]
        first, second = order[:-1][same], order[1:][same]
        sizes = np.bincount(codes[first]) if len(first) else np.zeros(0, np.int64)
        weight = 1.0 / sizes[codes[first]] if len(first) else np.zeros(0)
        kept = slice(None, None, max(1, len(first) // MOST_PAIRS))
        return cls(first[kept], second[kept], weight[kept], int((sizes > 0).sum()))

    def agreement(self, sampled: Sampled) -> tuple[FloatArray, FloatArray]:
        """Tell how far each column stays the same: beyond chance, and how near the ranks are."""
        left, right = sampled.codes[self.first], sampled.codes[self.second]
        known: BoolArray = (left >= 0) & (right >= 0)
        weights = self.weight[:, None] * known
        total = np.maximum(weights.sum(axis=0), 1e-12)
        agreed = (weights * (left == right)).sum(axis=0) / total
        chance = sampled.chance
        beyond = (agreed - chance) / np.maximum(1 - chance, 1e-12)
        gap = sampled.ranks[self.first] - sampled.ranks[self.second]
        apart = np.nansum(weights * np.nan_to_num(gap) ** 2, axis=0) / total
        spread = sampled.spread
        near = np.where(spread > 0, 1 - apart / np.maximum(2 * spread, 1e-12), 0.0)
        return beyond, near


def _chance(codes: IntArray) -> float:
    """Tell how often two records agree by chance; 1 where there is nothing to compare."""
    counts = np.bincount(codes[codes >= 0])
    total = int(counts.sum())
    if total < 2:
        return 1.0
    return float((counts * (counts - 1)).sum() / (total * (total - 1)))


def _variance(ranks: FloatArray) -> float:
    known = ranks[~np.isnan(ranks)]
    return float(known.var()) if known.size else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """All that decides whether one column is a key."""

    sampled: Sampled
    subjects: Mapping[str, str]
    place: int
    pairs: Pairs
    beyond: FloatArray
    near: FloatArray

    @classmethod
    def of(cls, sampled: Sampled, subjects: Mapping[str, str], place: int) -> Observed:
        """Look at one column."""
        pairs = Pairs.within(sampled.codes[:, place])
        return cls(sampled, subjects, place, pairs, *pairs.agreement(sampled))

    @property
    def chance(self) -> FloatArray:
        """How often two records agree by chance."""
        return self.sampled.chance

    def among(self, subjects: Sequence[str]) -> list[int]:
        """List the other columns that speak of one of the subjects and differ at all."""
        return [i for i in self.others if self.subjects.get(self.sampled.names[i]) in subjects]

    @property
    def others(self) -> list[int]:
        """The columns that could stay the same or not."""
        usable = self.chance <= ALMOST_ALL_ALIKE
        return [i for i in range(len(self.sampled.names)) if i != self.place and usable[i]]

    def settled(self, places: Sequence[int]) -> list[int]:
        """List which of some columns stay the same within a value."""
        return [i for i in places if self.beyond[i] >= SETTLED or self.near[i] >= CLOSE]

    def mostly_settled(self, places: Sequence[int]) -> list[int]:
        """List which of some columns stay the same, but for those who moved or changed."""
        return [i for i in places if self.beyond[i] >= MOSTLY_SETTLED or self.near[i] >= CLOSE]

    def bits(self, places: Sequence[int]) -> float:
        """Tell how much more than chance the most telling of some columns is."""
        found = [-log2(max(self.chance[i], 1e-9)) for i in places]
        return self.pairs.groups * max(found, default=0.0)

    def independent(self, places: Sequence[int]) -> int:
        """Count the columns of which none decides another, as a postcode decides the province."""
        kept: list[int] = []
        for i in sorted(places, key=lambda i: self.chance[i]):
            if not any(self._decides(j, i) for j in kept):
                kept.append(i)
        return len(kept)

    def _decides(self, one: int, other: int) -> bool:
        """Tell whether one column decides another among records that differ in the key.

        Records of one person agree in both, which says nothing of how the two belong together.
        """
        codes = self.sampled.codes
        order = np.lexsort((codes[:, self.place], codes[:, one]))
        order = order[(codes[order, one] >= 0) & (codes[order, other] >= 0)]
        left, right = codes[order[:-1]], codes[order[1:]]
        met = (left[:, one] == right[:, one]) & (left[:, self.place] != right[:, self.place])
        if met.sum() < MET:
            return False
        agreed = float((left[met, other] == right[met, other]).mean())
        chance = float(self.chance[other])
        return agreed - chance >= SETTLED * (1 - chance)


def observe(
    cells: Mapping[str, Sequence[Value]], signs: Mapping[str, ColumnSigns]
) -> dict[str, Behaviour]:
    """Tell what each column that repeats does to the others.

    Parameters
    ----------
    cells
        The same records of every column; the whole table, or records drawn from it.
    signs
        What each column was seen to be on its own, over the whole table.

    Examples
    --------
    >>> from celosia.core.values import ValueCounts
    >>> cells = {
    ...     "c1": [f"P{i // 3:05d}" for i in range(90)],
    ...     "edad": [str(20 + i // 3 % 29) for i in range(90)],
    ...     "sexo": ["HM"[i // 3 % 2] for i in range(90)],
    ...     "coste": [str(i * i % 97) for i in range(90)],
    ... }
    >>> signs = {n: ColumnSigns.of(n, ValueCounts.of(c), None) for n, c in cells.items()}
    >>> seen = observe(cells, signs)
    >>> seen["c1"].person_key, seen["c1"].constant, seen["coste"].person_key
    (True, ('edad', 'sexo'), False)
    """
    if not cells or not next(iter(cells.values())):
        return {}
    sampled = Sampled.of(cells)
    subjects = {name: about for name, each in signs.items() if (about := _subject(each))}
    found = {
        name: _judged(Observed.of(sampled, subjects, place), signs[name])
        for place, name in enumerate(sampled.names)
        if may_be_key(signs[name])
    }
    if not any(each.person_key for each in found.values()):
        return found
    # Where one column is the key, a code that is none stands for something else.
    return {n: each if each.person_key else replace(each, denied=True) for n, each in found.items()}


def may_be_key(signs: ColumnSigns) -> bool:
    """Tell whether a column has enough values that repeat, and no nature that speaks against it."""
    distinct = len(signs.texts)
    if not FEWEST_VALUES <= distinct < signs.filled:
        return False
    found = signs.detected
    certain = found is not None and (found.certain or found.kind is Kind.BIRTH_DATE)
    if found is not None and found.kind in _NO_KEYS and certain:
        return False
    return signs.type in (ColumnType.TEXT, ColumnType.INTEGER) or signs.whole


def _subject(signs: ColumnSigns) -> str | None:
    """Say what a column speaks of: what its values are, else what its name says."""
    found = signs.detected
    if found is not None and found.kind in _KIND_SUBJECTS and found.certain:
        return _KIND_SUBJECTS[found.kind]
    if found is not None and found.kind is Kind.BIRTH_DATE:
        return "birth-date"
    return signs.pattern.subject if signs.pattern is not None else None


def _judged(seen: Observed, signs: ColumnSigns) -> Behaviour:
    """Decide whether a value of the column is a person.

    A key of persons holds sex and birth fast, as far as the table tells them. A household, a
    street or a class holds the place or the age fast and not the sex; a trade whose name has a
    gender, as in Spanish, holds the sex fast and not the age. Where the table tells neither sex nor
    birth, a code that holds two columns fast of which none decides the other is taken for one:
    to overlook a key does more harm than to ask once too often.
    """
    personal, other = _personal(seen)
    constant = seen.mostly_settled(seen.others)
    told = tuple(seen.sampled.names[i] for i in sorted(constant, key=lambda i: (seen.chance[i], i)))
    proven = seen.bits(constant) >= BITS
    key = proven and (personal or (not other and _by_codes(seen, constant, signs)))
    return Behaviour(seen.pairs.groups, told, key, key and personal, other, _is_shared(seen))


def _is_shared(seen: Observed) -> bool:
    """Tell whether a value stands for several persons, whatever its column is called."""
    telling = seen.among(_SEX) or seen.among(_BIRTH)
    return bool(telling) and not seen.settled(telling)


def _personal(seen: Observed) -> tuple[bool, bool]:
    """Tell whether sex and birth stay the same, and whether some column speaks against it."""
    sexes, births = seen.among(_SEX), seen.among(_BIRTH)
    if not sexes and not births:
        return False, False
    one_sex, one_birth = seen.settled(sexes), seen.settled(births)
    if (sexes and not one_sex) or (births and not one_birth):
        return False, True
    if (sexes and births) or seen.settled(seen.among(_BIRTH_DATE)):
        return True, False
    held = seen.independent(seen.mostly_settled(seen.others)) >= HELD_BY_CODES
    return held, not held


def _by_codes(seen: Observed, constant: Sequence[int], signs: ColumnSigns) -> bool:
    """Judge a table that tells neither sex nor birth."""
    pattern = signs.pattern
    if signs.names_thing or (pattern is not None and pattern.role is Role.QUASI_IDENTIFIER):
        return False
    if signs.filled > FEW_RECORDS_EACH * len(signs.texts):
        return False
    held = seen.independent(constant)
    if signs.type is not ColumnType.TEXT:
        # earnings hold the taxes on them fast, however many: numbers must look given, not measured
        return held >= HELD_BY_CODES and _look_given(signs.texts)
    # names of trades and towns may well hold two
    return held >= HELD_BY_ANY or (held >= HELD_BY_CODES and look_like_codes(signs.texts))


def _look_given(texts: Sequence[str]) -> bool:
    """Tell whether numbers were given out: all of one length, or one after the other.

    >>> _look_given(["100017", "100311"]), _look_given(["1", "2", "4"]), _look_given(["0", "31500"])
    (True, True, False)
    """
    numbers = sorted(to_float(text) for text in texts)
    whole = {len(str(int(number))) for number in numbers}
    in_a_row = len(numbers) >= IN_A_ROW * (numbers[-1] - numbers[0] + 1)
    return in_a_row or (len(whole) == 1 and whole.pop() >= LONG)
