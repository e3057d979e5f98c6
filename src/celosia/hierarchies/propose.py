"""A sensible hierarchy for any column, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from celosia.domain.schema import Column, ColumnType
from celosia.domain.values import ValueCounts
from celosia.hierarchies import reasons, recognize
from celosia.hierarchies.dates import Dates
from celosia.hierarchies.frequency import Frequent
from celosia.hierarchies.intervals import Intervals
from celosia.hierarchies.masking import Masking
from celosia.hierarchies.nice import nice_widths
from celosia.hierarchies.numbers import is_whole, number
from celosia.hierarchies.rules import HierarchyRule
from celosia.hierarchies.suppression import Suppression
from celosia.hierarchies.useful import trimmed
from celosia.text.messages import Message

_FEW_VALUES = 8
_FEW_CODES = 4
_LONGEST_CODE = 10
_LONG_TEXT = 40


@dataclass(frozen=True, slots=True)
class ProposedHierarchy:
    """A rule, and the reason for it in one sentence that holds no value of the data."""

    rule: HierarchyRule
    reason: Message


def propose_hierarchy(
    attribute: str, values: ValueCounts, column: Column | None = None
) -> ProposedHierarchy:
    """Choose a rule from the looks of the values; every level of it merges some of them.

    >>> proposed = propose_hierarchy("age", ValueCounts.of([str(age) for age in range(17, 91)]))
    >>> proposed.rule.widths, proposed.reason.text("es")
    ((5, 10, 20, 40), 'Todos los valores son números, así que se agrupan en intervalos cada vez \
más anchos.')
    """
    look = _Look(attribute, values, column)
    for proposal in _PROPOSALS:
        found = proposal(look)
        if found is not None:
            return found
    return _suppressed(reasons.NOTHING_EVIDENT)


@dataclass(frozen=True, slots=True)
class _Look:
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
            return _suppressed(reasons.NO_USEFUL_LEVEL)
        return ProposedHierarchy(useful, reason)


def _suppressed(reason: Message) -> ProposedHierarchy:
    return ProposedHierarchy(Suppression(), reason)


def _few(look: _Look) -> ProposedHierarchy | None:
    if not look.texts:
        return _suppressed(reasons.NO_VALUES)
    if len(look.texts) <= 2:
        return _suppressed(reasons.AT_MOST_TWO)
    return None


def _dates(look: _Look) -> ProposedHierarchy | None:
    format = recognize.date_format(look.texts, look.column)
    if format is None:
        return None
    rule = Dates(format, ("day", "month", "quarter", "year", "decade"))
    return look.proposed(rule, "levels", reasons.DATES)


def _years(look: _Look) -> ProposedHierarchy | None:
    if not recognize.are_years(look.texts):
        return None
    return look.proposed(Intervals((5, 10, 20)), "widths", reasons.YEARS)


def _digit_codes(look: _Look) -> ProposedHierarchy | None:
    length = recognize.digit_code_length(look.texts)
    return None if length is None else _masked(look, length, reasons.DIGIT_CODES)


def _mixed_codes(look: _Look) -> ProposedHierarchy | None:
    length = recognize.mixed_code_length(look.texts)
    return None if length is None else _masked(look, length, reasons.MIXED_CODES)


def _masked(look: _Look, length: int, reason: Message) -> ProposedHierarchy:
    if length > _LONGEST_CODE:
        return _suppressed(reasons.LONG_CODES)
    step = 1 if length <= 6 else 2
    return look.proposed(Masking(masked=tuple(range(1, length, step))), "masked", reason)


def _numbers(look: _Look) -> ProposedHierarchy | None:
    decimal = _decimal_mark(look)
    read = [number(text, decimal) for text in look.texts]
    numbers = [value for value in read if value is not None]
    if len(numbers) < len(look.texts):
        return None
    if len(numbers) <= _FEW_CODES and all(map(is_whole, numbers)):
        return _suppressed(reasons.CODE_LIST)
    pairs = zip(look.values.values, look.values.counts, strict=True)
    widths = nice_widths(numbers, [count for value, count in pairs if value is not None])
    if not widths:
        return _suppressed(reasons.ONE_NUMBER)
    return look.proposed(Intervals(widths, decimal=decimal), "widths", reasons.NUMBERS)


def _decimal_mark(look: _Look) -> str:
    """Read a comma as the decimal mark only where the column was declared, or found, decimal."""
    declared = look.column is not None and look.column.type is ColumnType.DECIMAL
    commas = any("," in text for text in look.texts)
    return "," if declared and commas and not any("." in text for text in look.texts) else "."


def _unique_texts(look: _Look) -> ProposedHierarchy | None:
    if 2 * sum("@" in text for text in look.texts) > len(look.texts):
        return _suppressed(reasons.E_MAILS)
    if sum(map(len, look.texts)) > _LONG_TEXT * len(look.texts):
        return _suppressed(reasons.FREE_TEXT)
    if len(look.texts) > _FEW_VALUES and 2 * len(look.texts) > look.records:
        return _suppressed(reasons.ONE_RECORD_EACH)
    return None


def _categories(look: _Look) -> ProposedHierarchy | None:
    if len(look.texts) <= _FEW_VALUES:
        return _suppressed(reasons.FEW_CATEGORIES)
    shares = (max(2, look.records // 100), max(2, look.records // 20))
    rule = Frequent(tuple(sorted(set(shares))), _label_not_in(look.texts))
    return look.proposed(rule, "thresholds", reasons.RARE_CATEGORIES)


def _label_not_in(texts: tuple[str, ...]) -> str:
    label, taken = "other", set(texts)
    while label in taken:
        label = f"({label})"
    return label


_PROPOSALS: tuple[Callable[[_Look], ProposedHierarchy | None], ...] = (
    _few,
    _dates,
    _years,
    _digit_codes,
    _numbers,
    _mixed_codes,
    _unique_texts,
    _categories,
)
