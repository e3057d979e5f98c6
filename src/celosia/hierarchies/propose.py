"""A sensible hierarchy for any column, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from celosia.domain.schema import Column
from celosia.domain.values import ValueCounts
from celosia.hierarchies import recognize
from celosia.hierarchies.dates import Dates
from celosia.hierarchies.frequency import Frequent
from celosia.hierarchies.intervals import Intervals
from celosia.hierarchies.masking import Masking
from celosia.hierarchies.nice import nice_widths
from celosia.hierarchies.numbers import is_whole, number
from celosia.hierarchies.rules import HierarchyRule
from celosia.hierarchies.suppression import Suppression
from celosia.hierarchies.useful import trimmed

_FEW_VALUES = 8
_FEW_CODES = 4
_LONGEST_CODE = 10
_LONG_TEXT = 40


@dataclass(frozen=True, slots=True)
class ProposedHierarchy:
    """A rule, and the reason for it in one sentence that holds no value of the data."""

    rule: HierarchyRule
    reason: str


def propose_hierarchy(
    attribute: str, values: ValueCounts, column: Column | None = None
) -> ProposedHierarchy:
    """Choose a rule from the looks of the values; every level of it merges some of them.

    >>> propose_hierarchy("age", ValueCounts.of([str(age) for age in range(17, 91)]))
    ProposedHierarchy(rule=Intervals(widths=(5, 10, 20, 40), origin=0, bottom=None, top=None, \
suppress=True), reason='All values are numbers, so they are grouped into ever wider intervals.')
    """
    look = _Look(attribute, values, column)
    for proposal in _PROPOSALS:
        found = proposal(look)
        if found is not None:
            return found
    return _suppressed("No grouping of its values is evident, so they are kept or suppressed.")


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
        self, rule: Dates | Intervals | Masking | Frequent, steps: str, reason: str
    ) -> ProposedHierarchy:
        """Propose the rule without its idle levels, or suppression when all are."""
        useful = trimmed(rule, steps, self.attribute, self.values)
        if useful is None:
            return _suppressed(
                f"No level of the rule '{rule.kind}' would merge some of its values and keep "
                "others apart, so they are kept or suppressed."
            )
        return ProposedHierarchy(useful, reason)


def _suppressed(reason: str) -> ProposedHierarchy:
    return ProposedHierarchy(Suppression(), reason)


def _few(look: _Look) -> ProposedHierarchy | None:
    if not look.texts:
        return _suppressed("The column has no values, so there is nothing to group.")
    if len(look.texts) <= 2:
        return _suppressed("With at most two values, grouping them is the same as suppressing.")
    return None


def _dates(look: _Look) -> ProposedHierarchy | None:
    format = recognize.date_format(look.texts, look.column)
    if format is None:
        return None
    rule = Dates(format, ("day", "month", "quarter", "year", "decade"))
    reason = "All values are dates, so they are grouped into ever longer periods."
    return look.proposed(rule, "levels", reason)


def _years(look: _Look) -> ProposedHierarchy | None:
    if not recognize.are_years(look.texts):
        return None
    reason = "All values are years, so they are grouped into five, ten and twenty years."
    return look.proposed(Intervals((5, 10, 20)), "widths", reason)


def _digit_codes(look: _Look) -> ProposedHierarchy | None:
    length = recognize.digit_code_length(look.texts)
    reason = "All values are digits of one length, as postcodes are, so the last ones are masked."
    return None if length is None else _masked(look, length, reason)


def _mixed_codes(look: _Look) -> ProposedHierarchy | None:
    length = recognize.mixed_code_length(look.texts)
    reason = "All values are short codes of letters and digits, so the last ones are masked."
    return None if length is None else _masked(look, length, reason)


def _masked(look: _Look, length: int, reason: str) -> ProposedHierarchy:
    if length > _LONGEST_CODE:
        return _suppressed("All values are long codes, whose parts say little, so none is kept.")
    step = 1 if length <= 6 else 2
    return look.proposed(Masking(masked=tuple(range(1, length, step))), "masked", reason)


def _numbers(look: _Look) -> ProposedHierarchy | None:
    numbers = [value for text in look.texts if (value := number(text)) is not None]
    if len(numbers) < len(look.texts):
        return None
    if len(numbers) <= _FEW_CODES and all(map(is_whole, numbers)):
        return _suppressed("A handful of whole numbers is most often a list of codes, not a scale.")
    pairs = zip(look.values.values, look.values.counts, strict=True)
    widths = nice_widths(numbers, [count for value, count in pairs if value is not None])
    if not widths:
        return _suppressed("All values are the same number, so there is nothing to group.")
    reason = "All values are numbers, so they are grouped into ever wider intervals."
    return look.proposed(Intervals(widths), "widths", reason)


def _unique_texts(look: _Look) -> ProposedHierarchy | None:
    if 2 * sum("@" in text for text in look.texts) > len(look.texts):
        return _suppressed("Most values look like e-mail addresses, which point to one person.")
    if sum(map(len, look.texts)) > _LONG_TEXT * len(look.texts):
        return _suppressed("The values are long free text, which no grouping makes safe.")
    if len(look.texts) > _FEW_VALUES and 2 * len(look.texts) > look.records:
        return _suppressed("Most values belong to one record only, so none of them can be kept.")
    return None


def _categories(look: _Look) -> ProposedHierarchy | None:
    if len(look.texts) <= _FEW_VALUES:
        return _suppressed("With few categories and no known order, they are kept or suppressed.")
    shares = (max(2, look.records // 100), max(2, look.records // 20))
    rule = Frequent(tuple(sorted(set(shares))), _label_not_in(look.texts))
    reason = "There are many categories, some of them rare, so the rare ones are joined."
    return look.proposed(rule, "thresholds", reason)


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
