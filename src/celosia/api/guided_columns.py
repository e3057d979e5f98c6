"""What can be done to one column on the guide's way, and what it does to that column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.api.guiding import Guidance, decide_role, decide_techniques
from celosia.api.proposing import ColumnProfile
from celosia.api.real_values import real_values
from celosia.domain.cells import Cells, cell_array
from celosia.domain.randomness import Randomness
from celosia.domain.roles import Role
from celosia.domain.schema import ColumnType
from celosia.domain.table import Table
from celosia.domain.technique import CoarserBy, Technique, TechniqueContext, technique_from_dict
from celosia.domain.use_case import UseCase
from celosia.hierarchies import Intervals
from celosia.methods.techniques.effect import ColumnEffect, Effect
from celosia.proposals.kinds import Kind
from celosia.proposals.techniques import suggest_techniques
from celosia.text.messages import Message

MOST_STEPS = 60
"""Doublings of a width or a count until every column has one value."""
DROPPED = Message("workflow.dropped")
UNLINKED = Message("workflow.unlinked")
AS_IT_IS = Message("workflow.as-it-is")


@dataclass(frozen=True, slots=True)
class ColumnOption:
    """One thing that can be done to a column, and why."""

    techniques: tuple[Technique, ...]
    reason: Message

    @property
    def name(self) -> str:
        """What a person or a file calls it."""
        return "+".join(step.kind for step in self.techniques) or "none"


@dataclass(frozen=True, slots=True)
class PlannedEffect:
    """A column before and after all that is planned for it."""

    column: ColumnEffect
    warnings: tuple[Message, ...]
    records_left_out: int


def column_options(table: Table, guidance: Guidance, column: str) -> tuple[ColumnOption, ...]:
    """List what can be done to a column by its role and the use case; the first is proposed.

    Identifiers are dropped or pseudonymized (step 2). The others get what annex B suggests
    (step 3), or nothing.
    """
    role = guidance.roles[column]
    if role is None:
        return ()
    profile = _profile(guidance, column)
    return offered_options(
        column,
        role,
        guidance.use_case,
        profile.role.kind,
        _is_number(profile),
        lambda: _height(table, guidance, column),
    )


def offered_options(
    column: str,
    role: Role,
    use_case: UseCase,
    kind: Kind | None,
    numeric: bool,
    height: Callable[[], int],
) -> tuple[ColumnOption, ...]:
    """List the options of a column that holds a kind of values; the first is proposed.

    Parameters
    ----------
    height
        Tells how many levels the column's hierarchy has above the values.
    """
    found = suggest_techniques(column, role, use_case, kind, numeric)
    made = [(technique_from_dict(s.entries), s.reason, s.alternative) for s in found]
    if any(step.climbs for step, *_ in made) and height() < 2:
        # its only label would be that of suppression
        made = [known for known in made if not known[0].climbs]
    if role is Role.IDENTIFIER:
        return _for_identifier(column, made)
    together = [(step, reason) for step, reason, instead in made if not instead]
    options = [ColumnOption((step,), reason) for step, reason, instead in made if instead]
    if together:
        steps = tuple(step for step, _ in together)
        options.insert(0, ColumnOption(steps, together[0][1]))
    return (*options, ColumnOption((), AS_IT_IS))


def _for_identifier(
    column: str, made: Sequence[tuple[Technique, Message, bool]]
) -> tuple[ColumnOption, ...]:
    """Offer what keeps an identifier from being published as it is; a mask alone does not."""
    kept = [ColumnOption((step,), reason) for step, reason, _ in made if step.pseudonymizes]
    dropped = ColumnOption((), DROPPED)
    if kept and kept[0].techniques[0] == made[0][0]:  # the guide would rather keep the column
        return (*kept, dropped)
    random = technique_from_dict({"kind": "random-pseudonym", "column": column})
    return (dropped, ColumnOption((random,), UNLINKED), *kept)


def planned_effect(
    table: Table, guidance: Guidance, column: str, key: bytes | None = None
) -> PlannedEffect:
    """Carry out what is planned for a column, on that column alone, and measure it."""
    values = table.relation.values(column)
    cells = np.repeat(cell_array(values.values), np.array(values.counts, np.int64))
    before = after = Cells({column: cells})
    plan = guidance.plans.get(column, ())
    climbs = any(step.climbs for step in plan)
    trees = {column: guidance.rules[column].build(column, values)} if climbs else {}
    random = Randomness.of(0, before, key)
    warnings: list[Message] = []
    for number, step in enumerate(plan):
        part = random.step(f"step {number}")
        applied = step.apply(after, TechniqueContext(part, key, trees, real=real_values(table)))
        after = applied.cells
        warnings += applied.warnings
    effect = Effect.on((column,), before, after)
    return PlannedEffect(effect.columns[0], tuple(warnings), before.records - after.records)


def make_coarser(table: Table, guidance: Guidance, column: str) -> Guidance:
    """Steps 3 and 4 again: reduce the detail of a column until it has fewer values.

    A column that cannot have fewer, or only a single one, is left out.
    """
    now = planned_effect(table, guidance, column).column.distinct_after
    tried = guidance
    for _ in range(MOST_STEPS):
        plan = _coarser(table, tried, column)
        if plan is None:
            break
        tried = decide_techniques(tried, column, plan)
        left = planned_effect(table, tried, column).column.distinct_after
        if left <= 1:
            break
        if left < now:
            return tried
    return decide_role(table, guidance, column, None)


def _coarser(table: Table, guidance: Guidance, column: str) -> tuple[Technique, ...] | None:
    """Give the next plan of a column; None when only leaving it out remains."""
    plan = guidance.plans.get(column, ())
    if not plan:
        proposed = column_options(table, guidance, column)[0].techniques
        return proposed or _by_hierarchy(table, guidance, column)
    *others, last = plan
    finer = CoarserBy(
        column, lambda: _height(table, guidance, column), lambda: _width(guidance, column)
    )
    coarser = last.coarser(finer)
    return None if coarser is None else (*others, *coarser)


def _by_hierarchy(table: Table, guidance: Guidance, column: str) -> tuple[Technique, ...] | None:
    if _height(table, guidance, column) <= 1:
        return None
    return (technique_from_dict({"kind": "hierarchy-level", "column": column, "level": 1}),)


def _width(guidance: Guidance, column: str) -> float | None:
    """Tell the narrowest intervals of the column's hierarchy."""
    rule = guidance.rules.get(column)
    return rule.widths[0] if isinstance(rule, Intervals) else None


def _height(table: Table, guidance: Guidance, column: str) -> int:
    """Tell how many levels there are above the values; the highest is a single label."""
    rule = guidance.rules.get(column)
    return 0 if rule is None else rule.build(column, table.relation.values(column)).height


def _profile(guidance: Guidance, column: str) -> ColumnProfile:
    return next(p for p in guidance.proposal.columns if p.column.name == column)


def _is_number(profile: ColumnProfile) -> bool:
    return profile.column.type in (ColumnType.INTEGER, ColumnType.DECIMAL)
