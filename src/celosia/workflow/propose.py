"""What a person is offered before deciding: roles, hierarchies, a recipe, what each k costs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from celosia.core.counts import Codebook
from celosia.core.model import PrivacyModel
from celosia.core.progress import Progress, silent
from celosia.core.relation import InMemory, Pairing, Rereadable
from celosia.core.schema import Column, Role, Schema
from celosia.core.table import Table
from celosia.core.technique import Technique, technique_from_dict
from celosia.core.values import Alone, Value, ValueCounts
from celosia.errors import NotAchievable, ParameterError, RoleError
from celosia.files.atomic import write_whole
from celosia.hierarchies import ProposedHierarchy, propose_hierarchy
from celosia.methods.lattice import find_best
from celosia.models import DistinctLDiversity, KAnonymity
from celosia.proposals import (
    INSIDE,
    Behaviour,
    ColumnSigns,
    CountedColumns,
    Kind,
    ProposedDiversity,
    ProposedRole,
    QuasiIdentifierProposal,
    count_inside,
    find_missing_codes,
    knee_of_k,
    name_pattern,
    observe,
    observe_counted,
    propose_diversity,
    propose_quasi_identifiers,
    propose_subject,
    role_of,
)
from celosia.recipe import Recipe
from celosia.text.languages import Language
from celosia.text.messages import Message
from celosia.workflow.count import prepare
from celosia.workflow.guard import NEAR_UNIQUE, is_near_unique, published_exactly
from celosia.workflow.remedies import HeldValues, remedies_for
from celosia.workflow.transform import transform

NOTES = {
    "source": Message("workflow.notes-source"),
    "method": Message("workflow.notes-method"),
    "objective": Message("workflow.notes-objective"),
    "suppression": Message("workflow.notes-suppression"),
    "nulls": Message("workflow.notes-nulls"),
    "seed": Message("workflow.notes-seed"),
    "reading.missing": Message("workflow.notes-missing"),
    "schema": Message("workflow.notes-schema"),
    "roles": Message("workflow.notes-roles"),
    "techniques": Message("workflow.notes-techniques"),
    "models": Message("workflow.notes-models"),
    "subject": Message("workflow.notes-subject"),
    "hierarchies": Message("workflow.notes-hierarchies"),
}


DEFAULT_K = 5
"""What the guide asks for where a third party receives the table (use case C)."""
DEFAULT_SUPPRESSION = 0.02
"""Few records that nobody resembles would otherwise make all others coarser."""


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One column as it stands: what it is and how its values are spread."""

    column: Column
    records: int
    distinct: int
    nulls: int
    role: ProposedRole
    missing: Mapping[str, int] = field(default_factory=dict)
    """Texts that may mean null, with their number of records: words for it, or numbers that no
    other value is near."""
    inside: Mapping[str, int] = field(default_factory=dict)
    """Of a free text: how many cells hold names, telephones and the like, by kind."""
    read_as_missing: Mapping[str, int] = field(default_factory=dict)
    """Of such texts, those that were taken for nulls before the column was looked at."""

    @property
    def why(self) -> tuple[Message, ...]:
        """The reasons of its role, and what else people should know of its cells."""
        told = [reason.message for reason in self.role.reasons]
        if self.inside:
            kinds = [
                Message("proposals.inside-count", kind=INSIDE[kind], number=number)
                for kind, number in self.inside.items()
            ]
            told.append(Message("proposals.inside", kinds=kinds))
        if self.missing:
            codes = [f"{code} ({number})" for code, number in self.missing.items()]
            told.append(Message("proposals.missing", codes=codes))
        if self.read_as_missing:
            codes = [f"{code} ({number})" for code, number in self.read_as_missing.items()]
            told.append(Message("proposals.read-as-missing", codes=codes))
        return tuple(told)

    def to_dict(self, say: Callable[[Any], Any]) -> dict[str, Any]:
        """Give what the column is and the role proposed; `say` tells a reason as is wanted."""
        return {
            "name": self.column.name,
            **self.column.to_dict(),
            "records": self.records,
            "distinct": self.distinct,
            "nulls": self.nulls,
            "kind": self.role.kind and self.role.kind.value,
            "role": self.role.role.value,
            "confidence": self.role.confidence,
            "person_key": self.role.repeats,
            "reasons": [say(said) for said in self.why],
            "missing": dict(self.missing),
            "read_as_missing": dict(self.read_as_missing),
            "inside": dict(self.inside),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A proposal with the reason of each part; nothing of it is decided."""

    columns: tuple[ColumnProfile, ...]
    quasi_identifiers: QuasiIdentifierProposal | None
    """By the method of Omer and Mohamad; None when no column is nominated."""
    hierarchies: Mapping[str, ProposedHierarchy]
    subject: tuple[str, ...] = ()
    """The column that says whose each record is, where persons come back."""
    diversity: tuple[ProposedDiversity, ...] = ()
    """What is proposed against classes that share one sensitive value, for each such column."""
    techniques: tuple[Technique, ...] = ()
    """What keeps published columns that are no quasi-identifiers from telling people apart."""

    @property
    def missing(self) -> dict[str, tuple[str, ...]]:
        """By column, the texts that may mean null."""
        return {p.column.name: tuple(p.missing) for p in self.columns if p.missing}

    @property
    def person_rows(self) -> PersonRows | None:
        """How many persons and records the proposed subject tells apart."""
        found = [p for p in self.columns if p.column.name in self.subject]
        return PersonRows(found[0].distinct, found[0].records) if found else None

    def recipe(self, source: str | None = None, output: str | None = None) -> Recipe:
        """Write the proposal down as a recipe that can be run as it is, or edited."""
        return Recipe(
            roles={profile.column.name: profile.role.role for profile in self.columns},
            subject=self.subject,
            techniques=self.techniques,
            models=(KAnonymity(DEFAULT_K), *map(diversity_model, self._demanded)),
            hierarchies={name: proposed.rule for name, proposed in self.hierarchies.items()},
            source=source,
            output=output,
            schema=Schema(tuple(replace(p.column, max_length=None) for p in self.columns)),
            suppression=DEFAULT_SUPPRESSION,
        )

    def notes(self, language: Language = "en") -> dict[str, str]:
        """Explain each entry of the recipe, for its comments."""
        notes = {
            f"roles.{profile.column.name}": " ".join(said.text(language) for said in profile.why)
            for profile in self.columns
        }
        notes |= {
            f"hierarchies.{name}": proposed.reason.text(language)
            for name, proposed in self.hierarchies.items()
        }
        notes |= {entry: note.text(language) for entry, note in NOTES.items()}
        reasons = [proposed.reason.text(language) for proposed in self.diversity]
        notes["models"] = "\n".join([notes["models"], *reasons])
        return notes

    @property
    def _demanded(self) -> list[ProposedDiversity]:
        return [proposed for proposed in self.diversity if proposed.l is not None]


@dataclass(frozen=True, slots=True)
class PersonRows:
    """Persons, and the records that they have."""

    persons: int
    records: int

    @property
    def told(self) -> Message:
        """What people are told of it."""
        return Message("workflow.whose-come-back", persons=self.persons, records=self.records)


def with_diversity(recipe: Recipe, column: str, values: ValueCounts) -> Recipe:
    """Add the diversity that is proposed for a column that became sensitive, if any.

    A recipe that already demands something of the column stays as it is.
    """
    proposed = propose_diversity(column, values)
    said = any((column,) in model.sensitive for model in recipe.models)
    if proposed.l is None or said:
        return recipe
    return replace(recipe, models=(*recipe.models, diversity_model(proposed)), node={})


def diversity_model(proposed: ProposedDiversity) -> PrivacyModel:
    """Make a model of what is proposed."""
    return DistinctLDiversity(proposed.attribute, proposed.l or 2)


def propose(table: Table) -> Proposal:
    r"""Propose roles, the quasi-identifier set and hierarchies, with the reasons.

    Parameters
    ----------
    table
        An open table; nothing of it is changed.

    Returns
    -------
    Proposal
        Its `recipe` can be run as it is, or edited; its `notes` say why.

    Raises
    ------
    DataError
        When the server or the cluster that holds the table cannot be asked any more.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("dni,edad\n12345678Z,31\n87654321X,45\n")
    ...     with celosia.read(path) as table:
    ...         proposal = celosia.propose(table)
    >>> {name: role.value for name, role in proposal.recipe().roles.items()}
    {'dni': 'identifier', 'edad': 'quasi-identifier'}
    """
    profiles = profile_columns(table)
    nominated = [p.column.name for p in profiles if p.role.role is Role.QUASI_IDENTIFIER]
    hierarchies = {
        name: propose_hierarchy(name, table.relation.values(name), table.schema.column(name))
        for name in nominated
    }
    subject = propose_subject(
        [p.role for p in profiles], {p.column.name: p.distinct for p in profiles}
    )
    whose = () if subject is None else (subject.column,)
    roles = {profile.column.name: profile.role.role for profile in profiles}
    return Proposal(
        profiles,
        _quasi_identifiers(table, nominated),
        hierarchies,
        whose,
        tuple(
            propose_diversity(p.column.name, table.relation.values(p.column.name))
            for p in profiles
            if p.role.role is Role.SENSITIVE
        ),
        guarding_techniques(table, roles, whose),
    )


@contextmanager
def proposed_reading(table: Table) -> Iterator[tuple[Table, Proposal]]:
    """Propose for a table as it reads once the codes that seem to mean null are nulls.

    A column whose codes are out of the way has another type, other ends and another hierarchy. What
    somebody said of a column's codes stays, be it that none is one. The table that was given stays
    as it is; where it holds no codes, or its engine cannot read it again, it is the one that is
    proposed for.
    """
    proposal, said = propose(table), table.options.missing
    found = {c: codes for c, codes in proposal.missing.items() if c not in said}
    if not found or not isinstance(table.relation, Rereadable):
        yield table, proposal
        return
    options = replace(table.options, missing={**said, **found})
    with closing(table.relation.reread(options)) as relation:
        again = replace(table, relation=relation, options=options)
        read = {p.column.name: p.missing for p in proposal.columns if p.column.name in found}
        looked = propose(again)
        columns = [replace(p, read_as_missing=read.get(p.column.name, {})) for p in looked.columns]
        yield again, replace(looked, columns=tuple(columns))


def guarding_techniques(
    table: Table, roles: Mapping[str, Role], subject: Sequence[str] = ()
) -> tuple[Technique, ...]:
    """Propose the mildest remedy for each column that would be refused as it is."""
    found = []
    for name in published_exactly(roles):
        if name not in subject and is_near_unique(table.relation.alone([name], subject)):
            remedies = remedies_for(HeldValues.of(table.relation, name, subject), NEAR_UNIQUE)
            mild = [each for each in remedies if (each.alone or 0.0) < NEAR_UNIQUE]
            found += mild[:1]
    return tuple(technique_from_dict(remedy.entries) for remedy in found)


MOST_CELLS = 1_000_000
"""Cells looked at together, to see what columns do: 1 to 2 seconds whatever the table's size."""
MOST_RECORDS, FEWEST_RECORDS = 100_000, 10_000


def profile_columns(table: Table) -> tuple[ColumnProfile, ...]:
    """Look at every column, alone and beside the others, and propose its role."""
    looks = _look_alone(table)
    seen = _behaviour(table, looks)
    return tuple(
        ColumnProfile(
            column=table.schema.column(name),
            records=look.values.records,
            distinct=len(look.values.texts),
            nulls=look.values.nulls,
            role=role_of(name, look.signs, seen.get(name)),
            missing=look.missing,
            inside=count_inside(look.known) if _is_free_text(look.signs) else {},
        )
        for name, look in looks.items()
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What is seen of one column on its own."""

    values: ValueCounts
    missing: Mapping[str, int]
    known: ValueCounts
    """The values, with codes that mean null as nulls."""
    signs: ColumnSigns


def _look_alone(table: Table) -> dict[str, _Look]:
    """Look at every column on its own."""
    looks = {}
    for name in table.columns:
        values = table.relation.values(name)
        missing = find_missing_codes(values)
        known = _without(values, missing)
        declared = None if missing else table.schema.column(name)
        looks[name] = _Look(values, missing, known, ColumnSigns.of(name, known, declared))
    return looks


def _behaviour(table: Table, looks: Mapping[str, _Look]) -> dict[str, Behaviour]:
    """Look at what columns that repeat do to the others.

    Records that stay on a server or with the workers are not fetched for it, where counts of them
    tell as much.
    """
    signs = {name: look.signs for name, look in looks.items()}
    relation = table.relation
    if isinstance(relation, Pairing) and not isinstance(relation, InMemory):
        values = {name: look.known for name, look in looks.items()}
        missing = {name: look.missing for name, look in looks.items()}
        return observe_counted(CountedColumns(relation, values, missing), signs)
    drawn = {
        name: [None if cell in looks[name].missing else cell for cell in cells]
        if looks[name].missing
        else cells
        for name, cells in drawn_records(table).items()
    }
    return observe(drawn, signs)


def check_whose(table: Table, recipe: Recipe) -> None:
    """Refuse a table in which persons come again, unless the recipe says whose its records are.

    Raises
    ------
    RoleError
        When a key of persons repeats, and the recipe names no subject nor says that every record
        is a person.
    """
    if recipe.rows is not None or not recipe.models or _come_again(table, recipe.subject):
        return
    known = set(recipe.quasi_identifiers)
    apart = [n for n in table.columns if n not in recipe.subject and (n not in known or _named(n))]
    if not any(_may_repeat(table.relation.alone([name])) for name in apart):
        return
    looks = _look_alone(table)
    seen = _behaviour(table, looks)
    roles = [role_of(name, looks[name].signs, seen.get(name)) for name in apart]
    found = propose_subject(roles, {name: len(looks[name].values.texts) for name in apart})
    if found is not None and recipe.subject:
        told = {"subject": recipe.subject[0], "column": found.column}
        raise RoleError("workflow.subject-is-one-each", **told)
    if found is not None:
        raise RoleError("workflow.key-repeats", column=found.column)


def _come_again(table: Table, subject: Sequence[str]) -> bool:
    """Tell whether a subject is named, and somebody has several records by it."""
    if not subject or not set(subject) <= set(table.columns):
        return bool(subject)
    found = table.relation.alone(subject)
    return found.alone < found.records


def _named(name: str) -> bool:
    """Tell whether a quasi-identifier is called like a person's key."""
    pattern = name_pattern(name)
    return pattern is not None and pattern.role is Role.IDENTIFIER


def _may_repeat(found: Alone) -> bool:
    """Tell whether a column could be a key of persons that come again."""
    return FEWEST_PERSONS <= found.distinct < found.records


FEWEST_PERSONS = 4
"""Of fewer persons nothing can be published anyway."""


def _is_free_text(signs: ColumnSigns) -> bool:
    return signs.detected is not None and signs.detected.kind is Kind.FREE_TEXT


def _without(values: ValueCounts, codes: Mapping[str, int]) -> ValueCounts:
    """Take codes that mean null for nulls."""
    if not codes:
        return values
    kept = [
        (value, number)
        for value, number in zip(values.values, values.counts, strict=True)
        if value is not None and value not in codes
    ]
    nulls = values.nulls + sum(codes.values())
    return ValueCounts((*(v for v, _ in kept), None), (*(n for _, n in kept), nulls))


def drawn_records(table: Table) -> dict[str, list[Value]]:
    """Draw records to see what columns do: all of a table that is not large."""
    most = max(FEWEST_RECORDS, min(MOST_RECORDS, MOST_CELLS // max(len(table.columns), 1)))
    return table.relation.cells(table.columns, most)


def _quasi_identifiers(table: Table, nominated: list[str]) -> QuasiIdentifierProposal | None:
    if not nominated or not table.records:
        return None
    codebooks = [Codebook(name, table.relation.values(name).values) for name in nominated]
    counted = table.relation.count(codebooks)
    return propose_quasi_identifiers(counted.codes, counted.counts, nominated)


def init(table: Table, path: Path, language: Language = "en") -> Proposal:
    """Write a proposed recipe with comments that explain each choice."""
    if table.path is None:
        source, output = table.source, f"{table.name}_release"
    else:
        source = os.path.relpath(table.path, path.parent)
        output = f"{table.name.split('.')[0]}.release.csv"
    with proposed_reading(table) as (read, proposal):
        recipe = replace(proposal.recipe(source, output), reading=read.options, language=language)
        write_whole(path, recipe.to_toml(proposal.notes(language)))
        return proposal


HIGHEST_K = 100
"""The highest risk is 1/k: beyond this it can fall by a hundredth at most."""


@dataclass(frozen=True, slots=True)
class KPoint:
    """What one k costs and gives."""

    k: int
    loss: float
    suppressed: float
    """Share of the records."""
    highest_risk: float


@dataclass(frozen=True, slots=True)
class KCurve:
    """Loss, suppression and risk over k, and where the curve bends. The user decides."""

    points: tuple[KPoint, ...]
    knee: int | None
    """The k proposed, or None when the curve has no bend."""

    def to_dict(self) -> dict[str, Any]:
        """Give what each k costs, and the one that is proposed."""
        return {"proposed": self.knee, "points": [asdict(point) for point in self.points]}


def propose_k(
    table: Table,
    recipe: Recipe,
    highest: int = HIGHEST_K,
    progress: Progress = silent,
    key: bytes | None = None,
) -> KCurve:
    r"""Show what each k from 2 up costs, and where more privacy becomes expensive.

    Parameters
    ----------
    table
        An open table; nothing of it is changed.
    recipe
        Its techniques are applied first; its k-anonymity is put aside, its other models hold.
    highest
        The last k to try; fewer are tried where none is reached any more.
    progress
        Is told how far the work is; whatever it raises stops it.
    key
        The secret of the techniques that need one.

    Returns
    -------
    KCurve
        A point for each k, and the k where the curve bends.

    Raises
    ------
    ParameterError
        When `highest` is less than 2.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("sex\nf\nf\nm\nm\nm\n")
    ...     with celosia.read(path) as table:
    ...         recipe = celosia.Recipe(roles={"sex": celosia.Role.QUASI_IDENTIFIER})
    ...         curve = celosia.propose_k(table, recipe, highest=5)
    >>> [(point.k, round(point.loss, 2)) for point in curve.points]
    [(2, 0.0), (3, 1.0), (4, 1.0), (5, 1.0)]
    """
    if highest < 2:
        raise ParameterError("workflow.highest-k-must-least-2", highest=highest)
    others = tuple(m for m in recipe.models if not isinstance(m, KAnonymity))
    asked = replace(recipe, models=(KAnonymity(2), *others))
    with transform(table, asked, key, "k_curve.csv") as made:
        prepared = prepare(made.table, made.recipe)
    points: list[KPoint] = []
    k = 2
    while k <= highest:
        problem = replace(prepared.problem, models=(KAnonymity(k), *others))
        try:
            best = find_best(problem, recipe.cache_mb << 20, recipe.seconds).optimum
        except NotAchievable:
            break
        share = best.suppressed / problem.records
        # The same node stays the best one until k passes its smallest class.
        last = max(k, min(best.min_class, highest))
        risk = 1 / best.min_class if best.min_class else 0.0
        points += [KPoint(each, best.loss, share, risk) for each in range(k, last + 1)]
        k = last + 1
        progress("k", k / highest)
    bend = knee_of_k([p.k for p in points], [p.loss for p in points]) if points else None
    return KCurve(tuple(points), None if bend is None else points[bend].k)
