"""Predictive utility: what a learner loses when it learns from the release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import nan
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.parameters import check_between
from celosia.core.randomness import seeded
from celosia.core.values import BoolArray, FloatArray, IntArray, Value, numbered
from celosia.errors import MissingExtraError, ParameterError
from celosia.utility.table_pair import TablePair

MOST_VALUES = 50
"""Values of a category with a feature of their own, as many as a predicted column may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """One column as numbers for a learner, alike for exact and for generalized cells.

    A quantity is its (mid)point in standard deviations of the original, and its mean where the
    cell tells none. A category is the share of its label that each of the most frequent values,
    and all the rest together, make up: 1 for the value itself, 1/2 each for a set of two.

    >>> sexes = Features.of(AttributeDomain.of("sex", ["F", "M", "M"]))
    >>> sexes.matrix(["F", "*"])
    array([[0. , 1. , 0. ],
           [0.5, 0.5, 0. ]])
    """

    domain: AttributeDomain
    place: IntArray
    """Of each value of the domain, the feature it counts for."""
    center: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, domain: AttributeDomain, most: int = MOST_VALUES) -> Features:
        """Prepare a column of the original."""
        ranks = np.argsort(np.argsort(-domain.counts, kind="stable"), kind="stable")
        place = np.minimum(ranks, most).astype(np.int64)
        known = ~np.isnan(domain.numbers)
        if not domain.numeric or not known.any():
            return cls(domain, place)
        numbers, weights = domain.numbers[known], domain.counts[known]
        center = float(np.average(numbers, weights=weights))
        spread = float(np.sqrt(np.average((numbers - center) ** 2, weights=weights)))
        return cls(domain, place, center, spread or 1.0)

    def matrix(self, cells: Sequence[Value]) -> FloatArray:
        """Encode cells, each distinct one once: (records, features)."""
        labels, codes = numbered(cells)
        encode = self._quantity if self.domain.numeric else self._category
        encoded = [encode(label) for label in labels]
        return np.array(encoded, np.float64).reshape(len(labels), -1)[codes]

    def _quantity(self, label: Value) -> FloatArray:
        number = self.domain.midpoint(label)
        return np.array([0.0 if np.isnan(number) else (number - self.center) / self.scale])

    def _category(self, label: Value) -> FloatArray:
        width = int(self.place.max(initial=-1)) + 2
        covered = self.domain.covered(label)
        if not covered.size:
            return np.append(np.zeros(width - 1), 1.0)
        shares = np.bincount(self.place[covered], minlength=width) / covered.size
        return np.asarray(shares, np.float64)


LEARNERS = ("random forest", "logistic regression")
MOST_CLASSES = 50
"""Values that a predicted column may have: 20 trees on 10,000 records take 0.7 s for 2,
1.3 s for 50 and 3.3 s for 200."""


@dataclass(frozen=True, slots=True)
class PredictiveUtility:
    """How well a target is predicted on held-out records, by where one learned.

    The same learner is trained on the original and on the release, each without the records that
    are held out. Generalized cells become features as in `Features`. Released records whose target
    is not one of the original's values are left out.

    In linked tables the records held out are the same of both, and what is learned from the release
    is asked of the original's cells. Otherwise a record of the original cannot be found in the
    release, and would be learned by heart before it is asked for: there the release is asked
    for records of its own that it was not trained on.

    Sort: comparison of two tables; needs scikit-learn (extra `ml`). References: LeFevre, DeWitt
    and Ramakrishnan, ACM TODS 33(3), 2008 (workload-aware anonymization); Hand and Till, Machine
    Learning 45, 2001 (AUC).

    >>> table = {"age": [str(n) for n in range(40)], "old": ["no"] * 20 + ["yes"] * 20}
    >>> hidden = {"age": ["*"] * 40, "old": table["old"]}
    >>> used = PredictiveUtility.of(
    ...     TablePair.of(table, hidden), "old", learner="logistic regression")
    >>> used.accuracy_original, used.auc_released, used.baseline
    (1.0, 0.5, 0.5)
    """

    target: str
    learner: str
    held_out: int
    """Records that the figures of the original are measured on."""
    baseline: float
    """Accuracy of always saying the most frequent value; the AUC of that is 0.5."""
    accuracy_original: float
    accuracy_released: float
    auc_original: float
    """Area under the ROC curve, one value against the rest, mean over values; nan if undefined."""
    auc_released: float

    @classmethod
    def of(
        cls,
        pair: TablePair,
        target: str,
        features: Sequence[str] | None = None,
        learner: str = LEARNERS[0],
        test_share: float = 0.3,
        seed: int = 0,
    ) -> PredictiveUtility:
        """Train and test; by default on all shared columns but the target.

        Raises
        ------
        MissingExtraError
            When scikit-learn is not installed.
        ParameterError
            When the target or a feature is not shared, or the target has one value, more than 50,
            or none that the release still tells.
        """
        check_between("PredictiveUtility: test_share", test_share, 0.05, 0.95)
        names = _features(pair, target, features)
        domain = pair.domains[target]
        classes = np.flatnonzero([value is not None for value in domain.values])
        truth = domain.positions(pair.original[target])
        said = domain.positions(pair.released[target])
        _check_target(target, classes, int(np.isin(said, classes).sum()))
        known = np.isin(truth, classes)
        test = _held_out(np.where(known, truth, -1), test_share, seed)
        before = _matrix(pair, names, released=False)
        after = _matrix(pair, names, released=True)
        told = np.isin(said, classes)
        answers = truth[test]
        if pair.linked:
            hidden, asked, right = test, before[test], answers
        else:
            hidden = _held_out(np.where(told, said, -1), test_share, seed)
            asked, right = after[hidden], said[hidden]
        usable = told & ~hidden
        if not test.any() or not hidden.any() or not usable.any():
            raise ParameterError("utility.too-few-records-tell-train", target=target)
        train = known & ~test
        old = _chances(learner, before[train], truth[train], before[test], domain.size, seed)
        new = _chances(learner, after[usable], said[usable], asked, domain.size, seed)
        frequent = np.bincount(truth[train]).argmax()
        return cls(
            target,
            learner,
            int(test.sum()),
            float((answers == frequent).mean()),
            float((old.argmax(axis=1) == answers).mean()),
            float((new.argmax(axis=1) == right).mean()),
            _mean_auc(old, answers),
            _mean_auc(new, right),
        )

    @property
    def preserved(self) -> float:
        """Share of the accuracy above the baseline that the release keeps; nan if there is none."""
        gain = self.accuracy_original - self.baseline
        return (self.accuracy_released - self.baseline) / gain if gain > 0 else nan


def roc_auc(scores: FloatArray, positive: BoolArray) -> float:
    """Chance that a positive scores above a negative, ties counted half; nan without both.

    >>> roc_auc(np.array([0.1, 0.4, 0.4, 0.8]), np.array([False, False, True, True]))
    0.875
    """
    yes, no = int(positive.sum()), int((~positive).sum())
    if not yes or not no:
        return nan
    _, place, times = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[place]
    return float((ranks[positive].sum() - yes * (yes + 1) / 2) / (yes * no))


def _features(pair: TablePair, target: str, features: Sequence[str] | None) -> tuple[str, ...]:
    names = tuple(pair.columns if features is None else features)
    missing = [name for name in (target, *names) if name not in pair.columns]
    if missing:
        raise ParameterError(
            "utility.tables-do-not-share-shared", missing=map(repr, missing), columns=pair.columns
        )
    names = tuple(name for name in names if name != target)
    if not names:
        raise ParameterError("utility.nothing-predict-tables-share-no", target=target)
    return names


def _check_target(target: str, classes: IntArray, told: int) -> None:
    if not 2 <= classes.size <= MOST_CLASSES:
        raise ParameterError(
            "utility.distinct-values-target-2",
            target=target,
            number=classes.size,
            most=MOST_CLASSES,
        )
    if not told:
        raise ParameterError("utility.no-released-record-holds-original", target=target)


def _held_out(truth: IntArray, share: float, seed: int) -> BoolArray:
    """Draw the share from each class; a class of one stays in training."""
    randomness = seeded(seed)
    test = np.zeros(truth.size, np.bool_)
    for value in np.unique(truth[truth >= 0]):
        members = randomness.permutation(np.flatnonzero(truth == value))
        test[members[: min(round(share * members.size), members.size - 1)]] = True
    return test


def _matrix(pair: TablePair, names: Sequence[str], released: bool) -> FloatArray:
    table = pair.released if released else pair.original
    return np.hstack([Features.of(pair.domains[name]).matrix(table[name]) for name in names])


def _chances(
    learner: str, known: FloatArray, truth: IntArray, asked: FloatArray, width: int, seed: int
) -> FloatArray:
    """Chance of each value for each record asked for."""
    chances = np.zeros((asked.shape[0], width))
    model = _learner(learner, seed)
    if np.unique(truth).size == 1:
        chances[:, truth[0]] = 1.0
        return chances
    with catch_warnings():
        simplefilter("ignore")
        model.fit(known, truth)
        chances[:, model.classes_] = model.predict_proba(asked)
    return chances


def _mean_auc(chances: FloatArray, truth: IntArray) -> float:
    values = np.unique(truth)
    found = [roc_auc(chances[:, value], truth == value) for value in values]
    return float(np.mean(found)) if found else nan


def _learner(name: str, seed: int) -> Any:
    if name not in LEARNERS:
        raise ParameterError("utility.unknown-learner-learners", name=name, learners=LEARNERS)
    try:
        if name == LEARNERS[0]:
            ensemble = import_module("sklearn.ensemble")
            return ensemble.RandomForestClassifier(min_samples_leaf=2, random_state=seed)
        linear = import_module("sklearn.linear_model")
        return linear.LogisticRegression(max_iter=1000, random_state=seed)
    except ImportError:
        raise MissingExtraError("utility.predictive-utility-needs-scikit-learn") from None
