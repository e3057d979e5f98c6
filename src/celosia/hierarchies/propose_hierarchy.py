"""A sensible hierarchy for any column, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from celosia.core.schema import Column, ColumnType
from celosia.core.values import ValueCounts
from celosia.hierarchies.date_rule import Dates
from celosia.hierarchies.frequency_rule import Frequent
from celosia.hierarchies.interval_rule import Intervals
from celosia.hierarchies.mask_rule import Masking
from celosia.hierarchies.numbers import EXACT, is_usual, is_whole, number
from celosia.hierarchies.rule import HierarchyRule, trimmed
from celosia.hierarchies.suppression_rule import Suppression
from celosia.text.days import FORMATS, ISO, MOMENTS, read_moment
from celosia.text.messages import Message

_GROUPS = 20
"""Intervals of the finest level that is proposed, about; an estimate."""
_CHAINS = {1: (1, 5, 10, 20), 2: (2, 10, 20, 40), 5: (5, 10, 20, 40)}


def nice_widths(numbers: Sequence[Decimal], counts: Sequence[int]) -> tuple[float, ...]:
    """Choose up to four widths, the first for some twenty groups of the middle 90 % of records.

    Extremes are left out of the range so that one huge value does not widen every interval.

    >>> nice_widths([Decimal(age) for age in range(17, 91)], [1] * 74)
    (5, 10, 20, 40)
    """
    span = _span(sorted(zip(numbers, counts, strict=True)))
    if not span:
        return ()
    digit, power = _nice_above(EXACT.divide(span, Decimal(_GROUPS)))
    if power < 0 and all(map(is_whole, numbers)):
        digit, power = 2, 0
    return tuple(_width(step, power) for step in _CHAINS[digit])


def _span(counted: Sequence[tuple[Decimal, int]]) -> Decimal:
    low, high = _quantile(counted, 5), _quantile(counted, 95)
    if low == high:
        low, high = counted[0][0], counted[-1][0]
    return EXACT.subtract(high, low)


def _quantile(counted: Sequence[tuple[Decimal, int]], percent: int) -> Decimal:
    rank = sum(count for _, count in counted) * percent
    for value, count in counted:
        rank -= 100 * count
        if rank <= 0:
            return value
    return counted[-1][0]


def _nice_above(size: Decimal) -> tuple[int, int]:
    """Give the least 1, 2 or 5 times a power of ten that is not below the size."""
    power = size.adjusted()
    for digit in (1, 2, 5):
        if size <= Decimal(digit).scaleb(power):
            return digit, power
    return 1, power + 1


def _width(step: int, power: int) -> float:
    width = Decimal(step).scaleb(power)
    return int(width) if is_whole(width) else float(width)


NOTHING_EVIDENT = Message("hierarchies.nothing-evident")
NO_USEFUL_LEVEL = Message("hierarchies.no-useful-level")
NO_VALUES = Message("hierarchies.no-values")
AT_MOST_TWO = Message("hierarchies.at-most-two")
DATES = Message("hierarchies.dates-2")
YEARS = Message("hierarchies.years")
DIGIT_CODES = Message("hierarchies.digit-codes")
MIXED_CODES = Message("hierarchies.mixed-codes")
LONG_CODES = Message("hierarchies.long-codes")
CODE_LIST = Message("hierarchies.code-list")
ONE_NUMBER = Message("hierarchies.one-number")
HUGE_NUMBERS = Message("hierarchies.numbers-beyond-intervals")
NUMBERS = Message("hierarchies.numbers")
E_MAILS = Message("hierarchies.e-mails")
FREE_TEXT = Message("hierarchies.free-text")
ONE_RECORD_EACH = Message("hierarchies.one-record-each")
FEW_CATEGORIES = Message("hierarchies.few-categories")
RARE_CATEGORIES = Message("hierarchies.rare-categories")


_COMPACT = re.compile(r"(?:18[5-9]|19[0-9]|20[0-9])[0-9][01][0-9][0-3][0-9]")
"""Eight digits are a date only where their year is one of people alive or remembered."""
_YEAR = re.compile(r"18[5-9][0-9]|19[0-9]{2}|20[0-9]{2}|2100")
_DIGITS = re.compile(r"[0-9]+")
_CODE = re.compile(r"(?=.*[0-9])[A-Z0-9][A-Z0-9 ./-]{2,9}")


def date_format(texts: Sequence[str], column: Column | None) -> str | None:
    """Give the one format that every text has: the declared one first, then the usual ones.

    >>> date_format(["09/03/2024", "31/12/2023"], None)
    '%d/%m/%Y'
    """
    declared = column.format if column is not None else None
    if declared and _all_dates(texts, declared):
        return declared
    if _all_match(_COMPACT, texts) and _all_dates(texts, "%Y%m%d"):
        return "%Y%m%d"
    return next((form for form in (ISO, *FORMATS, *MOMENTS) if _all_dates(texts, form)), None)


def are_years(texts: Sequence[str]) -> bool:
    """Tell whether every text is a year from 1850 to 2100.

    >>> are_years(["1986", "2003"]), are_years(["1986", "17"])
    (True, False)
    """
    return _all_match(_YEAR, texts)


def digit_code_length(texts: Sequence[str]) -> int | None:
    """Give the one length of codes made of digits, such as postcodes.

    Digits all of one length are a code when some start with zero, or when they have four or more.

    >>> digit_code_length(["28001", "08001"]), digit_code_length(["17", "90"])
    (5, None)
    """
    lengths = {len(text) for text in texts}
    if len(lengths) != 1 or not _all_match(_DIGITS, texts):
        return None
    length = lengths.pop()
    padded = length > 1 and any(text.startswith("0") for text in texts)
    return length if padded or length >= 4 else None


def mixed_code_length(texts: Sequence[str]) -> int | None:
    """Give the longest length of short codes of capitals and digits, such as diagnoses.

    >>> mixed_code_length(["J45", "J45.1"])
    5
    """
    if not _all_match(_CODE, texts):
        return None
    lengths = [len(text) for text in texts]
    return max(lengths) if max(lengths) - min(lengths) <= 3 else None


def _all_match(pattern: re.Pattern[str], texts: Sequence[str]) -> bool:
    return all(pattern.fullmatch(text) for text in texts)


def _all_dates(texts: Sequence[str], format: str) -> bool:
    return all(read_moment(text, format) for text in texts)


_FEW_VALUES = 8
_FEW_CODES = 4
_LONGEST_CODE = 10
_LONG_TEXT = 40
"""Limits between categories, codes and texts: estimates."""


@dataclass(frozen=True, slots=True)
class ProposedHierarchy:
    """A rule, and the reason for it in one sentence that holds no value of the data."""

    rule: HierarchyRule
    reason: Message


def propose_hierarchy(
    attribute: str, values: ValueCounts, column: Column | None = None
) -> ProposedHierarchy:
    """Choose a rule from the looks of the values; every level of it merges some of them.

    Parameters
    ----------
    attribute
        The name of the column.
    values
        Its values, and of how many records each is.
    column
        What was declared of it: its type, or the format of its dates.

    Returns
    -------
    ProposedHierarchy
        Its `rule` makes the hierarchy, its `reason` says why it was chosen. Where nothing is
        evident the rule is to suppress.

    Raises
    ------
    Nothing of its own: whatever the values are, some rule can be proposed.

    Examples
    --------
    >>> proposed = propose_hierarchy("age", ValueCounts.of([str(age) for age in range(17, 91)]))
    >>> proposed.rule.widths, proposed.reason.text("es")
    ((5, 10, 20, 40), 'Todos los valores son números, así que se agrupan en intervalos cada vez \
más anchos.')
    """
    look = _ColumnLook(attribute, values, column)
    for proposal in _PROPOSALS:
        found = proposal(look)
        if found is not None:
            return found
    return _suppressed(NOTHING_EVIDENT)


@dataclass(frozen=True, slots=True)
class _ColumnLook:
    """What is known of the column."""

    attribute: str
    values: ValueCounts
    column: Column | None

    @property
    def texts(self) -> tuple[str, ...]:
        return self.values.texts

    @property
    def records(self) -> int:
        return self.values.records - self.values.nulls

    def proposed(
        self, rule: Dates | Intervals | Masking | Frequent, steps: str, reason: Message
    ) -> ProposedHierarchy:
        """Propose the rule without its idle levels, or suppression when all are."""
        useful = trimmed(rule, steps, self.attribute, self.values)
        if useful is None:
            return _suppressed(NO_USEFUL_LEVEL)
        return ProposedHierarchy(useful, reason)


def _suppressed(reason: Message) -> ProposedHierarchy:
    return ProposedHierarchy(Suppression(), reason)


def _few(look: _ColumnLook) -> ProposedHierarchy | None:
    if not look.texts:
        return _suppressed(NO_VALUES)
    if len(look.texts) <= 2:
        return _suppressed(AT_MOST_TWO)
    return None


def _dates(look: _ColumnLook) -> ProposedHierarchy | None:
    format = date_format(look.texts, look.column)
    if format is None:
        return None
    rule = Dates(format, ("day", "month", "quarter", "year", "decade"))
    return look.proposed(rule, "levels", DATES)


def _years(look: _ColumnLook) -> ProposedHierarchy | None:
    if not are_years(look.texts):
        return None
    return look.proposed(Intervals((5, 10, 20)), "widths", YEARS)


def _digit_codes(look: _ColumnLook) -> ProposedHierarchy | None:
    length = digit_code_length(look.texts)
    return None if length is None else _masked(look, length, DIGIT_CODES)


def _mixed_codes(look: _ColumnLook) -> ProposedHierarchy | None:
    length = mixed_code_length(look.texts)
    return None if length is None else _masked(look, length, MIXED_CODES)


def _masked(look: _ColumnLook, length: int, reason: Message) -> ProposedHierarchy:
    if length > _LONGEST_CODE:
        return _suppressed(LONG_CODES)
    step = 1 if length <= 6 else 2
    return look.proposed(Masking(masked=tuple(range(1, length, step))), "masked", reason)


def _numbers(look: _ColumnLook) -> ProposedHierarchy | None:
    decimal = _decimal_mark(look)
    read = [number(text, decimal) for text in look.texts]
    numbers = [value for value in read if value is not None]
    if len(numbers) < len(look.texts):
        return None
    if len(numbers) <= _FEW_CODES and all(map(is_whole, numbers)):
        return _suppressed(CODE_LIST)
    pairs = zip(look.values.values, look.values.counts, strict=True)
    widths = nice_widths(numbers, [count for value, count in pairs if value is not None])
    if not widths:
        return _suppressed(ONE_NUMBER)
    if not all(is_usual(Decimal(str(width))) for width in widths):
        return _suppressed(HUGE_NUMBERS)
    return look.proposed(Intervals(widths, decimal=decimal), "widths", NUMBERS)


def _decimal_mark(look: _ColumnLook) -> str:
    """Read a comma as the decimal mark only where the column was declared, or found, decimal."""
    declared = look.column is not None and look.column.type is ColumnType.DECIMAL
    commas = any("," in text for text in look.texts)
    return "," if declared and commas and not any("." in text for text in look.texts) else "."


def _unique_texts(look: _ColumnLook) -> ProposedHierarchy | None:
    if 2 * sum("@" in text for text in look.texts) > len(look.texts):
        return _suppressed(E_MAILS)
    if sum(map(len, look.texts)) > _LONG_TEXT * len(look.texts):
        return _suppressed(FREE_TEXT)
    if len(look.texts) > _FEW_VALUES and 2 * len(look.texts) > look.records:
        return _suppressed(ONE_RECORD_EACH)
    return None


def _categories(look: _ColumnLook) -> ProposedHierarchy | None:
    if len(look.texts) <= _FEW_VALUES:
        return _suppressed(FEW_CATEGORIES)
    shares = (max(2, look.records // 100), max(2, look.records // 20))
    rule = Frequent(tuple(sorted(set(shares))), _label_not_in(look.texts))
    return look.proposed(rule, "thresholds", RARE_CATEGORIES)


def _label_not_in(texts: tuple[str, ...]) -> str:
    label, taken = "other", set(texts)
    while label in taken:
        label = f"({label})"
    return label


_PROPOSALS: tuple[Callable[[_ColumnLook], ProposedHierarchy | None], ...] = (
    _few,
    _dates,
    _years,
    _digit_codes,
    _numbers,
    _mixed_codes,
    _unique_texts,
    _categories,
)
