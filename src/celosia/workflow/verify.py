"""Measure any file against models twice: by their own code, and by a second opinion."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import PrivacyModel, published_model
from celosia.core.parameters import published_fields
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions
from celosia.core.values import Combinations, IntArray, NullPolicy
from celosia.errors import DataError, ParameterError
from celosia.risk import ProsecutorRisk
from celosia.second_opinion import Reread, rejected_records
from celosia.workflow.assess import AttributeFigures
from celosia.workflow.by_value import classes_by_value, is_spelled_apart
from celosia.workflow.read import TableOrPath, open_table
from celosia.workflow.residual_risks import ResidualRisk, risks_in_classes
from celosia.workflow.variants import check_as_written
from celosia.workflow.whose import Whose, classes_in_persons, count_people, people_subject


@dataclass(frozen=True, slots=True)
class Figures:
    """How a table stands against an attacker who knows its quasi-identifiers."""

    records: int
    classes: int
    min_class: int
    """Records of the smallest class, with those that nulls match."""
    risk: ProsecutorRisk
    attributes: Mapping[str, AttributeFigures] = field(default_factory=dict)
    """How well each sensitive attribute is protected, by every model."""
    persons: int | None = None
    """How many persons the records are of; None where only records were counted."""
    min_persons: int | None = None
    """Persons of the class that has fewest."""

    @classmethod
    def of(cls, classes: Classes) -> Figures:
        """Measure classes, and every sensitive attribute whose histogram they hold."""
        return cls(
            records=int(classes.records.sum()),
            classes=classes.number,
            min_class=_smallest(classes.sizes if classes.persons is None else classes.records),
            persons=classes.persons,
            min_persons=None if classes.persons is None else _smallest(classes.sizes),
            risk=ProsecutorRisk.of(classes),
            attributes={
                name: AttributeFigures.of(classes, name)
                for name, histogram in classes.histograms.items()
                if histogram.counts.size
            },
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the figures as certificates, commands and the server tell them."""
        return {
            "records": self.records,
            "classes": self.classes,
            "min_class": self.min_class,
            "persons": self.persons,
            "min_persons": self.min_persons,
            "highest_prosecutor_risk": self.risk.highest,
            "average_prosecutor_risk": self.risk.average,
            "unique_records": self.risk.unique,
            "sensitive": published_fields(self.attributes),
        }


def _smallest(sizes: IntArray) -> int:
    return int(sizes.min()) if sizes.size else 0


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a file satisfies models, and how it stands."""

    satisfied: bool
    figures: Figures
    rejected: tuple[tuple[PrivacyModel, int], ...]
    """Each model, and the records in classes that it rejects."""
    quasi_identifiers: tuple[str, ...]
    nulls: NullPolicy
    excluded: int
    """Records left out of the check because a quasi-identifier is null."""
    second: tuple[int | None, ...]
    """The same records by the second opinion on each model; None where there is none."""
    columns: tuple[str, ...] = ()
    """All that the file tells of a record."""
    residual: tuple[ResidualRisk, ...] = ()
    """What its classes give away all the same, as measured."""
    by_value: Figures | None = None
    """How the classes stand for who ignores spellings, where there are others than those of the
    texts; every model is judged on both, and the larger number of rejected records is told."""

    @property
    def disagreed(self) -> bool:
        """Whether the two opinions differ on some model: then one of them is wrong."""
        pairs = zip(self.rejected, self.second, strict=True)
        return any(other is not None and other != first for (_, first), other in pairs)

    @property
    def checked_once(self) -> tuple[PrivacyModel, ...]:
        """The models that nobody gave a second opinion on: their own code alone says they hold."""
        pairs = zip(self.rejected, self.second, strict=True)
        return tuple(model for (model, _), other in pairs if other is None)

    def certified(self) -> list[dict[str, Any]]:
        """Name the models with the parameters that may be published, and how often checked."""
        return [
            {**published_model(model), "checked": "once" if other is None else "twice"}
            for (model, _), other in zip(self.rejected, self.second, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Give the verdict, model by model, and the figures; no tree of values."""
        return {
            "satisfied": self.satisfied,
            **self.figures.to_dict(),
            "quasi_identifiers": list(self.quasi_identifiers),
            "excluded": self.excluded,
            "nulls": self.nulls.value,
            "by_value": self.by_value
            and {
                "classes": self.by_value.classes,
                "min_class": self.by_value.min_class,
                "min_persons": self.by_value.min_persons,
            },
            "models": [
                {**told, "rejected_records": rejected, "rejected_by_second_opinion": other}
                for told, (_, rejected), other in zip(
                    self.certified(), self.rejected, self.second, strict=True
                )
            ],
            "residual_risks": [risk.to_dict() for risk in self.residual],
        }


def verify(
    table: TableOrPath,
    quasi_identifiers: Sequence[str],
    models: Sequence[PrivacyModel],
    nulls: NullPolicy = NullPolicy.VALUE,
    options: ReadOptions | None = None,
    population: TableOrPath | None = None,
    sensitive: Sequence[str] = (),
    population_options: ReadOptions | None = None,
    subject: Sequence[str] = (),
    as_written: Sequence[str] = (),
    population_subject: Sequence[str] = (),
) -> Verification:
    r"""Judge the classes of a table, from this or any other tool, by what is written there.

    Parameters
    ----------
    table
        An open table, or a file or address to read anew.
    quasi_identifiers
        The columns that make classes: records that are alike in all of them.
    models
        What has to hold for it.
    nulls
        What a null is compared as.
    options, population_options
        How the files are read, where they are named by a path.
    population
        A table of the people from whom the records were drawn, with their quasi-identifiers
        generalized in the same way.
    sensitive
        Further attributes to measure.
    subject
        The columns that say whose each record is: then persons are counted. Where a release has
        them no more, the evidence beside it says it.
    as_written
        Columns in which spellings of a value (HIV, hiv) are values of their own.
    population_subject
        The columns that say whose each record of the population is; those of `subject` where the
        population has them.

    Returns
    -------
    Verification
        Whether every model holds, how many records each rejects, and what was measured.

    Raises
    ------
    ParameterError
        When no quasi-identifier or no model is named.
    DataError
        When there are no records to judge.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> from celosia.models import KAnonymity
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "release.csv"
    ...     _ = path.write_text("sex\nf\nf\nm\nm\nm\n")
    ...     found = celosia.verify(path, ["sex"], [KAnonymity(2)])
    >>> found.satisfied, found.figures.min_class
    (True, 2)
    """
    if not quasi_identifiers:
        raise ParameterError("workflow.name-least-quasi-identifier")
    if not models:
        raise ParameterError("workflow.name-least-model-verify")
    people = None
    if population is not None:
        with open_table(population, population_options) as others:
            whose = people_subject(others.columns, population_subject, subject)
            people = count_people(others.relation, quasi_identifiers, whose, nulls)
    with open_table(table, options) as opened:
        if not opened.records:
            raise DataError("workflow.no-records-judge", name=opened.name)
        check_as_written(opened.columns, as_written)
        return judge(
            opened.relation,
            quasi_identifiers,
            models,
            nulls,
            people,
            sensitive,
            Whose.of(opened, subject),
            as_written,
        )


def judge(
    relation: Relation,
    quasi_identifiers: Sequence[str],
    models: Sequence[PrivacyModel],
    nulls: NullPolicy = NullPolicy.VALUE,
    people: Combinations | None = None,
    sensitive: Sequence[str] = (),
    whose: Whose | None = None,
    as_written: Sequence[str] = (),
) -> Verification:
    """Judge the classes of a table where it lives; in persons, if it is told whose records are."""
    asked = {names for model in models for names in model.sensitive}
    queries = sorted(asked | {(name,) for name in sensitive})
    classes = classes_of(relation, quasi_identifiers, queries, nulls, people, whose, as_written)
    if not classes.number:
        raise DataError("workflow.every-record-null-quasi-identifier-none-left")
    counted = relation if whose is None else whose.counted
    subject = () if whose is None else whose.subject

    def combinations(columns: tuple[str, ...]) -> Combinations:
        if not columns:  # who knows nothing sees all records alike
            return Combinations((), (), [relation.records])
        return counted.combinations(columns)

    def reread(by_value: bool) -> Reread:
        given = (quasi_identifiers, nulls, subject, people, as_written, by_value)
        return Reread(combinations, *given)

    rejected, second = _rejected(classes, models), tuple[int | None, ...]()
    by_value = None
    if models:
        table = reread(by_value=False)
        second = _doubted(table, models)
        beside = {name for names in queries for name in names[:-1]}.difference(as_written)
        known = (*table.known.values(), *(relation.values(name).values for name in beside))
        if is_spelled_apart(known):
            seen = classes_by_value(
                counted, subject, quasi_identifiers, queries, nulls, people, as_written
            )
            by_value = Figures.of(seen)
            rejected = _larger(rejected, _rejected(seen, models))
            second = _larger(second, _doubted(reread(by_value=True), models))
    return Verification(
        satisfied=not any(rejected) and not any(second),
        figures=Figures.of(classes),
        rejected=tuple(zip(models, rejected, strict=True)),
        quasi_identifiers=tuple(quasi_identifiers),
        nulls=nulls,
        excluded=relation.records - int(classes.records.sum()),
        columns=tuple(relation.columns),
        residual=risks_in_classes(classes, list(classes.histograms), models),
        second=second,
        by_value=by_value,
    )


def _rejected(classes: Classes, models: Sequence[PrivacyModel]) -> tuple[int, ...]:
    """Count the records in classes that each model rejects."""
    accepted = (np.asarray(model.accepts(classes)) for model in models)
    return tuple(int(classes.records[~each].sum()) for each in accepted)


def _doubted(table: Reread, models: Sequence[PrivacyModel]) -> tuple[int | None, ...]:
    """Judge the same table by plain definitions, of which the models know nothing."""
    return tuple(rejected_records(model.to_dict(), table) for model in models)


N = TypeVar("N", int, int | None)


def _larger(one: tuple[N, ...], other: tuple[N, ...]) -> tuple[N, ...]:
    """Take the larger number of each pair; where nobody has an opinion, there is none."""
    pairs = zip(one, other, strict=True)
    return tuple(a if a is None or b is None else max(a, b) for a, b in pairs)


def classes_of(
    relation: Relation,
    quasi_identifiers: Sequence[str],
    queries: Sequence[tuple[str, ...]],
    nulls: NullPolicy,
    people: Combinations | None = None,
    whose: Whose | None = None,
    as_written: Collection[str] = (),
) -> Classes:
    """Group a table; to who knows no quasi-identifier all of its records look alike."""
    if not quasi_identifiers and whose is None:
        return Classes(np.array([relation.records], np.int64))
    if whose is not None:
        classes = classes_in_persons(whose, quasi_identifiers, queries, nulls, as_written)
        if people is None:
            return classes
        seen = relation.classes(quasi_identifiers, (), nulls, people=people)
        assert np.array_equal(seen.records, classes.records)
        classes = replace(classes, population=seen.population)
    else:
        classes = relation.classes(
            quasi_identifiers, queries, nulls, people=people, as_written=as_written
        )
    if people is None:
        return classes
    exact = classes
    if nulls is NullPolicy.WILDCARD:  # where classes overlap, people would be counted twice
        exact = relation.classes(quasi_identifiers, (), NullPolicy.VALUE, people=people)
    assert exact.population is not None
    return replace(classes, absent=float(sum(people.counts) - exact.population.sum()))
