"""How private a table is, and against whom: every figure, under a stable name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.table import Table
from celosia.core.values import NullPolicy, Value
from celosia.errors import DataError, ParameterError, RoleError
from celosia.models.beta_likeness import gain, needed_beta
from celosia.models.delta_disclosure import log_ratio, needed_delta
from celosia.models.earth_mover import emd_equal, emd_ordered
from celosia.models.entropy_l_diversity import entropy
from celosia.models.per_class import highest_share
from celosia.models.recursive_c_l_diversity import needed_c
from celosia.risk import (
    ClassSizes,
    Frequencies,
    IndividualRisk,
    JournalistRisk,
    MarketerRisk,
    PopulationUniquenessRisk,
    ProsecutorRisk,
    SubjectClasses,
    SudaRisk,
    frequencies,
)
from celosia.risk.suda import MOST_KEYS
from celosia.workflow.read import read

HIGHEST_L = 20


@dataclass(frozen=True, slots=True)
class AttributeFigures:
    """How well a sensitive attribute is protected: the worst class, for each model."""

    alpha_k: float
    """Highest share of one value in a class: α of (α,k)-anonymity."""
    distinct_l: int
    entropy_l: float
    """exp of the lowest Shannon entropy."""
    entropy_l_grassberger: float
    recursive_c_l: Mapping[int, float]
    """For each l from 2 to the distinct l, at most 20: c must be greater than this."""
    t_equal: float
    t_ordered: float
    beta_basic: float
    beta_enhanced: float
    """Infinite where a class exceeds -ln q for some value, whatever β is."""
    delta_disclosure: float
    """Infinite where a class lacks a value, as the definition has it."""
    delta_disclosure_present: float
    """Over the values that a class holds only, as some tools have it."""
    distinct_l_beside: int | None = None
    """Distinct l when the other sensitive attributes count as quasi-identifiers."""

    @classmethod
    def of(cls, classes: Classes, attribute: str, beside: tuple[str, ...] = ()) -> AttributeFigures:
        """Measure an attribute; `beside` names the other sensitive ones."""
        distinct = int(classes.distinct(attribute).min()) if classes.number else 0
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
"""Records times sets of quasi-identifiers that are looked at for special uniques: some seconds."""


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
        }


def assess(
    table: Table,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[str] = (),
    nulls: NullPolicy = NullPolicy.VALUE,
    weight: str | None = None,
    population: str | Path | None = None,
    subject: str | None = None,
    household: str | None = None,
    threshold: float = THRESHOLD,
) -> Assessment:
    """Measure a table with every model and every attacker.

    Parameters
    ----------
    weight
        A column of sampling weights: how many people each record stands for.
    population
        A table of the people from whom the records were drawn.
    subject
        A column that says whom each record is about; k then also counts persons.
    household
        A column that says which household each record belongs to; needs `weight`.
    threshold
        Above which probability a record counts as at risk.
    """
    if not quasi_identifiers:
        raise RoleError("workflow.name-least-quasi-identifier")
    if weight is not None and population is not None:
        raise ParameterError("workflow.give-weights-population-not-both")
    if not table.records:
        raise DataError("workflow.no-records-measure", name=table.name)
    people = None
    if population is not None:
        with read(population) as opened:
            people = opened.relation.combinations(quasi_identifiers)
    classes = table.relation.classes(
        quasi_identifiers, sensitive_queries(sensitive), nulls, weight, people
    )
    if not classes.number:
        raise DataError("workflow.every-record-null-quasi-identifier")
    _check_known(classes, sensitive)
    keys = _counted(table, quasi_identifiers, nulls)
    records = int(classes.records.sum())
    known = classes.population is not None
    return Assessment(
        quasi_identifiers=tuple(quasi_identifiers),
        nulls=nulls,
        records=records,
        excluded=table.records - records,
        classes=classes.number,
        k=int(classes.sizes.min()),
        uniques=int(np.count_nonzero(classes.sizes == 1)),
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
        suda=_suda(keys, quasi_identifiers),
        subject_k=None if subject is None else _subject_k(table, quasi_identifiers, subject),
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


def _suda(keys: FrequencySet, quasi_identifiers: Sequence[str]) -> dict[str, Any] | None:
    """Measure special uniques; None of a single record, and of more columns or work than SUDA's."""
    records, columns = keys.records, len(quasi_identifiers)
    if columns > MOST_KEYS or records < 2 or records << columns > MOST_SUDA_WORK:
        return None
    codes = np.repeat(keys.codes, keys.counts, axis=0)
    found = SudaRisk.of(codes)
    return {
        "special_uniques": found.special,
        "highest_score": float(found.score.max()),
        "highest_dis": float(found.dis.max()),
        "mean_dis": float(found.dis.mean()),
        "contributions": dict(zip(quasi_identifiers, found.contributions.tolist(), strict=True)),
    }


def _subject_k(table: Table, quasi_identifiers: Sequence[str], subject: str) -> int:
    counted = _counted(table, [*quasi_identifiers, subject], NullPolicy.VALUE)
    rows = counted.codes[:, :-1]
    _, class_of = np.unique(rows, axis=0, return_inverse=True)
    return SubjectClasses.of(np.asarray(class_of, np.int64).ravel(), counted.codes[:, -1]).k


def _counted(table: Table, columns: Sequence[str], nulls: NullPolicy) -> FrequencySet:
    complete = columns if nulls is NullPolicy.EXCLUDED else ()
    books = [Codebook(c, table.relation.values(c, complete).values) for c in columns]
    return table.relation.count(books, complete)


def _check_known(classes: Classes, sensitive: Sequence[str]) -> None:
    empty = [name for name in sensitive if not classes.histogram(name).counts.size]
    if empty:
        raise DataError("workflow.every-value-null", empty=empty)
