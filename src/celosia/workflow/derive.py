"""Tables made of a table: groups, synthetic records, parted records, a population."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from celosia.core.engine import engine_of
from celosia.core.parameters import published_entries, published_fields
from celosia.core.progress import not_stopped
from celosia.core.randomness import Randomness
from celosia.core.relation import Draft, InMemory, Recoding
from celosia.core.schema import Role, Schema
from celosia.core.table import Table
from celosia.core.technique import MadeTables, TableMaker, TechniqueContext
from celosia.core.values import Cells, NullPolicy
from celosia.errors import ParameterError
from celosia.files.file_format import FILE_FORMATS, is_plain_text
from celosia.files.formulas import are_escaped, is_formula
from celosia.proposals import ProposedRole
from celosia.recipe import Recipe
from celosia.register import certificate_of
from celosia.register.certificate import Evidence, evidence_of
from celosia.text.languages import ENGLISH, languages
from celosia.text.messages import Message
from celosia.workflow.budget import BudgetFile, Payment
from celosia.workflow.certify import FORMAT
from celosia.workflow.count import prepare, recoding
from celosia.workflow.gather_evidence import versions
from celosia.workflow.propose import profile_columns
from celosia.workflow.read import read, tell_formulas, with_stored_hierarchies
from celosia.workflow.release_files import publish
from celosia.workflow.spell_once import spelled_like
from celosia.workflow.transform import transform
from celosia.workflow.whose import people_subject


def spare_identifiers(maker: TableMaker, table: Table) -> TableMaker:
    """Let no value of an identifier appear, where nobody said which columns those are.

    A value that `least` records share appears as it is, and a number that is drawn may be
    anybody's: so would a patient's number, unless the column's name or its values give it away.
    With epsilon people list what may appear, so there is nothing to find out.
    """
    inventor: Any = maker
    if not maker.invents_records or inventor.identifiers is not None or maker.spends is not None:
        return maker
    found = tuple(
        profile.column.name
        for profile in profile_columns(table)
        if profile.column.name not in inventor.leave_out and _points_at_persons(profile.role)
    )
    made: TableMaker = replace(inventor, identifiers=found)
    return made


def _points_at_persons(proposed: ProposedRole) -> bool:
    """Tell whether a column is an identifier, and not only by how its values look or repeat."""
    by_look = any(reason.code in ("unique", "codes") for reason in proposed.reasons)
    return proposed.role is Role.IDENTIFIER and not by_look


@dataclass(frozen=True, slots=True, eq=False)
class NewTables:
    """What was made, where it is, and what was measured of it."""

    outputs: tuple[Path, ...]
    certificate: Path
    records: tuple[int, ...]
    figures: Mapping[str, Any]
    explanation: Message
    warnings: tuple[Message, ...] = ()
    paid: Payment | None = None
    """What was taken from the ledger, if one was named."""

    @property
    def evidence(self) -> Path:
        """The private file that shows an auditor what the tables were made of."""
        return evidence_of(self.outputs[0])


def make_tables(
    table: Table,
    maker: TableMaker,
    outputs: Sequence[str | Path],
    seed: int = 0,
    budget: BudgetFile | None = None,
) -> NewTables:
    r"""Make new tables out of the records of a file, and write them with one certificate.

    Parameters
    ----------
    table
        An open table of a file; nothing of it is changed.
    maker
        What to make, with its parameters.
    outputs
        A file for each table: two for an anatomization, one otherwise.
    seed
        Of whatever is drawn: the same seed gives the same tables.
    budget
        The ledger that pays for a differentially private table, just before it gets its name:
        what cannot be paid is not published, and what fails before that costs nothing.

    Returns
    -------
    NewTables
        Where they are, how many records each has, and what was measured.

    Raises
    ------
    ParameterError
        When the records stay on a server, an output cannot be written, or the ledger cannot pay.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> from celosia.techniques.tables.aggregation import Aggregation
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("ward\n" + "a\n" * 12 + "b\n" * 11)
    ...     with celosia.read(path) as table:
    ...         made = celosia.make_tables(table, Aggregation(("ward",)), [Path(folder) / "n.csv"])
    >>> made.records  # two wards, and their total
    (3,)
    """
    relation = table.relation
    if not isinstance(relation, InMemory):
        raise ParameterError("workflow.looks-whole-records-stay-server", kind=maker.kind)
    paths = tuple(map(Path, outputs))
    _check_outputs(paths, maker, table)
    maker = spare_identifiers(maker, table)
    epsilon = maker.spends
    if budget:
        beside = (certificate_of(paths[0]), evidence_of(paths[0]))
        budget.check(epsilon, apart_from=(*paths, *beside))
    cells = relation.rows()
    made = maker.make(cells, TechniqueContext(Randomness.of(seed, cells)))
    if not are_escaped():
        tell_formulas(_formulas(made.tables, paths))
    with ExitStack() as until_the_end:
        drafts = []
        for cells, path in zip(made.tables, paths, strict=True):
            drafts.append(_draft(relation, cells, path, maker, seed))
            until_the_end.callback(drafts[-1].discard)
        evidence = Evidence.new()
        written = [
            {"name": path.name, **draft.evidence(), "records": draft.records}
            for path, draft in zip(paths, drafts, strict=True)
        ]
        proof = _certificate(maker, made, written, evidence.of_table(relation.evidence()))
        private = _private(table, maker, made, seed)
        with not_stopped(), ExitStack() as until_named:
            paid, kept = None, []
            if budget and epsilon:
                what = f"{maker.kind}: {table.name} → {paths[0].name}"
                paid, ledger = until_named.enter_context(budget.charge(epsilon, what))
                kept.append(ledger)
            proof["budget"] = published_fields(paid)
            named = certificate_of(paths[0])
            publish(drafts[0], named, proof, evidence, private, also=drafts[1:], kept=kept)
    return NewTables(
        outputs=paths,
        certificate=certificate_of(paths[0]),
        records=tuple(cells.records for cells in made.tables),
        figures=made.figures,
        explanation=maker.explanation,
        warnings=made.warnings if paid or not epsilon else (*made.warnings, BudgetFile.unnamed),
        paid=paid,
    )


def _formulas(tables: Sequence[Cells], paths: Sequence[Path]) -> Mapping[str, int]:
    """Count what a spreadsheet program would run of the tables that become delimited text."""
    found: Counter[str] = Counter()
    for cells, path in zip(tables, paths, strict=True):
        if not FILE_FORMATS.written_as(path).holds:
            for name, column in cells.columns.items():
                found[name] += sum(map(is_formula, column.tolist()))
    return {name: number for name, number in found.items() if number}


def _draft(relation: InMemory, cells: Cells, path: Path, maker: TableMaker, seed: int) -> Draft:
    """Write a table aside: groups as they stand, records in an order that tells nothing."""
    if maker.of_groups:
        return relation.draft_rows(cells, path)
    with closing(relation.with_rows(cells)) as made_relation:
        change = Recoding((), cells.names)
        return made_relation.draft(change, str(path), Schema(()), seed)


def _check_outputs(paths: Sequence[Path], maker: TableMaker, table: Table) -> None:
    if len(set(paths)) != maker.written:
        raise ParameterError(
            "workflow.writes-tables-name-many-files", kind=maker.kind, needed=maker.written
        )
    for path in (*paths, certificate_of(paths[0]), evidence_of(paths[0])):
        if not path.parent.is_dir():
            raise ParameterError("workflow.no-folder", parent=path.parent)
        if path.is_dir():
            raise ParameterError("workflow.folder-name-file", path=path)
    for path in paths:
        engine_of(table.source).check_file(table.source, path)
        if table.path is not None and path.exists() and path.samefile(table.path):
            raise ParameterError("workflow.output-must-not-source-itself")
        if maker.of_groups and not is_plain_text(path):
            raise ParameterError("workflow.table-groups-written-csv-txt")


def _certificate(
    maker: TableMaker, made: MadeTables, outputs: Sequence[Mapping[str, Any]], commitment: str
) -> dict[str, Any]:
    """Say what was asked for and published; what was found in the original is evidence."""
    return {
        "format": FORMAT,
        "statement": maker.explanation.text(ENGLISH),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"celosia": version("celosia")},
        "input": {"commitment": commitment},
        "outputs": list(outputs),
        "parameters": published_entries(maker),
        "figures": dict(made.published),
        "said": {each: {"statement": maker.explanation.text(each)} for each in languages()},
    }


def _private(table: Table, maker: TableMaker, made: MadeTables, seed: int) -> dict[str, Any]:
    """Gather what only the owner and an auditor may know; columns and counts, never a value."""
    return {
        "versions": versions(),
        "input": {"name": table.name, **table.relation.evidence(), "records": table.records},
        "seed": seed,
        "not_repeated_by_seed": [] if maker.spends is None else [maker.kind],
        "figures": dict(made.figures),
        "warnings": [warning.text(ENGLISH) for warning in made.warnings],
    }


def write_population(
    table: Table, recipe: Recipe, target: str | Path, key: bytes | None = None
) -> None:
    """Write the recipe's population, generalized as a release at the recipe's node is.

    `verify` compares a release with it. The table is the original: its values say what each label
    stands for.
    """
    if recipe.population is None or not recipe.node:
        raise ParameterError("workflow.name-population-node-recipe")
    recipe = with_stored_hierarchies(recipe)
    with transform(table, recipe, key, str(target)) as made:
        levels = tuple(made.recipe.node[name] for name in made.recipe.quasi_identifiers)
        change = recoding(made.table, made.recipe, prepare(made.table, made.recipe), levels)
        draft = people_alike(recipe, change, Path(target), made.table)
    try:
        draft.publish()
    finally:
        draft.discard()


def people_alike(recipe: Recipe, change: Recoding, target: Path, table: Table) -> Draft:
    """Tell the population by the labels of a recoding of a table, aside; nobody is left out.

    Where it has several records of a person, whose they are stays beside the labels.
    """
    assert recipe.population is not None
    names = change.quasi_identifiers
    listed = {name: table.relation.values(name).texts for name in names}
    with read(recipe.population) as people:
        whose = people_subject(people.columns, recipe.population_subject, recipe.subject)
        published = tuple(dict.fromkeys((*names, *whose)))
        alike = replace(change, published=published, rejected=(), nulls=NullPolicy.VALUE)
        with spelled_like(people, listed, recipe.as_written) as spelled:
            return spelled.relation.draft(alike, str(target), people.declared, 0)
