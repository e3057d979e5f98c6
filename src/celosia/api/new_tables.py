"""Tables made of a table: groups, synthetic records, and records parted from what is sensitive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from celosia.api.budgeting import BudgetFile, Payment
from celosia.api.publishing import publish
from celosia.api.sparing import made_up, sparing_identifiers
from celosia.domain.cells import Cells
from celosia.domain.engine import engine_of
from celosia.domain.entries import to_entries
from celosia.domain.language import Sentence
from celosia.domain.ports import Draft, Whole
from celosia.domain.randomness import Randomness
from celosia.domain.recoding import Recoding
from celosia.domain.schema import Schema
from celosia.domain.stopping import not_stopped
from celosia.domain.table import Table
from celosia.domain.technique import TechniqueContext
from celosia.errors import ParameterError
from celosia.methods.techniques.tables.aggregation import Aggregation
from celosia.methods.techniques.tables.anatomization import Anatomization
from celosia.methods.techniques.tables.private_aggregation import PrivateAggregation
from celosia.methods.techniques.tables.synthetic.for_testing import DataForTesting
from celosia.methods.techniques.tables.synthetic.statistical_copy import StatisticalCopy
from celosia.register import certificate_of
from celosia.register.evidence import Evidence, evidence_of

Maker: TypeAlias = (
    Aggregation | PrivateAggregation | DataForTesting | StatisticalCopy | Anatomization
)
"""Parameters of a table to be made."""
MAY_HOLD_VALUES = ("keys", "categories", "bounds", "edges", "total_label")
"""Parameters that could be values of the data."""


@dataclass(frozen=True, slots=True, eq=False)
class NewTables:
    """What was made, where it is, and what was measured of it."""

    outputs: tuple[Path, ...]
    certificate: Path
    records: tuple[int, ...]
    figures: Mapping[str, Any]
    explanation: Sentence
    warnings: tuple[Sentence, ...] = ()
    paid: Payment | None = None
    """What was taken from the ledger, if one was named."""

    @property
    def evidence(self) -> Path:
        """The private file that shows an auditor what the tables were made of."""
        return evidence_of(self.outputs[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    tables: tuple[Cells, ...]
    figures: Mapping[str, Any]
    """For whoever has the original."""
    published: Mapping[str, Any] | None = None
    """Those of the certificate, where not all of them may be told."""
    in_order: bool = False
    """Whether the rows are to stand as they are: they are groups, not people."""
    warnings: tuple[Sentence, ...] = ()


def make_tables(
    table: Table,
    maker: Maker,
    outputs: Sequence[str | Path],
    seed: int = 0,
    budget: BudgetFile | None = None,
) -> NewTables:
    """Make new tables out of the records of a file, and write them with one certificate.

    Parameters
    ----------
    maker
        What to make, with its parameters.
    outputs
        A file for each table: two for an anatomization, one otherwise.
    budget
        The ledger that pays for a differentially private table, just before it gets its name:
        what cannot be paid is not published, and what fails before that costs nothing.
    """
    relation = table.relation
    if not isinstance(relation, Whole):
        raise ParameterError(
            f"'{maker.kind}' looks at whole records, which stay on the server or the cluster. "
            "Give it a file."
        )
    paths = tuple(map(Path, outputs))
    _check_outputs(paths, maker, table)
    if isinstance(maker, DataForTesting | StatisticalCopy):
        maker = sparing_identifiers(maker, table)
    epsilon = maker.epsilon if isinstance(maker, PrivateAggregation | StatisticalCopy) else None
    if budget:
        beside = (certificate_of(paths[0]), evidence_of(paths[0]))
        budget.check(epsilon, apart_from=(*paths, *beside))
    cells = relation.rows()
    made = _MAKE[maker.kind](maker, cells, TechniqueContext(Randomness.of(seed, cells)))
    with ExitStack() as until_the_end:
        drafts = []
        for cells, path in zip(made.tables, paths, strict=True):
            drafts.append(_draft(relation, cells, path, made, seed))
            until_the_end.callback(drafts[-1].discard)
        evidence = Evidence.new()
        proof = _certificate(table, maker, made, drafts, paths, seed, evidence)
        with not_stopped(), evidence.keeping(paths[0]):
            what = f"{maker.kind} of {table.name} to {paths[0].name}"
            paid = budget.spend(epsilon, what) if budget and epsilon else None
            proof["budget"] = paid and asdict(paid)
            publish(drafts[0], certificate_of(paths[0]), proof, also=drafts[1:])
    return NewTables(
        outputs=paths,
        certificate=certificate_of(paths[0]),
        records=tuple(cells.records for cells in made.tables),
        figures=made.figures,
        explanation=maker.explanation,
        warnings=made.warnings if paid or not epsilon else (*made.warnings, BudgetFile.unnamed),
        paid=paid,
    )


def _aggregated(maker: Aggregation, cells: Cells, context: TechniqueContext) -> _Made:
    """Publish only how many lines are hidden: those that are small ones would tell by their sum."""
    made = maker.made(cells, context)
    figures = {"hidden": made.primary, "hidden_with_them": made.secondary}
    published = {"hidden": made.primary + made.secondary}
    return _Made((made.cells,), figures, published, in_order=True)


def _privately_aggregated(
    maker: PrivateAggregation, cells: Cells, context: TechniqueContext
) -> _Made:
    return _Made((maker.made(cells, context),), {"epsilon": maker.epsilon}, in_order=True)


def _for_testing(maker: DataForTesting, cells: Cells, context: TechniqueContext) -> _Made:
    made = maker.made(cells, context)
    figures = asdict(made)
    del figures["cells"]
    pointing = [name for name in maker.identifiers or () if name in made.cells.names]
    return _Made((made.cells,), figures, warnings=(made_up(pointing),) if pointing else ())


def _copied(maker: StatisticalCopy, cells: Cells, context: TechniqueContext) -> _Made:
    made = maker.made(cells, context)
    figures = {"epsilon": maker.epsilon} if maker.epsilon else asdict(made.figures)
    return _Made((made.cells,), figures, warnings=made.warnings)


def _anatomized(maker: Anatomization, cells: Cells, context: TechniqueContext) -> _Made:
    made = maker.made(cells, context)
    groups = len(set(made.quasi_identifiers.column(maker.group)))
    return _Made((made.quasi_identifiers, made.sensitive), {"groups": groups, "l": maker.l})


_MAKE: dict[str, Callable[[Any, Cells, TechniqueContext], _Made]] = {
    Aggregation.kind: _aggregated,
    PrivateAggregation.kind: _privately_aggregated,
    DataForTesting.kind: _for_testing,
    StatisticalCopy.kind: _copied,
    Anatomization.kind: _anatomized,
}


def _draft(relation: Whole, cells: Cells, path: Path, made: _Made, seed: int) -> Draft:
    """Write a table aside: groups as they stand, records in an order that tells nothing."""
    if made.in_order:
        return relation.listed(cells, path)
    with closing(relation.with_rows(cells)) as made_relation:
        change = Recoding((), cells.names)
        return made_relation.draft(change, str(path), Schema(()), seed)


def _check_outputs(paths: Sequence[Path], maker: Maker, table: Table) -> None:
    needed = 2 if isinstance(maker, Anatomization) else 1
    if len(set(paths)) != needed:
        raise ParameterError(f"'{maker.kind}' writes {needed} tables: name as many files.")
    for path in (*paths, certificate_of(paths[0]), evidence_of(paths[0])):
        if not path.parent.is_dir():
            raise ParameterError(f"There is no folder {path.parent}.")
        if path.is_dir():
            raise ParameterError(f"{path} is a folder; name a file.")
    for path in paths:
        engine_of(table.source).check_file(table.source, path)
        if table.path is not None and path.exists() and path.samefile(table.path):
            raise ParameterError("The output must not be the source itself.")
        if isinstance(maker, Aggregation | PrivateAggregation) and path.suffix not in (
            ".csv",
            ".txt",
        ):
            raise ParameterError("A table of groups is written as .csv or .txt.")


def is_private(maker: Maker) -> bool:
    """Tell whether the table is made with differential privacy, by draws that no seed repeats."""
    return isinstance(maker, PrivateAggregation | StatisticalCopy) and maker.epsilon is not None


def _input(table: Table, maker: Maker, evidence: Evidence) -> dict[str, Any]:
    """Name what was read; not how many records, where that is an exact figure or a hidden total."""
    told = {"name": table.name, **evidence.of_table(table.relation.evidence())}
    withheld = is_private(maker) or isinstance(maker, Aggregation)
    return told if withheld else {**told, "records": table.records}


def _certificate(
    table: Table,
    maker: Maker,
    made: _Made,
    drafts: Sequence[Draft],
    paths: Sequence[Path],
    seed: int,
    evidence: Evidence,
) -> dict[str, Any]:
    """Gather parameters and figures; columns and counts, never a value."""
    entries = to_entries(maker)
    private = is_private(maker)
    return {
        "format": 1,
        "statement": maker.explanation.text(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "input": _input(table, maker, evidence),
        "outputs": [
            {"name": path.name, **draft.evidence(), "records": draft.records}
            for path, draft in zip(paths, drafts, strict=True)
        ],
        "parameters": {k: value for k, value in entries.items() if k not in MAY_HOLD_VALUES},
        "seed": seed,
        "not_repeated_by_seed": [maker.kind] if private else [],
        "figures": dict(made.figures if made.published is None else made.published),
        "warnings": [warning.text() for warning in made.warnings],
    }
