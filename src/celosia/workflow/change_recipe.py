"""Changes of a recipe that keep its parts together, for whoever asks: terminal, app or program.

Each takes a recipe and gives a new one. What belongs to a decision that no longer holds goes with
it, so that every recipe on the way is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from celosia.core.parameters import check_whole
from celosia.core.schema import Column, Role, RowUnit
from celosia.core.table import Table
from celosia.core.technique import Technique, technique_from_dict
from celosia.errors import CelosiaError, HierarchyError, ParameterError, RoleError
from celosia.guide import check_answers
from celosia.hierarchies import HierarchyRule, propose_hierarchy
from celosia.methods.method import DEFAULT_METHOD, UNTOUCHED_METHOD
from celosia.models import KAnonymity
from celosia.recipe import Recipe
from celosia.recipe.recipe import with_reasons
from celosia.risk import Attempt, ScenarioRisk
from celosia.risk.scenario import Harm
from celosia.techniques.suppression.small_classes import SmallClassSuppression
from celosia.text.messages import Message
from celosia.workflow.guard import check_exact, published_exactly
from celosia.workflow.preview import values_after
from celosia.workflow.propose import DEFAULT_SUPPRESSION
from celosia.workflow.remedies import EXACT, WITHOUT_TECHNIQUE, Remedy


def set_roles(recipe: Recipe, roles: Mapping[str, Role]) -> Recipe:
    """Decide roles; what was said of a column that is no quasi-identifier any more is dropped.

    So are models about a column that is not sensitive any more, and a generalization chosen for
    other quasi-identifiers.

    >>> recipe = set_roles(Recipe(), {"age": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE})
    >>> set_roles(recipe, {"age": Role.INSENSITIVE}).quasi_identifiers
    ()
    """
    decided = {**recipe.roles, **roles}
    keys = {c for c, role in decided.items() if role is Role.QUASI_IDENTIFIER}
    hidden = {c for c, role in decided.items() if role is Role.SENSITIVE}
    treated = {column for technique in recipe.techniques for column in technique.changes}
    return replace(
        recipe,
        roles=decided,
        subject=tuple(name for name in recipe.subject if name not in keys),
        models=tuple(m for m in recipe.models if set().union(*m.sensitive) <= hidden),
        hierarchies={c: rule for c, rule in recipe.hierarchies.items() if c in keys | treated},
        levels={c: span for c, span in recipe.levels.items() if c in keys},
        weights={c: weight for c, weight in recipe.weights.items() if c in keys},
        outputs={c: output for c, output in recipe.outputs.items() if c in keys},
        node=recipe.node if set(recipe.node) == keys else {},
        exact=with_reasons(
            {c: w for c, w in recipe.exact_reasons.items() if c in published_exactly(decided)}
        ),
    )


def set_subject(recipe: Recipe, subject: Sequence[str], rows: RowUnit | None = None) -> Recipe:
    """Decide whose each record is: a column says it, or each record is a person of its own.

    A column that says it and is published to be generalized cannot tell persons apart: it becomes
    an identifier.

    >>> recipe = Recipe(roles={"patient": Role.QUASI_IDENTIFIER})
    >>> set_subject(recipe, ["patient"]).roles["patient"].value
    'identifier'
    """
    known = [name for name in subject if name in recipe.quasi_identifiers]
    freed = set_roles(recipe, dict.fromkeys(known, Role.IDENTIFIER))
    return replace(freed, subject=tuple(subject), rows=rows, node={})


def set_as_written(recipe: Recipe, column: str, is_own: bool) -> Recipe:
    """Decide whether spellings in a column are values of their own.

    >>> set_as_written(Recipe(roles={"version": Role.SENSITIVE}), "version", True).as_written
    ('version',)
    """
    check_column(recipe, column)
    others = tuple(name for name in recipe.as_written if name != column)
    return replace(recipe, as_written=(*others, column) if is_own else others)


def set_missing(recipe: Recipe, column: str, codes: Sequence[str]) -> Recipe:
    """Decide which texts mean null in a column; a generalization chosen before is dropped.

    >>> recipe = Recipe(roles={"pay": Role.SENSITIVE})
    >>> set_missing(recipe, "pay", ["9999"]).reading.missing
    {'pay': ('9999',)}
    """
    check_column(recipe, column)
    decided = {**recipe.reading.missing, column: tuple(dict.fromkeys(codes))}
    return replace(recipe, reading=replace(recipe.reading, missing=decided), node={})


def set_exact(recipe: Recipe, column: str, reason: str = "") -> Recipe:
    """Let a column be published as it is though its values tell records apart, and say why.

    >>> recipe = Recipe(roles={"cost": Role.INSENSITIVE})
    >>> set_exact(recipe, "cost", "it is in the budget").exact
    {'cost': 'it is in the budget'}
    """
    check_column(recipe, column)
    decided = replace(recipe, exact=with_reasons({**recipe.exact_reasons, column: reason.strip()}))
    check_exact(decided)
    return decided


def apply_remedy(recipe: Recipe, column: str, remedy: Remedy, reason: str = "") -> Recipe:
    """Do with a column that tells people apart what a remedy says.

    Parameters
    ----------
    reason
        Why it may be published as it is, where that is the remedy.

    >>> from celosia.workflow.remedies import technique_remedy
    >>> rounded = technique_remedy("rounding", "cost", 0.01, base=100)
    >>> recipe = Recipe(roles={"cost": Role.INSENSITIVE})
    >>> apply_remedy(recipe, "cost", rounded).techniques[0].kind
    'rounding'
    """
    check_column(recipe, column)
    if remedy.kind == EXACT:
        return set_exact(recipe, column, reason)
    if remedy.kind == Role.IDENTIFIER.value:
        return leave_out(recipe, column)
    if remedy.kind == Role.QUASI_IDENTIFIER.value:
        return set_roles(recipe, {column: Role.QUASI_IDENTIFIER})
    if not remedy.entries:
        raise ParameterError("workflow.no-such-remedy", kind=remedy.kind, kinds=WITHOUT_TECHNIQUE)
    technique = technique_from_dict(dict(remedy.entries))
    if set(technique.about) != {column}:
        raise ParameterError("workflow.not-column-alone", column=column, stray=[technique.kind])
    return replace(recipe, techniques=(*recipe.techniques, technique), node={})


def set_hierarchy(recipe: Recipe, column: str, rule: HierarchyRule) -> Recipe:
    """Decide the hierarchy of a quasi-identifier; a generalization chosen before is dropped."""
    if column not in recipe.quasi_identifiers:
        raise RoleError("workflow.no-quasi-identifier-give-role", column=column)
    return replace(
        recipe,
        hierarchies={**recipe.hierarchies, column: rule},
        levels={c: span for c, span in recipe.levels.items() if c != column},
        node={},
    )


def set_techniques(table: Table, recipe: Recipe, techniques: Iterable[Technique]) -> Recipe:
    """Decide the techniques, in their order.

    One that follows a hierarchy gets the proposed one where there is none.
    """
    decided = replace(recipe, techniques=tuple(techniques), node={})
    named = {name for each in decided.techniques for name in each.about}
    if strange := named - set(table.columns):
        raise ParameterError("workflow.columns-techniques-name-do-not", strange=len(strange))
    followed = [c for each in decided.techniques if each.needs_hierarchy for c in each.about]
    rules = {column: hierarchy_rule(table, decided, column) for column in followed}
    return replace(decided, hierarchies={**decided.hierarchies, **rules})


def drop_unfitting_hierarchies(table: Table, before: Recipe, recipe: Recipe) -> Recipe:
    """Drop the hierarchies that do not hold what other techniques than before leave of a column.

    Another is then proposed for what is left there.
    """
    stale = [
        column
        for column in _touched(before.techniques, recipe.techniques)
        if column in recipe.hierarchies and not _fits(table, recipe, column)
    ]
    return replace(
        recipe,
        hierarchies={c: rule for c, rule in recipe.hierarchies.items() if c not in stale},
        levels={c: span for c, span in recipe.levels.items() if c not in stale},
    )


def hierarchy_rule(table: Table, recipe: Recipe, column: str) -> HierarchyRule:
    """Give the recipe's hierarchy of a column; where there is none, the one that is proposed."""
    return (
        recipe.hierarchies.get(column)
        or propose_hierarchy(
            column, table.relation.values(column), known_column(table, recipe, column)
        ).rule
    )


def known_column(table: Table, recipe: Recipe, column: str) -> Column:
    """Give what is known of a column: what the recipe says of it, else what the table does."""
    declared = {each.name: each for each in recipe.schema}.get(column)
    return declared or table.schema.column(column)


def _touched(before: Sequence[Technique], after: Sequence[Technique]) -> dict[str, None]:
    """List the columns of which something else is done than before."""
    other = [t for t in (*before, *after) if t not in before or t not in after]
    return dict.fromkeys(column for t in other for column in t.changes)


def _fits(table: Table, recipe: Recipe, column: str) -> bool:
    """Tell whether the recipe's hierarchy of a column holds what the techniques leave there."""
    followed = any(
        column in technique.changes and technique.needs_hierarchy for technique in recipe.techniques
    )
    if followed:
        return True
    try:
        values = values_after(table, recipe, column)
    except CelosiaError:  # the technique cannot be applied, as its preview says
        return True
    try:
        hierarchy = recipe.hierarchies[column].build(column, values)
    except HierarchyError:
        return False
    return not hierarchy.problems(values.values).fatal


# Column by column: a walk that treats one column at a time, each with its own techniques.


def column_techniques(recipe: Recipe, column: str) -> tuple[Technique, ...]:
    """Give what is done to a column alone, in order.

    >>> from celosia.core.technique import technique_from_dict
    >>> rounded = technique_from_dict({"kind": "rounding", "column": "age", "base": 5})
    >>> column_techniques(Recipe(techniques=(rounded,)), "age") == (rounded,)
    True
    """
    return tuple(step for step in recipe.techniques if _only_about(step, {column}))


def set_column_techniques(
    table: Table, recipe: Recipe, column: str, techniques: Iterable[Technique]
) -> Recipe:
    """Decide what is done to a column, in order; nothing leaves it as its role says.

    Columns are treated in the order of the recipe's roles; what is about several comes last.
    """
    check_column(recipe, column)
    plan = tuple(techniques)
    stray = [step.kind for step in plan if not set(step.about) <= {column}]
    if stray:
        raise ParameterError("workflow.not-column-alone", column=column, stray=stray)
    others = [step for step in recipe.techniques if not _only_about(step, {column})]
    places = {name: place for place, name in enumerate(recipe.roles)}

    def place(step: Technique) -> int:
        alone = [name for name in places if _only_about(step, {name})]
        return places[alone[0]] if alone else len(places)

    return set_techniques(table, recipe, sorted((*others, *plan), key=place))


def leave_out(recipe: Recipe, column: str) -> Recipe:
    """Leave a column out of the release: like an identifier it is dropped, and nothing is done."""
    check_column(recipe, column)
    others = tuple(step for step in recipe.techniques if column not in step.about)
    left = set_roles(replace(recipe, techniques=others), {column: Role.IDENTIFIER})
    small = [step for step in recipe.techniques if step.by_class]
    if not small:
        return left
    return _end_by_class(left, lambda columns: replace(small[-1], columns=columns))


def leave_small_classes_out(recipe: Recipe, k: int) -> Recipe:
    """Leave out, last, the records of which fewer than k look alike in the quasi-identifiers."""
    return _end_by_class(recipe, lambda columns: SmallClassSuppression(columns, k))


def _end_by_class(recipe: Recipe, last: Callable[[tuple[str, ...]], Technique]) -> Recipe:
    """Let a technique that looks at classes come last, over the quasi-identifiers if any."""
    others = tuple(step for step in recipe.techniques if not step.by_class)
    known = recipe.quasi_identifiers
    return replace(recipe, techniques=(*others, last(known)) if known else others)


def let_search(recipe: Recipe) -> Recipe:
    """Instead of techniques for quasi-identifiers, find the best generalization that reaches k."""
    known = set(recipe.quasi_identifiers)
    others = tuple(step for step in recipe.techniques if not set(step.about) <= known)
    method = recipe.method if recipe.method != UNTOUCHED_METHOD else DEFAULT_METHOD
    return recipe.changed(techniques=others, method=method, suppression=DEFAULT_SUPPRESSION)


def check_column(recipe: Recipe, column: str) -> None:
    """Raise for a column to which the recipe gives no role."""
    if column not in recipe.roles:
        raise ParameterError("workflow.no-column-columns", name=column, names=recipe.roles)


def _only_about(step: Technique, columns: set[str]) -> bool:
    return set(step.about) <= columns and not step.by_class


# What risk is accepted, and what guards the release.


@dataclass(frozen=True, slots=True)
class RiskAnswers:
    """What somebody answered about the risk: the k that is asked for, and annex D's scenario.

    >>> RiskAnswers(5, "high", Attempt.of("medium", "medium")).target_k
    25
    """

    least_k: int
    harm: Harm
    """What a re-identification could do to a person."""
    attempt: Attempt
    """How likely somebody tries."""

    @property
    def target_k(self) -> int:
        """The k to reach: what is asked for, or what annex D needs if that is more."""
        return max(self.least_k, self.judge(self.least_k).needed)

    def judge(self, k: int) -> ScenarioRisk:
        """Judge a table whose smallest class holds `k` records by annex D."""
        return ScenarioRisk.of(k, self.harm, self.attempt)


def set_risk(recipe: Recipe, risk: RiskAnswers) -> Recipe:
    """Set what risk is accepted; a k below the guide's for the use case is refused."""
    if recipe.use_case is None or (advised := recipe.use_case.k) is None:
        raise no_threshold(recipe)
    check_whole(
        Message("workflow.use-case-k", use_case=recipe.use_case.value), risk.least_k, least=advised
    )
    others = tuple(model for model in recipe.models if not isinstance(model, KAnonymity))
    return replace(recipe, models=(KAnonymity(risk.target_k), *others))


def target_k(recipe: Recipe) -> int | None:
    """Give the k that a recipe asks for; None where it asks for none."""
    return max((m.k for m in recipe.models if isinstance(m, KAnonymity)), default=None)


def no_threshold(recipe: Recipe) -> ParameterError:
    """Say that the use case asks for no k."""
    letter = recipe.use_case.value if recipe.use_case else "-"
    return ParameterError("workflow.use-case-asks-no-k", use_case=letter)


def answer_controls(recipe: Recipe, answers: Mapping[str, str]) -> Recipe:
    """Note which controls guard the release, besides those that are noted.

    >>> answer_controls(Recipe(), {"audits": "yes"}).controls
    {'audits': 'yes'}
    """
    check_answers(answers)
    return replace(recipe, controls={**recipe.controls, **answers})
