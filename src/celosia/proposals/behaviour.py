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

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2

from celosia.core.schema import ColumnType, Role
from celosia.core.values import FloatArray
from celosia.proposals.code_look import look_like_codes
from celosia.proposals.column_signs import ColumnSigns
from celosia.proposals.detect_kind import Kind
from celosia.text.numerals import to_float

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


class Observed(ABC):
    """All that decides whether one column is a key, wherever the records are looked at."""

    names: tuple[str, ...]
    subjects: Mapping[str, str]
    """What columns speak of."""
    place: int
    """Which of them is looked at."""
    chance: FloatArray
    """(columns,): how often two records agree by chance."""

    @property
    @abstractmethod
    def groups(self) -> int:
        """Values that several records share."""

    @abstractmethod
    def held(self, other: int) -> tuple[float, float]:
        """Tell how far a column stays the same: beyond chance, and how near the ranks are."""

    @abstractmethod
    def decides(self, one: int, other: int) -> bool:
        """Tell whether one column decides another among records that differ in the key.

        Records of one person agree in both, which says nothing of how the two belong together.
        """

    def among(self, subjects: Sequence[str]) -> list[int]:
        """List the other columns that speak of one of the subjects and differ at all."""
        return [i for i in self.others if self.subjects.get(self.names[i]) in subjects]

    @property
    def others(self) -> list[int]:
        """The columns that could stay the same or not."""
        usable = self.chance <= ALMOST_ALL_ALIKE
        return [i for i in range(len(self.names)) if i != self.place and usable[i]]

    def settled(self, places: Sequence[int], least: float = SETTLED) -> list[int]:
        """List which of some columns stay the same within a value."""
        return [i for i in places if self._stays(i, least)]

    def mostly_settled(self, places: Sequence[int]) -> list[int]:
        """List which of some columns stay the same, but for those who moved or changed."""
        return self.settled(places, MOSTLY_SETTLED)

    def _stays(self, other: int, least: float) -> bool:
        beyond, near = self.held(other)
        return beyond >= least or near >= CLOSE

    def bits(self, places: Sequence[int]) -> float:
        """Tell how much more than chance the most telling of some columns is."""
        found = [-log2(max(self.chance[i], 1e-9)) for i in places]
        return self.groups * max(found, default=0.0)

    def independent(self, places: Sequence[int]) -> int:
        """Count the columns of which none decides another, as a postcode decides the province."""
        kept: list[int] = []
        for i in sorted(places, key=lambda i: self.chance[i]):
            if not any(self.decides(j, i) for j in kept):
                kept.append(i)
        return len(kept)


def judge(found: Mapping[str, Observed], signs: Mapping[str, ColumnSigns]) -> dict[str, Behaviour]:
    """Tell what each column that may be a key does to the others."""
    judged = {name: _judged(seen, signs[name]) for name, seen in found.items()}
    if not any(each.person_key for each in judged.values()):
        return judged
    # Where one column is the key, a code that is none stands for something else.
    return {n: e if e.person_key else replace(e, denied=True) for n, e in judged.items()}


def subjects_of(signs: Mapping[str, ColumnSigns]) -> dict[str, str]:
    """Say what columns speak of, where they tell."""
    return {name: about for name, each in signs.items() if (about := _subject(each))}


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
    if other:  # nothing makes it a key any more
        return Behaviour(seen.groups, (), False, False, True, _is_shared(seen))
    constant = seen.mostly_settled(seen.others)
    told = tuple(seen.names[i] for i in sorted(constant, key=lambda i: (seen.chance[i], i)))
    proven = seen.bits(constant) >= BITS
    key = proven and (personal or _by_codes(seen, constant, signs))
    return Behaviour(seen.groups, told, key, key and personal, False, _is_shared(seen))


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
