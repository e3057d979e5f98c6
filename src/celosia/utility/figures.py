"""Every figure of a release that applies to it, under a stable name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from celosia.domain.classes import Classes
from celosia.errors import ParameterError
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.attribute_domain import AttributeDomain
from celosia.utility.certainty_penalty import CertaintyPenalty
from celosia.utility.class_sizes import ClassSizeLoss
from celosia.utility.components import ComponentChange
from celosia.utility.correlation import CorrelationChange
from celosia.utility.coverage import combinations
from celosia.utility.distribution import DistributionChange
from celosia.utility.entropy_loss import EntropyLoss
from celosia.utility.il1s import IL1s
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.suppressed_share import SuppressedShare
from celosia.utility.table_pair import TablePair


def utility_figures(
    pair: TablePair, quasi_identifiers: Sequence[str], k: int = 1
) -> dict[str, float]:
    """Measure what a release costs; a figure that does not apply to the tables is absent.

    The first group is over the quasi-identifiers, the second over all shared columns. Prediction
    needs a target and is apart.

    >>> table = {"age": ["20", "21", "30", "31"], "sex": ["F", "M", "F", "M"]}
    >>> coarse = {"age": ["20-21", "20-21", "30-31", "30-31"], "sex": table["sex"]}
    >>> figures = utility_figures(TablePair.of(table, coarse), ["age"], k=2)
    >>> round(figures["gcp"], 4), figures["average_class_size"], figures["ambiguity"]
    (0.0909, 1.0, 2.0)
    """
    unknown = [name for name in quasi_identifiers if name not in pair.domains]
    if unknown or not quasi_identifiers:
        raise ParameterError(
            f"The tables share no quasi-identifier {', '.join(map(repr, unknown)) or 'at all'}. "
            f"Shared columns: {', '.join(pair.columns)}."
        )
    domains = {name: pair.domains[name] for name in quasi_identifiers}
    return {**_of_labels(pair, domains, k), **_of_comparison(pair)}


def _of_labels(pair: TablePair, domains: Mapping[str, AttributeDomain], k: int) -> dict[str, float]:
    records = max(pair.records, pair.released_records)
    penalty = CertaintyPenalty.of(pair.released, domains, records)
    suppressed = SuppressedShare.of(pair.released, domains, records)
    sizes = ClassSizeLoss.of(_classes(pair, tuple(domains)), records, k)
    figures = {
        "gcp": penalty.gcp,
        "gcp_with_left_out": penalty.gcp_with_left_out,
        "ambiguity": Ambiguity.of(pair.released, domains, records).mean,
        "entropy_loss": EntropyLoss.of(pair.released, domains, records).share,
        "suppressed_records": suppressed.records,
        "suppressed_cells": suppressed.cells,
        "discernibility": sizes.discernibility,
        "average_class_size": sizes.average_class_size,
    }
    if pair.released_records <= pair.records:
        figures["kl_divergence"] = KLDivergence.of(pair.original, pair.released, domains).bits
    return figures


def _of_comparison(pair: TablePair) -> dict[str, float]:
    changes = [
        DistributionChange.of(domain, pair.original[name], pair.released[name]).distance
        for name, domain in pair.domains.items()
    ]
    known = [distance for distance in changes if not np.isnan(distance)]
    figures = {"distribution_change": float(np.mean(known))} if known else {}
    for measure in (_correlation, _components, _information, _moved):
        figures |= _where_it_applies(measure, pair)
    return figures


def _where_it_applies(
    measure: Callable[[TablePair], dict[str, float]], pair: TablePair
) -> dict[str, float]:
    try:
        return measure(pair)
    except ParameterError:
        return {}


def _correlation(pair: TablePair) -> dict[str, float]:
    return {"correlation_mae": CorrelationChange.of(pair).differences.mae}


def _components(pair: TablePair) -> dict[str, float]:
    both = ComponentChange.of(pair)
    if len(both.before.columns) < 2:
        return {}
    change = both.correlations
    return {
        "components_mse": change.mse,
        "components_mae": change.mae,
        "components_mean_variation": change.mean_variation,
    }


def _information(pair: TablePair) -> dict[str, float]:
    return {"mutual_information_preserved": MutualInformationChange.of(pair).preserved}


def _moved(pair: TablePair) -> dict[str, float]:
    return {"il1s": IL1s.of(pair).mean}


def _classes(pair: TablePair, names: Sequence[str]) -> Classes:
    codes = [pair.released[name].codes for name in names]
    return Classes(combinations(codes)[1] if pair.released_records else np.empty(0, np.int64))
