"""The guide's steps 1 to 3: from a table and a person's answers to a recipe."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from celosia.core.parameters import check_whole
from celosia.core.randomness import Randomness
from celosia.core.schema import ColumnType, Role
from celosia.core.table import Table
from celosia.core.technique import CoarserBy, Technique, TechniqueContext, technique_from_dict
from celosia.core.use_case import UseCase
from celosia.core.values import Cells, cell_array
from celosia.errors import DataError, ParameterError
from celosia.guide import USE_CASES, UseCaseProfile, check_answers
from celosia.hierarchies import FromFile, HierarchyRule, Intervals, propose_hierarchy
from celosia.methods.method import DEFAULT_METHOD, UNTOUCHED_METHOD
from celosia.models import KAnonymity
from celosia.proposals.kinds import Kind
from celosia.proposals.suggest_techniques import suggest_techniques
from celosia.recipe import Recipe
from celosia.risk import Attempt, ScenarioRisk
from celosia.risk.scenario import Harm
from celosia.techniques.effect import ColumnEffect, Effect
from celosia.techniques.suppression.small_classes import SmallClassSuppression
from celosia.text.languages import Language
from celosia.text.messages import Message
from celosia.workflow.propose import DEFAULT_SUPPRESSION, ColumnProfile, Proposal
from celosia.workflow.transform import real_values

LEFT_OUT = Message("workflow.left-out")


@dataclass(frozen=True, slots=True, eq=False)
class Guidance:
    """Where somebody stands on the guide's way: all that was decided so far."""

    proposal: Proposal
    use_case: UseCase
    roles: Mapping[str, Role | None]
    """None: the column is left out."""
    rules: Mapping[str, HierarchyRule]
    """Hierarchies of the quasi-identifiers: given, else proposed."""
    plans: Mapping[str, tuple[Technique, ...]] = field(default_factory=dict)
    """What is done to each column, in order; nothing where a column is not named."""
    least_k: int | None = None
    """The k that is asked for; None where the use case asks for none."""
    harm: Harm = "medium"
    """What a re-identification could do to a person."""
    attempt: Attempt | None = None
    """How likely somebody tries; None until annex D's questions are answered."""
    suppresses: bool = False
    """Whether the records of classes that are still too small are left out."""
    method: str = UNTOUCHED_METHOD
    controls: Mapping[str, str] = field(default_factory=dict)

    @property
    def profile(self) -> UseCaseProfile:
        """What the use case asks for."""
        return USE_CASES[self.use_case]

    @property
    def target_k(self) -> int | None:
        """The k to reach: what is asked for, or what annex D needs if that is more."""
        if self.least_k is None or self.attempt is None:
            return self.least_k
        return max(self.least_k, ScenarioRisk.of(self.least_k, self.harm, self.attempt).needed)

    def with_role(self, role: Role) -> tuple[str, ...]:
        """List the columns of a role, in the order of the table."""
        return tuple(name for name, given in self.roles.items() if given is role)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The columns an attacker may know."""
        return self.with_role(Role.QUASI_IDENTIFIER)

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """Everything that is done, in the order of the columns; records are left out last."""
        planned = [step for name in self.roles for step in self.plans.get(name, ())]
        if self.suppresses and self.quasi_identifiers and self.target_k is not None:
            planned.append(SmallClassSuppression(self.quasi_identifiers, self.target_k))
        return tuple(planned)

    def recipe(self, source: str | None = None, output: str | None = None) -> Recipe:
        """Write all decisions down; a column that is left out is dropped as an identifier is."""
        target = self.target_k
        climbed = {name for step in self.techniques if step.climbs for name in step.changes}
        searched = set(self.quasi_identifiers) if self.method != UNTOUCHED_METHOD else set()
        plain = self.proposal.recipe("", "")
        return replace(
            plain,
            source=source,
            output=output,
            use_case=self.use_case,
            roles={name: role or Role.IDENTIFIER for name, role in self.roles.items()},
            techniques=self.techniques,
            method=self.method,
            models=() if target is None else (KAnonymity(target),),
            suppression=0.0 if self.method == UNTOUCHED_METHOD else DEFAULT_SUPPRESSION,
            hierarchies={
                name: rule for name, rule in self.rules.items() if name in climbed | searched
            },
            controls=self.controls,
        )

    def notes(self, language: Language = "en") -> dict[str, str]:
        """Explain the entries of the recipe, for its comments."""
        notes = self.proposal.notes(language)
        left_out = [name for name, role in self.roles.items() if role is None]
        notes |= {f"roles.{name}": LEFT_OUT.text(language) for name in left_out}
        explained = dict.fromkeys(step.explanation.text(language) for step in self.techniques)
        return {**notes, "use_case": self.profile.title.text(language)} | (
            {"techniques": "\n".join(explained)} if explained else {}
        )


def begin_guidance(
    proposal: Proposal, use_case: UseCase, rules: Mapping[str, HierarchyRule] | None = None
) -> Guidance:
    """Begin, with the roles that are proposed and the k that the guide advises.

    Parameters
    ----------
    rules
        Hierarchies that somebody wrote; they go before those that are proposed.
    """
    if not any(profile.records for profile in proposal.columns):
        raise DataError("workflow.table-no-records-nothing-decide")
    roles = {profile.column.name: profile.role.role for profile in proposal.columns}
    proposed = {name: found.rule for name, found in proposal.hierarchies.items()}
    guidance = Guidance(proposal, use_case, roles, proposed, least_k=use_case.k)
    for column in rules or {}:
        _check_column(guidance, column)
    return replace(guidance, rules={**proposed, **(rules or {})})


def decide_role(table: Table, guidance: Guidance, column: str, role: Role | None) -> Guidance:
    """Step 1: give a column its role, or leave it out."""
    _check_column(guidance, column)
    rules = dict(guidance.rules)
    if role is Role.QUASI_IDENTIFIER and column not in rules:
        values = table.relation.values(column)
        rules[column] = propose_hierarchy(column, values, table.schema.column(column)).rule
    plans = {name: plan for name, plan in guidance.plans.items() if name != column}
    return replace(guidance, roles={**guidance.roles, column: role}, rules=rules, plans=plans)


def decide_techniques(guidance: Guidance, column: str, techniques: Iterable[Technique]) -> Guidance:
    """Steps 2 and 3: say what is done to a column, in order; nothing leaves it as its role says."""
    _check_column(guidance, column)
    plan = tuple(techniques)
    stray = [step.kind for step in plan if not set(step.changes) <= {column}]
    if stray:
        raise ParameterError("workflow.not-column-alone", column=column, stray=stray)
    return replace(guidance, plans={**guidance.plans, column: plan})


def decide_risk(guidance: Guidance, least_k: int, harm: Harm, attempt: Attempt) -> Guidance:
    """Step 4: set what risk is accepted; a k below the guide's is refused."""
    advised = guidance.use_case.k
    if advised is None:
        raise ParameterError("workflow.use-case-asks-no-k", use_case=guidance.use_case.value)
    check_whole(
        Message("workflow.use-case-k", use_case=guidance.use_case.value), least_k, least=advised
    )
    return replace(guidance, least_k=least_k, harm=harm, attempt=attempt)


def let_search(guidance: Guidance) -> Guidance:
    """Steps 3 and 4 again: instead of techniques, find the best generalization that reaches k."""
    known = set(guidance.quasi_identifiers)
    plans = {name: plan for name, plan in guidance.plans.items() if name not in known}
    return replace(guidance, plans=plans, suppresses=False, method=DEFAULT_METHOD)


def answer_controls(guidance: Guidance, answers: Mapping[str, str]) -> Guidance:
    """Step 5: note which controls there are."""
    check_answers(answers)
    return replace(guidance, controls={**guidance.controls, **answers})


def guided_recipe(
    table: Table, guidance: Guidance, path: Path, output: str | None = None
) -> Recipe:
    """Give the recipe that is to be written to a path; files are named from there."""
    source = table.source
    if table.path is not None:
        source = os.path.relpath(table.path, path.parent)
    recipe = guidance.recipe(source, output)
    hierarchies = {
        name: replace(rule, path=os.path.relpath(rule.path, path.parent))
        if isinstance(rule, FromFile)
        else rule
        for name, rule in recipe.hierarchies.items()
    }
    return replace(recipe, reading=table.options, hierarchies=hierarchies)


def _check_column(guidance: Guidance, column: str) -> None:
    if column not in guidance.roles:
        raise ParameterError("workflow.no-column-columns", name=column, names=guidance.roles)


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


def technique_options(
    table: Table, recipe: Recipe, column: str, kind: str | None = None
) -> tuple[ColumnOption, ...]:
    """List what the guide offers for a column by its role and the use case; the first is proposed.

    Nothing for a column without a role. Without a use case, that of publishing to others is meant.

    Parameters
    ----------
    kind
        What the column was found to hold, as its profile tells.
    """
    role = recipe.roles.get(column)
    if role is None:
        return ()
    declared = {each.name: each for each in recipe.schema}.get(column)
    known = declared or table.schema.column(column)

    def height() -> int:
        values = table.relation.values(column)
        rule = recipe.hierarchies.get(column) or propose_hierarchy(column, values, known).rule
        return rule.build(column, values).height

    return offered_options(
        column,
        role,
        recipe.use_case or UseCase.EXTERNAL,
        Kind(kind) if kind else None,
        known.type in (ColumnType.INTEGER, ColumnType.DECIMAL),
        height,
    )


def needs_key(recipe: Recipe) -> bool:
    """Tell whether a technique of the recipe needs a secret key."""
    return any(technique.needs_key for technique in recipe.techniques)


def pseudonymized_columns(recipe: Recipe) -> tuple[str, ...]:
    """List the columns that will hold pseudonyms: while there are some, it is personal data."""
    coded = [technique for technique in recipe.techniques if technique.pseudonymizes]
    return tuple(dict.fromkeys(name for technique in coded for name in technique.changes))
