"""The guide's five steps: from a table and a person's answers to a recipe.

Know the data, de-identify, apply techniques, compute the risk, manage it. Terminal and app ask the
questions; what the answers mean is here. Nothing is printed and nothing is changed in place.

References: PDPC/AEPD, Guía básica de anonimización, 2022, section 4.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from celosia.api.proposing import DEFAULT_SUPPRESSION, Proposal
from celosia.domain.checks import check_whole
from celosia.domain.roles import Role
from celosia.domain.table import Table
from celosia.domain.technique import Technique
from celosia.domain.use_case import UseCase
from celosia.errors import DataError, ParameterError
from celosia.guide import USE_CASES, UseCaseProfile, check_answers
from celosia.hierarchies import FromFile, HierarchyRule, propose_hierarchy
from celosia.methods.method import DEFAULT_METHOD, UNTOUCHED_METHOD
from celosia.methods.techniques.suppression.small_classes import SmallClassSuppression
from celosia.models import KAnonymity
from celosia.recipe import Recipe
from celosia.risk import Attempt, ScenarioRisk
from celosia.risk.scenario import Harm
from celosia.text.languages import Language
from celosia.text.messages import Message

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
