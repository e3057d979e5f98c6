"""No published column is unguarded: what is not a quasi-identifier can tell people apart too.

Models protect against somebody who knows the quasi-identifiers. Whoever knows an exact amount, and
finds it once in the release, needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from celosia.core.relation import Relation
from celosia.core.schema import Role
from celosia.core.technique import Family, Technique
from celosia.core.values import Alone
from celosia.errors import RecipeError
from celosia.recipe import Recipe
from celosia.register.certificate import ALL_GUARDED
from celosia.risk.attacks import ExactLinkage
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.workflow.residual_risks import ResidualRisk

NEAR_UNIQUE: Final = 0.1
"""From this share of records on that hold what nobody else holds, a column tells people apart, and
so do several together. Measured in 30,000 records: exact amounts and costs 0.92-0.93, salaries in
whole euros 0.51, timestamps 1.00, dates of birth 0.36 lie above; lengths of stay, weights, a BMI of
one decimal (0.001), dates of a year, ICD codes with a long tail (2,000 codes: 0.013) below."""
FEW_VALUES: Final = 20
"""Columns of fewer values are not refused: in 50 records a length of stay has 17 values, and 0.16
of them are alone in theirs by mere smallness."""


class Verdict(StrEnum):
    """Whether all published columns are guarded, or the quasi-identifiers alone."""

    GUARDED = ALL_GUARDED
    QUASI_IDENTIFIERS_ONLY = "quasi-identifiers-only"


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """How far the columns of a release that are no quasi-identifiers tell records apart."""

    columns: Mapping[str, Alone]
    """Each of them, by its own values."""
    others: Alone
    """All of them together."""
    everything: Alone
    """With the quasi-identifiers' labels: how many records somebody finds who knows it all."""
    exact: tuple[str, ...] = ()
    """Those that the recipe lets pass as they are."""
    unknown: tuple[str, ...] = ()
    """Columns that are not counted: nobody can know a pseudonym or what noise made of a value."""
    found: float | None = None
    """The share of the originals who are found by the other columns together: for the owner alone,
    who has the originals. Persons have several records to be found by, so that it may be large
    where few records are alone."""

    def beside(self, attacked: ExactLinkage | None) -> Guard:
        """Put beside it what looking for the originals found."""
        return replace(self, found=attacked.one.share if attacked is not None else None)

    @property
    def verdict(self) -> Verdict:
        """Whether more than the quasi-identifiers is guarded."""
        share = max(self.others.share, self.found or 0.0)
        open_door = self.exact or share >= NEAR_UNIQUE
        return Verdict.QUASI_IDENTIFIERS_ONLY if open_door else Verdict.GUARDED

    @property
    def told(self) -> Message:
        """Say it."""
        return verdict_told(self.to_figures())

    @property
    def residual(self) -> tuple[ResidualRisk, ...]:
        """What the columns leave open, each with its figure."""
        alone = [
            ResidualRisk("exact-column", name, {"share": round(self.columns[name].share, 6)})
            for name in self.exact
        ]
        if self.others.share < NEAR_UNIQUE:
            by_records = {"share": round(self.found or 0.0, 6)}
            open_door = by_records["share"] >= NEAR_UNIQUE
            told = ResidualRisk("other-columns", None, by_records, "originals")
            return (*alone, told) if open_door else tuple(alone)
        figures = {
            "share": round(self.others.share, 6),
            "everything": round(self.everything.share, 6),
        }
        return (*alone, ResidualRisk("other-columns", None, figures))

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name, and what they say."""
        return {**self.to_figures(), "text": self.told.text(ENGLISH)}

    def to_figures(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            "verdict": self.verdict.value,
            "columns": {name: _figures(found) for name, found in self.columns.items()},
            "other_columns_alone": self.others.share,
            "all_columns_alone": self.everything.share,
            "exact": list(self.exact),
            "not_counted": list(self.unknown),
            "limit": NEAR_UNIQUE,
            **({} if self.found is None else {"originals_found": self.found}),
        }


def verdict_told(figures: Mapping[str, Any]) -> Message:
    """Say whether all columns are guarded, from what `Guard.to_figures` gave."""
    verdict, exact = str(figures["verdict"]), tuple(figures["exact"])
    shares = {
        "others": float(figures["other_columns_alone"]),
        "everything": float(figures["all_columns_alone"]),
    }
    if exact:
        return Message("workflow.verdict-exact", exact=exact, **shares)
    found = float(figures.get("originals_found", 0.0))
    if verdict != ALL_GUARDED and shares["others"] < NEAR_UNIQUE:
        return Message("workflow.verdict-originals-found", found=found, **shares)
    return Message(f"workflow.verdict-{verdict}", **shares)


def _figures(found: Alone) -> dict[str, Any]:
    return {"distinct": found.distinct, "alone": found.share}


def is_near_unique(found: Alone) -> bool:
    """Tell whether a column tells people apart."""
    return found.distinct >= FEW_VALUES and found.share >= NEAR_UNIQUE


def published_exactly(roles: Mapping[str, Role]) -> tuple[str, ...]:
    """Name the columns that are published and are no quasi-identifiers.

    >>> published_exactly({"age": Role.QUASI_IDENTIFIER, "pay": Role.SENSITIVE})
    ('pay',)
    """
    left_out = (Role.IDENTIFIER, Role.QUASI_IDENTIFIER)
    return tuple(name for name, role in roles.items() if role not in left_out)


def check_exact(recipe: Recipe) -> None:
    """Refuse names of `exact` that are no published columns besides the quasi-identifiers."""
    allowed = (*published_exactly(recipe.roles), *recipe.pseudonymized)
    stray = [name for name in recipe.exact if name not in allowed]
    if stray:
        raise RecipeError("workflow.exact-not-published", stray=stray)


def unknowable(recipe: Recipe) -> tuple[str, ...]:
    """Name the columns whose published cells nobody can know: pseudonyms, and what chance made."""
    drawn = [each for each in recipe.techniques if each.pseudonymizes or by_chance(each)]
    return tuple(dict.fromkeys(name for technique in drawn for name in technique.changes))


def by_chance(technique: Technique) -> bool:
    """Tell whether a technique puts other values into the place of the true ones."""
    moved = technique.family in (Family.PERTURBATION, Family.SWAPPING)
    return technique.spends is not None or (moved and not technique.by_value)


def measure(
    relation: Relation,
    quasi_identifiers: Sequence[str],
    recipe: Recipe,
    subject: Sequence[str] = (),
) -> Guard:
    """Measure what was written, read anew: from the published table and the recipe alone."""
    unknown = tuple(name for name in unknowable(recipe) if name in relation.columns)
    known = [name for name in relation.columns if name not in (*unknown, *subject)]
    others = [name for name in known if name not in quasi_identifiers]
    nothing = Alone(relation.records, 0, 0)
    columns = {name: relation.alone([name], subject) for name in others}
    return Guard(
        columns=columns,
        others=_together(relation, others, columns, subject) if others else nothing,
        everything=relation.alone(known, subject) if known else nothing,
        exact=tuple(name for name in recipe.exact if name in others),
        unknown=unknown,
    )


def _together(
    relation: Relation, names: Sequence[str], columns: Mapping[str, Alone], subject: Sequence[str]
) -> Alone:
    return columns[names[0]] if len(names) == 1 else relation.alone(names, subject)
