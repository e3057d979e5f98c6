"""Singling out: a statement made from the release that is true of one person only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.checks import check_whole
from celosia.domain.hierarchy import Hierarchy
from celosia.errors import ParameterError
from celosia.risk.attacks.columns import TableLike
from celosia.risk.attacks.predicates import Predicates
from celosia.risk.attacks.rates import Rate
from celosia.risk.attacks.result import AttackResult
from celosia.risk.attacks.trial import Trial


def singling_out(
    release: TableLike,
    originals: TableLike,
    control: TableLike,
    rng: np.random.Generator,
    *,
    columns: Sequence[str] | None = None,
    at_once: int = 3,
    attempts: int = 500,
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> AttackResult:
    """Try predicates that isolate one released record on the original table.

    A predicate joins `at_once` columns; with 1, it is a rare label or an extreme. It succeeds when
    it holds for exactly one original record. Its success on the control group shows what a rare
    combination isolates by chance, in as many records as the original table has. The baseline
    are predicates made up at random.

    Attempts are the distinct predicates that could be made. Where none could, the attacker has
    failed in every attempt.

    References: Giomi et al., PoPETs 2023(2); WP216, Article 29 Working Party, 2014.

    >>> people = {"age": [str(n) for n in range(40)], "dx": list("ABCD") * 10}
    >>> others = {"age": [str(n + 100) for n in range(40)], "dx": list("ABCD") * 10}
    >>> rng = np.random.default_rng(0)
    >>> result = singling_out(people, people, others, rng, at_once=2, attempts=20)
    >>> result.main_rate.share, result.risk > 0.5
    (1.0, True)
    """
    names = list(release) if columns is None else list(columns)
    check_whole("singling_out: at_once", at_once, least=1)
    check_whole("singling_out: attempts", attempts, least=1)
    if at_once > len(names):
        raise ParameterError("risk.singling-out-once-but-only", at_once=at_once, number=len(names))
    trial = Trial.of(release, originals, control, names, rng, hierarchies)
    predicates = Predicates(trial)
    if at_once == 1:
        made = predicates.univariate(attempts, rng)
    else:
        made = predicates.multivariate(at_once, attempts, rng)
    held = np.array([predicates.among_people(one) for one in made], np.int64).reshape(-1, 2)
    tried = len(made) or attempts
    by_chance = [predicates.among_people(p)[0] == 1 for p in predicates.random(at_once, tried, rng)]
    return AttackResult.of(
        "singling out",
        main=Rate(int(np.count_nonzero(held[:, 0] == 1)), tried),
        control=Rate(isolated(held[:, 1], trial.control, trial.originals), tried),
        baseline=Rate(sum(by_chance), tried),
    )


def isolated(counts: IntArray, records: int, wanted: int) -> float:
    """Expect how many predicates would isolate one of `wanted` records, from counts in `records`.

    Of more records, each is kept with probability wanted / records. For fewer, the weights of the
    predicates are taken as exponentially distributed, so that the counts are geometric and the
    share of predicates that hold for none gives their mean x: then x / (1 + x)² isolate one.

    References: Cohen and Nissim, PNAS 117(15), 2020, on the size of the table; Giomi et al. fit a
    curve instead.

    >>> isolated(np.array([0, 1, 1, 2]), records=100, wanted=100)
    2.0
    >>> isolated(np.array([0, 1, 1, 2]), records=100, wanted=50)
    1.5
    """
    ones = float(np.count_nonzero(counts == 1))
    if records == wanted or not ones:
        return ones
    ratio = wanted / records
    if ratio < 1:
        held = counts[counts > 0]
        return float((held * ratio * (1 - ratio) ** (held - 1)).sum())
    none = max(float(np.count_nonzero(counts == 0)), 0.5)
    mean = (counts.size - none) / none
    return min(ones * ratio * ((1 + mean) / (1 + ratio * mean)) ** 2, float(counts.size))
