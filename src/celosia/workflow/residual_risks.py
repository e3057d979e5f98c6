"""What a release does not rule out: each risk that remains, with its figure or its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from celosia.core.classes import Classes, Histogram
from celosia.core.model import PrivacyModel
from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.models import BesideOthers, TCloseness
from celosia.models.earth_mover import emd_equal
from celosia.models.per_class import held_by_all
from celosia.text.days import as_day, date_format
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.text.normal_form import listed_as
from celosia.text.numerals import as_number, decimal_sign, is_code

NEAR = 0.1
"""Values of a class are near one another if they span less than this share of the line: within a
tenth of all incomes, whoever learns the class learns the income well enough to misuse it."""


@dataclass(frozen=True, slots=True)
class ResidualRisk:
    """One thing that a release does not rule out.

    >>> found = ResidualRisk("background-knowledge", "dx", {"values": 2})
    >>> found.to_dict()["values"], str(found.told).startswith("Background knowledge")
    (2, True)
    """

    name: str
    column: str | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
    """Which of several sentences says it, where there are several."""

    @property
    def told(self) -> Message:
        """Say it."""
        key = f"{self.name}-{self.reason}" if self.reason else self.name
        about = {} if self.column is None else {"column": self.column}
        return Message(f"workflow.residual-{key}", **about, **self.figures)

    def to_dict(self) -> dict[str, Any]:
        """Give it as certificates, commands and the server tell it."""
        about = {} if self.column is None else {"column": self.column}
        reason = {"reason": self.reason} if self.reason else {}
        return {
            "risk": self.name,
            **about,
            **reason,
            **self.figures,
            "text": self.told.text(ENGLISH),
        }

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> ResidualRisk:
        """Take it back from what `to_dict` gave.

        >>> found = ResidualRisk("similarity", "dx", reason="unmeasured")
        >>> ResidualRisk.from_dict(found.to_dict()) == found
        True
        """
        known = ("risk", "column", "reason", "text")
        figures = {name: value for name, value in told.items() if name not in known}
        return cls(told["risk"], told.get("column"), figures, told.get("reason", ""))


def risks_in_classes(
    classes: Classes, sensitive: Sequence[str], models: Sequence[PrivacyModel]
) -> tuple[ResidualRisk, ...]:
    """Measure in the classes of a table what its sensitive values still give away.

    A risk of which nothing is there is not listed: none of homogeneity where every class holds
    two values, by whatever model.

    References: Machanavajjhala et al., TKDD 2007, section 2.2 (homogeneity, background knowledge);
    Li, Li and Venkatasubramanian, ICDE 2007, section 2 (skewness, similarity).

    >>> classes = Classes.from_histogram("dx", [[3, 0], [2, 2]], ["flu", "ulcer"])
    >>> [risk.name for risk in risks_in_classes(classes, ["dx"], ())]
    ['homogeneity', 'skewness', 'similarity', 'background-knowledge']
    """
    known = [name for name in sensitive if name in classes.histograms]
    trees = dict(_trees(models))
    return tuple(
        risk
        for name in known
        if classes.histogram(name).counts.size
        for risk in _of_column(classes, name, trees.get(name))
    )


def _of_column(
    classes: Classes, name: str, tree: Sequence[Sequence[str]] | None
) -> Iterator[ResidualRisk]:
    distinct = classes.distinct(name)
    alike = held_by_all(classes, name)
    if alike.any():
        records = int(classes.records[alike].sum())
        yield ResidualRisk("homogeneity", name, {**_share(alike), "records": records})
    distance = float(emd_equal(classes, name).max(initial=0.0))
    if distance > 0:
        yield ResidualRisk("skewness", name, {"distance": round(distance, 4)})
    yield from _similar(classes.histogram(name), name, distinct, tree)
    several = distinct[distinct > 1]  # of a class with one value nothing need be known besides
    if several.size:
        yield ResidualRisk("background-knowledge", name, {"values": int(several.min()) - 1})


def _share(chosen: BoolArray) -> dict[str, float]:
    return {"classes": int(chosen.sum()), "of": int(chosen.size)}


def _similar(
    histogram: Histogram, name: str, distinct: IntArray, tree: Sequence[Sequence[str]] | None
) -> Iterator[ResidualRisk]:
    """Find classes of several values that are near one another: under one parent, or on the line.

    A class of one value is the matter of homogeneity.
    """
    line = _line(histogram.labels)
    if tree is not None:
        near = (distinct > 1) & (_parents(histogram, tree, distinct.size) == 1)
        found = ResidualRisk("similarity", name, _share(near), "tree")
    elif line is None:
        yield ResidualRisk("similarity", name, reason="unmeasured")
        return
    else:
        near = (distinct > 1) & _narrow(histogram, line, distinct.size)
        found = ResidualRisk("similarity", name, {**_share(near), "span": NEAR}, "line")
    if near.any():
        yield found


def _line(labels: Sequence[str]) -> FloatArray | None:
    """Give the values as numbers, or as days if they are dates; codes of places are neither.

    >>> _line(["2020-01-01", "2020-01-03"]), _line(["2020-01-01", "flu"]), _line(["08001"])
    (array([737425., 737427.]), None, None)
    """
    sign, format = decimal_sign(labels), date_format(labels)
    numbers = np.array([np.nan if is_code(text) else as_number(text, sign) for text in labels])
    if np.isnan(numbers).any() and format is not None:
        numbers = np.array([as_day(text, format) for text in labels])
    return None if np.isnan(numbers).any() else numbers


def _parents(histogram: Histogram, tree: Sequence[Sequence[str]], classes: int) -> IntArray:
    """Count the parents of each class's values."""
    parent = {path[0]: path[1] for path in tree}
    parent_of = {label: parent[own] for label, own in listed_as(histogram.labels, parent).items()}
    names = sorted(set(parent_of.values()))
    place = {name: number for number, name in enumerate(names)}
    parents = np.array([place[parent_of[label]] for label in histogram.labels], np.int64)
    pairs = np.unique(histogram.class_of * len(names) + parents[histogram.value_of])
    return np.bincount(pairs // len(names), minlength=classes)


def _narrow(histogram: Histogram, line: FloatArray, classes: int) -> BoolArray:
    """Tell which classes span less of the line than counts as near."""
    held = line[np.unique(histogram.value_of)]
    lowest, highest = np.full(classes, np.inf), np.full(classes, -np.inf)
    np.minimum.at(lowest, histogram.class_of, line[histogram.value_of])
    np.maximum.at(highest, histogram.class_of, line[histogram.value_of])
    return np.asarray(highest - lowest < NEAR * (held.max() - held.min()), np.bool_)


def _trees(models: Sequence[PrivacyModel]) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    """Give the trees of sensitive values that models were told."""
    for model in models:
        inner = model.model if isinstance(model, BesideOthers) else model
        if isinstance(inner, TCloseness) and inner.paths:
            yield inner.attribute, inner.paths
