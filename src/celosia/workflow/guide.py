"""The authorities' guide, step by step on a recipe: what is offered, what it does, what is left."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import UseCase
from celosia.core.progress import Progress, silent
from celosia.core.randomness import Randomness
from celosia.core.schema import ColumnType, Role
from celosia.core.table import Table
from celosia.core.technique import CoarserBy, Technique, TechniqueContext, technique_from_dict
from celosia.core.values import BoolArray, Cells, NullPolicy, Value, cell_array
from celosia.errors import DataError, NotAchievable
from celosia.guide import USE_CASES
from celosia.hierarchies import HierarchyRule, Intervals
from celosia.hierarchies.rule import with_file
from celosia.methods.method import UNTOUCHED_METHOD
from celosia.models import KAnonymity
from celosia.proposals import propose_role
from celosia.proposals.detect_kind import Kind
from celosia.proposals.suggest_techniques import MENDS, suggest_techniques
from celosia.recipe import Recipe
from celosia.risk import ScenarioRisk
from celosia.techniques.effect import ColumnEffect, Effect
from celosia.text.languages import Language
from celosia.text.messages import Message
from celosia.workflow.change_recipe import (
    RiskAnswers,
    check_column,
    column_techniques,
    hierarchy_rule,
    known_column,
    leave_out,
    leave_small_classes_out,
    no_threshold,
    set_column_techniques,
    set_hierarchy,
    target_k,
)
from celosia.workflow.count import prepare
from celosia.workflow.decide import chosen
from celosia.workflow.propose import Proposal
from celosia.workflow.transform import real_values, transform
from celosia.workflow.variants import Variants
from celosia.workflow.verify import classes_of
from celosia.workflow.whose import Whose

LEFT_OUT = Message("workflow.left-out")
MOST_STEPS = 60
"""Doublings of a width or a count until every column has one value: 2**60 is beyond any table."""
FEW_RECORDS = 0.02
"""Up to this share of the records is rather left out than all others made coarser; it is the share
that a proposed recipe lets a search suppress."""
DROPPED = Message("workflow.dropped")
UNLINKED = Message("workflow.unlinked")
AS_IT_IS = Message("workflow.as-it-is")


def begin_recipe(
    proposal: Proposal, use_case: UseCase, rules: Mapping[str, HierarchyRule] | None = None
) -> Recipe:
    """Begin the guide's way, with the roles that are proposed and the k that the guide advises.

    Parameters
    ----------
    rules
        Hierarchies that somebody wrote; they go before those that are proposed. One of a column
        that is not proposed as a quasi-identifier waits until it is given that role.
    """
    if not any(profile.records for profile in proposal.columns):
        raise DataError("workflow.table-no-records-nothing-decide")
    proposed = proposal.recipe()
    diverse = tuple(model for model in proposed.models if model.sensitive)
    recipe = replace(
        proposed,
        techniques=proposed.techniques if use_case.k is not None else (),
        use_case=use_case,
        method=UNTOUCHED_METHOD,
        models=() if use_case.k is None else (KAnonymity(use_case.k), *diverse),
        suppression=0.0,
    )
    for column, rule in (rules or {}).items():
        check_column(recipe, column)
        if column in recipe.quasi_identifiers:
            recipe = set_hierarchy(recipe, column, rule)
    return recipe


def finish_recipe(table: Table, recipe: Recipe, path: Path, output: str | None = None) -> Recipe:
    """Give the recipe that is to be written to a path, with the hierarchies that it follows.

    Files are named from there.
    """
    source = table.source
    if table.path is not None:
        source = os.path.relpath(table.path, path.parent)
    followed = with_followed_hierarchies(table, recipe)
    hierarchies = {
        name: with_file(rule, lambda given: os.path.relpath(given, path.parent))
        for name, rule in followed.hierarchies.items()
    }
    return replace(
        followed, source=source, output=output, reading=table.options, hierarchies=hierarchies
    )


def with_followed_hierarchies(table: Table, recipe: Recipe) -> Recipe:
    """Keep the hierarchies that techniques or the search follow, and add those that are missing.

    Until a walk is over it keeps the others, because a search may still need them.
    """
    climbed = {name for step in recipe.techniques if step.climbs for name in step.changes}
    searched = set(recipe.quasi_identifiers) if recipe.method != UNTOUCHED_METHOD else set()
    rules = {n: rule for n, rule in recipe.hierarchies.items() if n in climbed | searched}
    missing = [name for name in recipe.roles if name in climbed | searched and name not in rules]
    rules |= {name: hierarchy_rule(table, recipe, name) for name in missing}
    return replace(recipe, hierarchies=rules)


def recipe_notes(
    proposal: Proposal,
    recipe: Recipe,
    left_out: Collection[str] = (),
    language: Language = "en",
) -> dict[str, str]:
    """Explain the entries of a guided recipe, for its comments.

    Parameters
    ----------
    left_out
        Columns that nobody needs; the recipe drops them as it drops identifiers.
    """
    notes = proposal.notes(language)
    notes |= {f"roles.{name}": LEFT_OUT.text(language) for name in left_out}
    if recipe.use_case is not None:
        notes["use_case"] = USE_CASES[recipe.use_case].title.text(language)
    explained = dict.fromkeys(step.explanation.text(language) for step in recipe.techniques)
    return notes | ({"techniques": "\n".join(explained)} if explained else {})


# Steps 2 and 3: what can be done to a column, and what it does there.


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


def technique_options(
    table: Table, recipe: Recipe, column: str, kind: str | None = None
) -> tuple[ColumnOption, ...]:
    """List what the guide offers for a column by its role and the use case; the first is proposed.

    Identifiers are dropped or pseudonymized (step 2). The others get what annex B suggests
    (step 3), or nothing. Nothing is offered for a column without a role. Without a use case, that
    of publishing to others is meant.

    Parameters
    ----------
    kind
        What the column was found to hold, as its profile tells; else its values are looked at.
    """
    role = recipe.roles.get(column)
    if role is None:
        return ()
    known = known_column(table, recipe, column)
    values = table.relation.values(column)
    found = suggest_techniques(
        column,
        role,
        recipe.use_case or UseCase.EXTERNAL,
        Kind(kind) if kind else propose_role(column, values, known).kind,
        known.type in (ColumnType.INTEGER, ColumnType.DECIMAL),
        column not in recipe.as_written and Variants.of(column, values).values > 0,
    )
    made = [(technique_from_dict(s.entries), s.reason, s.alternative) for s in found]
    if any(step.climbs for step, *_ in made) and _height(table, recipe, column) < 2:
        # its only label would be that of suppression
        made = [each for each in made if not each[0].climbs]
    if role is Role.IDENTIFIER:
        return _for_identifier(column, made)
    together = [(step, reason) for step, reason, instead in made if not instead]
    options = [ColumnOption((step,), reason) for step, reason, instead in made if instead]
    if together:
        steps = tuple(step for step, _ in together)
        reason = together[0][1]
        if steps[0].kind == MENDS and len(steps) > 1:  # what is done besides has a reason, too
            reason = Message("workflow.then-reason", first=reason, then=together[1][1])
        options.insert(0, ColumnOption(steps, reason))
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


def measure_effect(
    table: Table, recipe: Recipe, column: str, key: bytes | None = None
) -> PlannedEffect:
    """Carry out what is planned for a column, on that column alone, and measure it."""
    values = table.relation.values(column)
    cells = np.repeat(cell_array(values.values), np.array(values.counts, np.int64))
    before = after = Cells({column: cells})
    plan = column_techniques(recipe, column)
    climbs = any(step.climbs for step in plan)
    trees = {column: hierarchy_rule(table, recipe, column).build(column, values)} if climbs else {}
    randomness = Randomness.of(0, before, key)
    warnings: list[Message] = []
    for number, step in enumerate(plan):
        part = randomness.step(f"step {number}")
        applied = step.apply(after, TechniqueContext(part, key, trees, real=real_values(table)))
        after = applied.cells
        warnings += applied.warnings
    effect = Effect.on((column,), before, after)
    return PlannedEffect(effect.columns[0], tuple(warnings), before.records - after.records)


def make_coarser(table: Table, recipe: Recipe, column: str) -> Recipe:
    """Steps 3 and 4 again: reduce the detail of a column until it has fewer values.

    A column that cannot have fewer, or only a single one, is left out.
    """
    now = measure_effect(table, recipe, column).column.distinct_after
    tried = recipe
    for _ in range(MOST_STEPS):
        plan = _coarser(table, tried, column)
        if plan is None:
            break
        tried = set_column_techniques(table, tried, column, plan)
        left = measure_effect(table, tried, column).column.distinct_after
        if left <= 1:
            break
        if left < now:
            return tried
    return leave_out(recipe, column)


def _coarser(table: Table, recipe: Recipe, column: str) -> tuple[Technique, ...] | None:
    """Give the next plan of a column; None when only leaving it out remains."""
    plan = column_techniques(recipe, column)
    if not plan:
        proposed = technique_options(table, recipe, column)[0].techniques
        return proposed or _by_hierarchy(table, recipe, column)
    *others, last = plan
    finer = CoarserBy(
        column, lambda: _height(table, recipe, column), lambda: _width(table, recipe, column)
    )
    coarser = last.coarser(finer)
    return None if coarser is None else (*others, *coarser)


def _by_hierarchy(table: Table, recipe: Recipe, column: str) -> tuple[Technique, ...] | None:
    if _height(table, recipe, column) <= 1:
        return None
    return (technique_from_dict({"kind": "hierarchy-level", "column": column, "level": 1}),)


def _width(table: Table, recipe: Recipe, column: str) -> float | None:
    """Tell the narrowest intervals of the column's hierarchy."""
    rule = hierarchy_rule(table, recipe, column)
    return rule.widths[0] if isinstance(rule, Intervals) else None


def _height(table: Table, recipe: Recipe, column: str) -> int:
    """Tell how many levels there are above the values; the highest is a single label."""
    rule = hierarchy_rule(table, recipe, column)
    return rule.build(column, table.relation.values(column)).height


# Step 4: what risk is left, and what would lower it most.


@dataclass(frozen=True, slots=True)
class GuidedRisk:
    """How the table stands after what was decided so far."""

    k: int
    """Records of the smallest class, or persons where the recipe says whose they are; all of them
    where no quasi-identifier is left."""
    target: int
    classes: int
    records: int
    """Records that remain."""
    left_out: int
    below: int
    """Records in classes smaller than the target, or that another model rejects."""
    distinct: Mapping[str, int]
    """Different values of each quasi-identifier."""
    scenario: ScenarioRisk | None
    """Annex D at this k; None until its questions are answered."""
    levels: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Where a search decided: the level of each quasi-identifier, and the highest one."""
    small: int = 0
    """Of those below, the records of classes smaller than the target."""
    alike: int = 0
    """Of those below, the records of classes that hold too few values of a sensitive column."""

    @property
    def holds(self) -> bool:
        """Whether the target is reached, and every other model holds."""
        return self.k >= self.target and not self.alike

    @property
    def below_share(self) -> float:
        """Share of the records that are in classes smaller than the target."""
        return self.below / self.records if self.records else 0.0

    @property
    def widest(self) -> str | None:
        """The quasi-identifier with the most values: the one to make coarser next.

        References: Sweeney, Achieving k-anonymity privacy protection using generalization and
        suppression, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002 (Datafly).
        """
        return max(self.distinct, key=lambda name: self.distinct[name], default=None)


def measure_risk(
    table: Table, recipe: Recipe, asked: RiskAnswers | None = None, progress: Progress = silent
) -> GuidedRisk:
    """Apply what was decided on quasi-identifiers and records, and measure the result.

    Parameters
    ----------
    asked
        What was answered to annex D's questions, to judge the scenario at the k that is found.
    """
    target = target_k(recipe)
    if target is None:
        raise no_threshold(recipe)
    if recipe.method != UNTOUCHED_METHOD:
        return _search(table, recipe, target, asked, progress)
    names = recipe.quasi_identifiers
    hidden = {name for model in recipe.models for asked_of in model.sensitive for name in asked_of}
    treated = tuple(s for s in recipe.techniques if set(s.about) <= {*names, *hidden})
    alone = with_followed_hierarchies(
        table,
        replace(
            recipe,
            techniques=treated,
            hierarchies={name: rule for name, rule in recipe.hierarchies.items() if name in names},
        ),
    )
    with transform(table, alone, None, f"{table.name}.guide") as made:
        records = made.table.records
        classes = Classes(np.array([records] if records else [], np.int64))
        alike: BoolArray = np.zeros(1, np.bool_) if records else np.zeros(0, np.bool_)
        if names and records:
            whose = Whose.of(made.table, recipe.subject)
            queries = sorted({asked_of for model in recipe.models for asked_of in model.sensitive})
            classes = classes_of(
                made.table.relation,
                names,
                queries,
                NullPolicy.VALUE,
                whose=whose,
                as_written=recipe.as_written,
            )
            alike = np.zeros(classes.number, np.bool_)
            for model in (each for each in recipe.models if each.sensitive):
                alike |= ~np.asarray(model.accepts(classes))
        distinct = {name: len(made.table.relation.values(name).values) for name in names}
    k = int(classes.sizes.min()) if classes.number else 0
    return GuidedRisk(
        k=k,
        target=target,
        classes=classes.number,
        records=records,
        left_out=table.records - records,
        below=int(classes.records[(classes.sizes < target) | alike].sum()),
        distinct=distinct,
        scenario=asked.judge(k) if asked and k else None,
        small=int(classes.records[classes.sizes < target].sum()),
        alike=int(classes.records[alike].sum()),
    )


def _search(
    table: Table, recipe: Recipe, target: int, asked: RiskAnswers | None, progress: Progress
) -> GuidedRisk:
    """Find the best generalization, as the release will."""
    followed = with_followed_hierarchies(table, recipe)
    prepared = prepare(table, followed)
    found = chosen(prepared, followed, progress)
    best = found.optimum
    return GuidedRisk(
        k=best.min_class,
        target=target,
        classes=best.classes,
        records=table.records - best.suppressed,
        left_out=best.suppressed,
        below=0,
        distinct={},
        scenario=asked.judge(best.min_class) if asked and best.min_class else None,
        levels={
            name: (level, top)
            for name, level, top in zip(found.attributes, best.node, found.max_levels, strict=True)
        },
    )


def leave_records_out(recipe: Recipe, risk: GuidedRisk) -> Recipe:
    """Steps 3 and 4 again: leave out the records of the classes that are too small."""
    if risk.small == risk.records:
        raise NotAchievable("workflow.every-record-class-fewer-none", target=risk.target)
    return leave_small_classes_out(recipe, risk.target)


def lower_risk(table: Table, recipe: Recipe, risk: GuidedRisk) -> Recipe:
    """Take one step towards the target: leave few records out, else make one column coarser."""
    column = risk.widest
    if column is None:
        raise NotAchievable(
            "workflow.k-out-reach-table-records", target=risk.target, records=risk.records
        )
    # where persons are counted, a class may be too small though it has records enough
    if risk.below_share <= FEW_RECORDS and not recipe.subject and not risk.alike:
        return leave_records_out(recipe, risk)
    return make_coarser(table, recipe, column)


def count_unchanged(table: Table, recipe: Recipe) -> int:
    """Count the records that came out as some record of the original was: the check of annex B.

    Compared are the columns that are published as they are named in the table.
    """
    published = [name for name, role in recipe.roles.items() if role is not Role.IDENTIFIER]
    if not published:
        return 0
    followed = with_followed_hierarchies(table, recipe)
    with transform(table, followed, None, f"{table.name}.guide") as made:
        after = _rows(made.table, published)
    before = set(_rows(table, published))
    return sum(row in before for row in after)


def _rows(table: Table, columns: Sequence[str]) -> list[tuple[Value, ...]]:
    cells = table.relation.cells(columns, table.records)
    return list(zip(*(cells[name] for name in columns), strict=True))
