"""How private a table is, and against whom: every figure, under a stable name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any

import numpy as np

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.parameters import PUBLIC
from celosia.core.table import Table
from celosia.core.values import Combinations, FloatArray, IntArray, NullPolicy, Value
from celosia.errors import DataError, ParameterError, RoleError
from celosia.models.beta_likeness import gain, needed_beta
from celosia.models.delta_disclosure import log_ratio, needed_delta
from celosia.models.earth_mover import emd_equal, emd_ordered
from celosia.models.entropy_l_diversity import entropy
from celosia.models.per_class import held_by_all, highest_share
from celosia.models.recursive_c_l_diversity import needed_c
from celosia.risk import (
    ClassSizes,
    Frequencies,
    IndividualRisk,
    JournalistRisk,
    MarketerRisk,
    PopulationUniquenessRisk,
    ProsecutorRisk,
    SudaRisk,
    frequencies,
)
from celosia.risk.suda import MOST_KEYS
from celosia.workflow.read import TableOrPath, open_table
from celosia.workflow.variants import check_as_written
from celosia.workflow.whose import Whose, classes_in_persons, count_people, people_subject

HIGHEST_L = 20
"""The last l for which the least c of recursive (c, l)-diversity is told: a column of many values
would make a list of figures that nobody reads."""


@dataclass(frozen=True, slots=True)
class AttributeFigures:
    """How well a sensitive attribute is protected: the worst class, for each model."""

    alpha_k: Annotated[float, PUBLIC]
    """Highest share of one value in a class: α of (α,k)-anonymity."""
    distinct_l: Annotated[int, PUBLIC]
    entropy_l: Annotated[float, PUBLIC]
    """exp of the lowest Shannon entropy."""
    entropy_l_grassberger: Annotated[float, PUBLIC]
    recursive_c_l: Annotated[Mapping[int, float], PUBLIC]
    """For each l from 2 to the distinct l, at most 20: c must be greater than this."""
    t_equal: Annotated[float, PUBLIC]
    t_ordered: Annotated[float, PUBLIC]
    beta_basic: Annotated[float, PUBLIC]
    beta_enhanced: Annotated[float, PUBLIC]
    """Infinite where a class exceeds -ln q for some value, whatever β is."""
    delta_disclosure: Annotated[float, PUBLIC]
    """Infinite where a class lacks a value, as the definition has it."""
    delta_disclosure_present: Annotated[float, PUBLIC]
    """Over the values that a class holds only, as some tools have it."""
    distinct_l_beside: Annotated[int | None, PUBLIC] = None
    """Distinct l when the other sensitive attributes count as quasi-identifiers."""

    @classmethod
    def of(cls, classes: Classes, attribute: str, beside: tuple[str, ...] = ()) -> AttributeFigures:
        """Measure an attribute; `beside` names the other sensitive ones."""
        values = classes.distinct(attribute)
        values[held_by_all(classes, attribute)] = 1  # whatever else they have
        distinct = int(values.min()) if classes.number else 0
        joint = None
        if beside:
            joint = int(classes.refined((*beside, attribute)).classes.distinct(attribute).min())
        return cls(
            alpha_k=_worst(highest_share(classes, attribute)),
            distinct_l=distinct,
            entropy_l=float(np.exp(entropy(classes, attribute).min())),
            entropy_l_grassberger=float(np.exp(entropy(classes, attribute, "grassberger").min())),
            recursive_c_l={
                l: _worst(needed_c(classes, attribute, l))
                for l in range(2, min(distinct, HIGHEST_L) + 1)
            },
            t_equal=_worst(emd_equal(classes, attribute)),
            t_ordered=_worst(emd_ordered(classes, attribute)),
            beta_basic=_worst(gain(classes, attribute)),
            beta_enhanced=_worst(needed_beta(classes, attribute)),
            delta_disclosure=_worst(needed_delta(classes, attribute)),
            delta_disclosure_present=_worst(log_ratio(classes, attribute)),
            distinct_l_beside=joint,
        )


WORST = {
    "alpha_k": max,
    "distinct_l": min,
    "entropy_l": min,
    "entropy_l_grassberger": min,
    "t_equal": max,
    "t_ordered": max,
    "beta_basic": max,
    "beta_enhanced": max,
    "delta_disclosure": max,
    "delta_disclosure_present": max,
}
"""Which of several attributes' figures stands for the table."""


def privacy_figures(attributes: Mapping[str, AttributeFigures]) -> dict[str, Any]:
    """Give each figure of the table: that of its worst attribute."""
    if not attributes:
        return {}
    figures = [asdict(figures) for figures in attributes.values()]
    worst: dict[str, Any] = {name: pick(f[name] for f in figures) for name, pick in WORST.items()}
    common = set.intersection(*(set(f["recursive_c_l"]) for f in figures))
    worst["recursive_c_l"] = {
        l: max(f["recursive_c_l"][l] for f in figures) for l in sorted(common)
    }
    return worst


def sensitive_queries(sensitive: Sequence[str]) -> list[tuple[str, ...]]:
    """Ask for each attribute on its own, and with the others as quasi-identifiers."""
    alone: list[tuple[str, ...]] = [(name,) for name in sensitive]
    if len(sensitive) < 2:
        return alone
    return alone + [(*others(sensitive, name), name) for name in sensitive]


def others(sensitive: Sequence[str], name: str) -> tuple[str, ...]:
    """Name the other sensitive attributes, in order."""
    return tuple(other for other in sensitive if other != name)


def _worst(per_class: FloatArray) -> float:
    return float(per_class.max(initial=0.0))


THRESHOLD = 0.2
"""A record is counted as at risk above this probability, unless told otherwise."""
MOST_SUDA_WORK = 200_000_000
"""Records times sets of quasi-identifiers that are looked at for special uniques: 0.7 s for
41 million, so some seconds. The sets double with each column, so beyond it the figure is left out,
not waited for."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """Every figure of a table against who knows its quasi-identifiers.

    What needs a population (weights, or a table of the people) is None without one.
    """

    quasi_identifiers: tuple[str, ...]
    nulls: NullPolicy
    records: int
    excluded: int
    classes: int
    k: int
    uniques: int
    prosecutor: Mapping[str, float]
    marketer: Mapping[str, float]
    class_sizes: ClassSizes
    attributes: Mapping[str, AttributeFigures] = field(default_factory=dict)
    journalist: Mapping[str, float] | None = None
    individual_risk: Mapping[str, float] | None = None
    household_risk: Mapping[str, float] | None = None
    population_uniqueness: Mapping[str, Any] | None = None
    suda: Mapping[str, Any] | None = None
    subject_k: int | None = None
    """The fewest persons of a class, where records of one person are told by a column."""
    records_per_subject: float | None = None
    """Records of a person on average, where they are told by a column."""

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name; of several attributes, the worst one's."""
        return {
            "quasi_identifiers": list(self.quasi_identifiers),
            "nulls": self.nulls.value,
            "records": self.records,
            "excluded": self.excluded,
            "classes": self.classes,
            "k": self.k,
            "uniques": self.uniques,
            **privacy_figures(self.attributes),
            "sensitive": {name: asdict(figures) for name, figures in self.attributes.items()},
            "prosecutor": dict(self.prosecutor),
            "journalist": self.journalist and dict(self.journalist),
            "marketer": dict(self.marketer),
            "class_sizes": [
                {"size": str(band), "classes": band.classes, "records": band.records}
                for band in self.class_sizes.bands
                if band.classes
            ],
            "individual_risk": self.individual_risk and dict(self.individual_risk),
            "household_risk": self.household_risk and dict(self.household_risk),
            "population_uniqueness": self.population_uniqueness
            and dict(self.population_uniqueness),
            "suda": self.suda and dict(self.suda),
            "subject_k": self.subject_k,
            "records_per_subject": self.records_per_subject,
        }


def assess(
    table: TableOrPath,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[str] = (),
    nulls: NullPolicy = NullPolicy.VALUE,
    weight: str | None = None,
    population: TableOrPath | None = None,
    subject: Sequence[str] = (),
    household: str | None = None,
    threshold: float = THRESHOLD,
    as_written: Sequence[str] = (),
    population_subject: Sequence[str] = (),
) -> Assessment:
    r"""Measure a table with every model and every attacker.

    Parameters
    ----------
    table
        An open table, or a file or address to read.
    quasi_identifiers
        The columns by which somebody could be found.
    sensitive
        The columns that nobody may learn; each is measured by every model of its kind.
    nulls
        What a null is compared as.
    weight
        A column of sampling weights: how many people each record stands for.
    population
        A table of the people from whom the records were drawn.
    subject
        The columns that say whose each record is; all figures then count persons.
    household
        A column that says which household each record belongs to; needs `weight`.
    threshold
        Above which probability a record counts as at risk.
    as_written
        Columns in which spellings of a value (HIV, hiv) are values of their own.
    population_subject
        The columns that say whose each record of the population is; those of `subject` where the
        population has them.

    Returns
    -------
    Assessment
        The figures, as numbers; nothing of them names a person.

    Raises
    ------
    RoleError
        When no quasi-identifier is named.
    ParameterError
        When both weights and a population are given, or households without weights.
    DataError
        When there are no records to measure.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("sex,age\nf,31\nf,31\nm,45\n")
    ...     found = celosia.assess(path, ["sex", "age"])
    >>> found.k, found.uniques, found.prosecutor["highest"]
    (1, 1, 1.0)
    """
    if not quasi_identifiers:
        raise RoleError("workflow.name-least-quasi-identifier")
    if weight is not None and population is not None:
        raise ParameterError("workflow.give-weights-population-not-both")
    with open_table(table) as opened:
        check_as_written(opened.columns, as_written)
        people = None
        if population is not None:
            with open_table(population) as others:
                who = people_subject(others.columns, population_subject, subject)
                people = count_people(others.relation, quasi_identifiers, who, nulls)
        return _assess(
            opened,
            quasi_identifiers,
            sensitive,
            nulls,
            weight,
            people,
            subject,
            household,
            threshold,
            as_written,
        )


def _assess(
    table: Table,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[str],
    nulls: NullPolicy,
    weight: str | None,
    people: Combinations | None,
    subject: Sequence[str],
    household: str | None,
    threshold: float,
    as_written: Sequence[str],
) -> Assessment:
    if not table.records:
        raise DataError("workflow.no-records-measure", name=table.name)
    queries = sensitive_queries(sensitive)
    whose = Whose.of(table, subject)
    if whose is not None:
        classes = classes_in_persons(whose, quasi_identifiers, queries, nulls, as_written)
        if weight is not None or people is not None:
            seen = table.relation.classes(quasi_identifiers, (), nulls, weight, people)
            classes = replace(classes, population=seen.population)
    else:
        classes = table.relation.classes(
            quasi_identifiers, queries, nulls, weight, people, as_written
        )
    if not classes.number:
        raise DataError("workflow.every-record-null-quasi-identifier")
    _check_known(classes, sensitive)
    keys = _count(table, quasi_identifiers, nulls)
    records = int(classes.records.sum())
    known = classes.population is not None
    return Assessment(
        quasi_identifiers=tuple(quasi_identifiers),
        nulls=nulls,
        records=records,
        excluded=table.records - records,
        classes=classes.number,
        k=int(classes.sizes.min()),
        uniques=ProsecutorRisk.of(classes).unique,
        prosecutor=_attacker(ProsecutorRisk, classes, threshold),
        marketer=asdict(MarketerRisk.of(classes)),
        class_sizes=ClassSizes.of(classes),
        attributes={
            name: AttributeFigures.of(
                classes, name, others(sensitive, name) if len(sensitive) > 1 else ()
            )
            for name in sensitive
        },
        journalist=_attacker(JournalistRisk, classes, threshold) if known else None,
        individual_risk=_individual(classes, threshold) if known else None,
        household_risk=None
        if household is None
        else _households(table, quasi_identifiers, weight, household),
        population_uniqueness=_uniqueness(classes) if known else None,
        suda=_suda(keys, quasi_identifiers, classes),
        subject_k=int(classes.sizes.min()) if subject else None,
        records_per_subject=records / classes.persons if classes.persons else None,
    )


def _attacker(
    attacker: type[ProsecutorRisk] | type[JournalistRisk], classes: Classes, threshold: float
) -> dict[str, float]:
    at_risk = attacker.at_risk(classes, threshold)
    return {**asdict(attacker.of(classes)), "threshold": threshold, "at_risk": at_risk}


def _individual(classes: Classes, threshold: float) -> dict[str, float]:
    """Spread the classes' frequencies over their records; approximate as sdcMicro does."""
    assert classes.population is not None
    counted = Frequencies(
        np.repeat(classes.sizes, classes.records).astype(np.float64),
        np.repeat(classes.population, classes.records),
    )
    exact, approximate = (IndividualRisk.of(counted, m) for m in ("exact", "approximate"))
    return {
        "highest": approximate.highest,
        "expected": approximate.expected,
        "share": approximate.share,
        "expected_exact": exact.expected,
        "threshold": threshold,
        "at_risk": approximate.at_risk(threshold),
    }


def _households(
    table: Table, quasi_identifiers: Sequence[str], weight: str | None, household: str
) -> dict[str, float]:
    """Risk that somebody of a household is re-identified, from the records themselves."""
    if weight is None:
        raise ParameterError("workflow.risk-households-needs-column-sampling")
    cells = table.relation.cells([*quasi_identifiers, weight, household], table.records)
    codes = np.stack([_coded(cells[name]) for name in quasi_identifiers], axis=1)
    weights = np.array([float((cell or "0").replace(",", ".")) for cell in cells[weight]])
    counted = frequencies(codes, weights=weights)
    found = IndividualRisk.of(counted, "approximate").households(_coded(cells[household]))
    return {"highest": found.highest, "expected": found.expected, "share": found.share}


def _coded(cells: Sequence[Value]) -> IntArray:
    texts = ["" if cell is None else f"={cell}" for cell in cells]
    return np.asarray(np.unique(texts, return_inverse=True)[1], np.int64)


def _uniqueness(classes: Classes) -> dict[str, Any] | None:
    assert classes.population is not None
    records, people = float(classes.records.sum()), float(classes.population.sum())
    if records < 2 or people <= records:
        return None
    found = PopulationUniquenessRisk.of(classes, records / people)
    return {**asdict(found), "share": found.share, "fraction": records / people}


UNKNOWN_FRACTION = 0.01
"""Which share of the population the records are taken for where nothing tells it."""


def _suda(
    keys: FrequencySet, quasi_identifiers: Sequence[str], classes: Classes
) -> dict[str, Any] | None:
    """Measure special uniques; None of a single record, and of more columns or work than SUDA's.

    Where weights or people tell how many the population are, the records are that share of them;
    else a hundredth, as in sdcMicro.
    """
    records, columns = keys.records, len(quasi_identifiers)
    if columns > MOST_KEYS or records < 2 or records << columns > MOST_SUDA_WORK:
        return None
    codes = np.repeat(keys.codes, keys.counts, axis=0)
    fraction = UNKNOWN_FRACTION
    if classes.population is not None:
        people = float(classes.population.sum())
        fraction = min(records / people, 1.0) if people > 0 else 1.0
    found = SudaRisk.of(codes, fraction=fraction)
    return {
        "fraction": fraction,
        "special_uniques": found.special,
        "highest_score": float(found.score.max()),
        "highest_dis": float(found.dis.max()),
        "mean_dis": float(found.dis.mean()),
        "contributions": dict(zip(quasi_identifiers, found.contributions.tolist(), strict=True)),
    }


def _count(table: Table, columns: Sequence[str], nulls: NullPolicy) -> FrequencySet:
    complete = columns if nulls is NullPolicy.EXCLUDED else ()
    books = [Codebook(c, table.relation.values(c, complete).values) for c in columns]
    return table.relation.count(books, complete)


def _check_known(classes: Classes, sensitive: Sequence[str]) -> None:
    empty = [name for name in sensitive if not classes.histogram(name).counts.size]
    if empty:
        raise DataError("workflow.every-value-null", empty=empty)
