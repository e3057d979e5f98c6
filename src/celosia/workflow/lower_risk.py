"""Step 4 of the guide: what risk is left, and what would lower it most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.schema import Role
from celosia.core.table import Table
from celosia.core.values import NullPolicy, Value
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.method import UNTOUCHED_METHOD
from celosia.risk import ScenarioRisk
from celosia.workflow.count import prepare
from celosia.workflow.decide import chosen
from celosia.workflow.guide import Guidance, make_coarser
from celosia.workflow.transform import transformed

FEW_RECORDS = 0.02
"""Up to this share of the records is rather left out than all others made coarser."""


@dataclass(frozen=True, slots=True)
class GuidedRisk:
    """How the table stands after what was decided so far."""

    k: int
    """Records of the smallest class; all of them where no quasi-identifier is left."""
    target: int
    classes: int
    records: int
    """Records that remain."""
    left_out: int
    below: int
    """Records in classes smaller than the target."""
    distinct: Mapping[str, int]
    """Different values of each quasi-identifier."""
    scenario: ScenarioRisk | None
    """Annex D at this k; None until its questions are answered."""
    levels: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Where a search decided: the level of each quasi-identifier, and the highest one."""

    @property
    def holds(self) -> bool:
        """Whether the target is reached."""
        return self.k >= self.target

    @property
    def below_share(self) -> float:
        """Share of the records that are in classes smaller than the target."""
        return self.below / self.records if self.records else 0.0


def guided_risk(table: Table, guidance: Guidance, progress: Progress = silent) -> GuidedRisk:
    """Apply what was decided on quasi-identifiers and records, and measure the result."""
    target = guidance.target_k
    if target is None:
        raise ParameterError("workflow.use-case-asks-no-k", use_case=guidance.use_case.value)
    if guidance.method != UNTOUCHED_METHOD:
        return _searched(table, guidance, target, progress)
    names = guidance.quasi_identifiers
    plans = {name: plan for name, plan in guidance.plans.items() if name in names}
    recipe = replace(guidance, plans=plans).recipe()
    with transformed(table, recipe, None, f"{table.name}.guide") as made:
        records = made.table.records
        if not names or not records:
            sizes = np.array([records] if records else [], np.int64)
        else:
            sizes = made.table.relation.classes(names, (), NullPolicy.VALUE).sizes
        distinct = {name: len(made.table.relation.values(name).values) for name in names}
    k = int(sizes.min()) if sizes.size else 0
    return GuidedRisk(
        k=k,
        target=target,
        classes=sizes.size,
        records=records,
        left_out=table.records - records,
        below=int(sizes[sizes < target].sum()),
        distinct=distinct,
        scenario=_scenario(guidance, k),
    )


def _searched(table: Table, guidance: Guidance, target: int, progress: Progress) -> GuidedRisk:
    """Find the best generalization, as the release will."""
    recipe = guidance.recipe()
    prepared = prepare(table, recipe)
    found = chosen(prepared, recipe, progress)
    best = found.optimum
    return GuidedRisk(
        k=best.min_class,
        target=target,
        classes=best.classes,
        records=table.records - best.suppressed,
        left_out=best.suppressed,
        below=0,
        distinct={},
        scenario=_scenario(guidance, best.min_class),
        levels={
            name: (level, top)
            for name, level, top in zip(found.attributes, best.node, found.max_levels, strict=True)
        },
    )


def _scenario(guidance: Guidance, k: int) -> ScenarioRisk | None:
    if guidance.attempt is None or k < 1:
        return None
    return ScenarioRisk.of(k, guidance.harm, guidance.attempt)


def widest(risk: GuidedRisk) -> str | None:
    """Name the quasi-identifier with the most values: the one to make coarser next.

    References: Sweeney, Achieving k-anonymity privacy protection using generalization and
    suppression, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002 (Datafly).
    """
    return max(risk.distinct, key=lambda name: risk.distinct[name], default=None)


def leave_records_out(guidance: Guidance, risk: GuidedRisk) -> Guidance:
    """Steps 3 and 4 again: leave out the records of the classes that are too small."""
    if risk.below == risk.records:
        raise NotAchievable("workflow.every-record-class-fewer-none", target=risk.target)
    return replace(guidance, suppresses=True)


def lower_risk(table: Table, guidance: Guidance, risk: GuidedRisk) -> Guidance:
    """Take one step towards the target: leave few records out, else make one column coarser."""
    column = widest(risk)
    if column is None:
        raise NotAchievable(
            "workflow.k-out-reach-table-records", target=risk.target, records=risk.records
        )
    if risk.below_share <= FEW_RECORDS:
        return leave_records_out(guidance, risk)
    return make_coarser(table, guidance, column)


def unchanged_records(table: Table, guidance: Guidance) -> int:
    """Count the records that came out as some record of the original was: the check of annex B.

    Compared are the columns that are published as they are named in the table.
    """
    published = [
        name for name, role in guidance.roles.items() if role not in (None, Role.IDENTIFIER)
    ]
    if not published:
        return 0
    with transformed(table, guidance.recipe(), None, f"{table.name}.guide") as made:
        after = _rows(made.table, published)
    before = set(_rows(table, published))
    return sum(row in before for row in after)


def _rows(table: Table, columns: Sequence[str]) -> list[tuple[Value, ...]]:
    cells = table.relation.cells(columns, table.records)
    return list(zip(*(cells[name] for name in columns), strict=True))
