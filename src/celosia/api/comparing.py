"""What a release costs: its columns and their relations, beside those of the original."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import Any

from celosia.api.building import QUANTITIES, built_hierarchies
from celosia.domain.attribute_domain import AttributeDomain
from celosia.domain.table import Table
from celosia.errors import ParameterError
from celosia.hierarchies import HierarchyRule
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.certainty_penalty import CertaintyPenalty
from celosia.utility.class_sizes import ClassSizeLoss
from celosia.utility.column_summary import SummaryChange
from celosia.utility.components import ComponentChange
from celosia.utility.correlation import CorrelationChange
from celosia.utility.distribution import DistributionChange
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.prediction import PredictiveUtility
from celosia.utility.suppressed_share import SuppressedShare
from celosia.utility.table_pair import TablePair

MOST_RECORDS = 50_000
"""Of larger tables a sample is compared, always the same one."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Every figure of cost that a release has beside its original."""

    records: tuple[int, int]
    compared: tuple[int, int]
    """Records that the figures rest on: all, or a sample of a large table."""
    figures: Mapping[str, float]
    """By stable name; nan where a figure does not apply."""
    columns: Mapping[str, Mapping[str, Any]]
    """Change of each shared column, and the mean NCP of quasi-identifiers; holds no value of the
    data."""
    prediction: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            "records": list(self.records),
            "compared": list(self.compared),
            **self.figures,
            "columns": {name: dict(change) for name, change in self.columns.items()},
            "prediction": self.prediction and dict(self.prediction),
        }


def compare(
    original: Table,
    released: Table,
    quasi_identifiers: Sequence[str] = (),
    hierarchies: Mapping[str, HierarchyRule] | None = None,
    target: str | None = None,
    seed: int = 0,
) -> Comparison:
    """Compare a release with its original, whatever tool made it.

    Parameters
    ----------
    quasi_identifiers
        The columns that were generalized; NCP, ambiguity and KL divergence are about these.
    hierarchies
        The rules they were generalized by, so that every label is understood.
    target
        A column to learn to predict, on the original and on the release (extra `ml`).
    """
    shared = [name for name in original.columns if name in released.columns]
    if not shared:
        raise ParameterError("workflow.tables-share-no-column-nothing")
    pair = _pair(original, released, shared, hierarchies or {})
    keys = {name: pair.domains[name] for name in quasi_identifiers if name in pair.domains}
    before, after = pair.records, pair.released_records
    whole = before == original.records and after == released.records
    records = original.records if whole else None
    penalty = CertaintyPenalty.of(pair.released, keys, records) if keys else None
    ncps = penalty.by_attribute if penalty else {}
    return Comparison(
        records=(original.records, released.records),
        compared=(before, after),
        figures={
            **(_labels(pair, keys, penalty, records) if penalty else {}),
            **(_sizes(released, tuple(keys), original.records) if keys else {}),
            **_relations(pair),
        },
        columns={name: _column(pair, name, ncps.get(name, nan)) for name in shared},
        prediction=None
        if target is None
        else asdict(PredictiveUtility.of(pair, target, seed=seed)),
    )


def _pair(
    original: Table,
    released: Table,
    shared: Sequence[str],
    rules: Mapping[str, HierarchyRule],
) -> TablePair:
    columns = [original.schema.column(name) for name in shared]
    return TablePair.of(
        original.relation.cells(shared, MOST_RECORDS),
        released.relation.cells(shared, MOST_RECORDS),
        built_hierarchies(original, released, shared, rules),
        numeric=[column.name for column in columns if column.type in QUANTITIES],
        decimal=None,
        dates={column.name: column.format for column in columns if column.format},
        values={name: original.relation.values(name) for name in shared},
    )


def _labels(
    pair: TablePair,
    keys: Mapping[str, AttributeDomain],
    penalty: CertaintyPenalty,
    records: int | None,
) -> dict[str, float]:
    """Measure what the released labels of the quasi-identifiers cover."""
    suppressed = SuppressedShare.of(pair.released, keys, records)
    ambiguity = Ambiguity.of(pair.released, keys, records)
    return {
        "gcp": penalty.gcp,
        "gcp_with_left_out": penalty.gcp_with_left_out,
        "suppressed_records": suppressed.records,
        "suppressed_cells": suppressed.cells,
        "ambiguity": ambiguity.mean,
        "kl_divergence": _or_nan(lambda: KLDivergence.of(pair.original, pair.released, keys).bits),
    }


def _sizes(released: Table, quasi_identifiers: Sequence[str], records: int) -> dict[str, float]:
    classes = released.relation.classes(quasi_identifiers)
    lost = max(records, int(classes.records.sum()))
    loss = ClassSizeLoss.of(classes, lost)
    return {
        "discernibility": loss.discernibility,
        "average_class_size": loss.average_class_size,
    }


def _relations(pair: TablePair) -> dict[str, float]:
    """Measure what became of the relations between columns."""
    return {
        "correlation_mae": _or_nan(lambda: CorrelationChange.of(pair).differences.mae),
        "mutual_information_preserved": _or_nan(lambda: MutualInformationChange.of(pair).preserved),
        **_components(pair),
    }


def _components(pair: TablePair) -> dict[str, float]:
    try:
        change = ComponentChange.of(pair).correlations
    except ParameterError:  # fewer than two usable numeric columns
        return {"pca_mse": nan, "pca_mae": nan, "pca_mean_variation": nan}
    return {
        "pca_mse": change.mse,
        "pca_mae": change.mae,
        "pca_mean_variation": change.mean_variation,
    }


def _column(pair: TablePair, name: str, ncp: float) -> dict[str, Any]:
    """Tell how a column changed, without telling its values."""
    domain, before, after = pair.domains[name], pair.original[name], pair.released[name]
    distribution = DistributionChange.of(domain, before, after)
    summary = SummaryChange.of(domain, before, after)
    return {
        "ncp": ncp,
        "measure": distribution.measure,
        "distance": distribution.distance,
        "suppressed": distribution.suppressed,
        "mean_before": summary.before.mean,
        "mean_after": summary.after.mean,
        "variance_before": summary.before.variance,
        "variance_after": summary.after.variance,
        "mode_kept": summary.mode_kept,
        "mode_share_before": summary.before.mode_share,
        "mode_share_after": summary.after.mode_share,
    }


def _or_nan(measure: Callable[[], float]) -> float:
    """Give nan where a measure does not apply to these columns."""
    try:
        return measure()
    except ParameterError:
        return nan
