"""What a release costs: its columns and their relations, beside those of the original."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.hierarchy import Hierarchy
from celosia.core.schema import Column, ColumnType
from celosia.core.table import Table
from celosia.core.values import Value, ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies import ExplicitRows, HierarchyRule, propose_hierarchy
from celosia.methods.method import MethodFamily
from celosia.recipe import Recipe
from celosia.text.languages import ENGLISH, languages
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.certainty_penalty import CertaintyPenalty
from celosia.utility.column_summary import SummaryChange
from celosia.utility.components import ComponentChange
from celosia.utility.correlation import CorrelationChange
from celosia.utility.distribution import DistributionChange
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.prediction import PredictiveUtility
from celosia.utility.size_costs import ClassSizeLoss, SuppressedShare
from celosia.utility.table_pair import TablePair
from celosia.workflow.draw_fuzzy import SharedLabels
from celosia.workflow.preview import relabel_values
from celosia.workflow.read import TableOrPath, open_table, with_stored_hierarchies

if TYPE_CHECKING:
    from celosia.workflow.code_fuzzy import CodedNumbers


QUANTITIES = (ColumnType.INTEGER, ColumnType.DECIMAL)
"""Types of columns whose labels are read as numbers."""


def built_hierarchies(
    original: Table, released: Table, names: Sequence[str], rules: Mapping[str, HierarchyRule]
) -> dict[str, Hierarchy]:
    """Build the hierarchies of columns over the original's values.

    A column without a rule gets the proposed one if its labels say nothing otherwise: that is how
    it was generalized if nobody named another.
    """
    built = {}
    for name in names:
        column, values = original.schema.column(name), original.relation.values(name)
        rule = rules.get(name)
        if rule is None and not _understood(column, values, released.relation.values(name)):
            rule = propose_hierarchy(name, values, column).rule
        if rule is not None:
            built[name] = rule.build(name, values).fitted(values.values)
    return built


def _understood(column: Column, values: ValueCounts, labels: ValueCounts) -> bool:
    domain = AttributeDomain.of(
        column.name, values, numeric=column.type in QUANTITIES, decimal=None, dates=column.format
    )
    return all(domain.understands(label) for label in labels.values)


def hierarchies_of(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> dict[str, HierarchyRule]:
    """Give the rules that lead from the values of the original to the labels of its release.

    A quasi-identifier that techniques changed value by value gets a rule that begins with what
    they make of each value. Others keep the recipe's rule; swapped and noisy columns hold values,
    not labels. A word for a fuzzy set covers the values of all records that were given it, as
    whoever knew the sets and the original would read it; of two attributes that were coded together
    the words may share values.
    """
    recipe = with_stored_hierarchies(recipe)
    labels = relabel_values(table, recipe, key)
    rules = dict(recipe.hierarchies)
    for name in recipe.quasi_identifiers:
        if any(label is not None for label in labels.get(name, {}).values()):
            rules[name] = _composed(labels[name], table.relation.values(name), name, recipe)
    if recipe.how.family is MethodFamily.FUZZY:
        rules |= _fuzzy(table, recipe, key, labels)
    return rules


def _fuzzy(
    table: Table,
    recipe: Recipe,
    key: bytes | None,
    made: Mapping[str, Mapping[Value, Value]],
) -> dict[str, HierarchyRule]:
    """Find the sets again, and give the words of each value, through what techniques made of it."""
    from celosia.workflow.code_fuzzy import code_as_released

    coded, _ = code_as_released(table, recipe, key)
    return {
        name: _words(
            coded,
            name,
            table.relation.values(name),
            made.get(name, {}),
            _in_every_language(recipe, name),
        )
        for name in coded.numbers
    }


def _in_every_language(recipe: Recipe, name: str) -> dict[str, tuple[str, ...]]:
    """Give, of each word for a set, what it may be called in a release.

    Where the recipe says no language, the words are in that of the terminal that published them.
    """
    if recipe.language is not None:
        return {}
    spoken = [recipe.fuzzy.names_of(name, language) for language in (ENGLISH, *languages())]
    return {words[0]: tuple(dict.fromkeys(words)) for words in zip(*spoken, strict=True)}


def _words(
    coded: CodedNumbers,
    name: str,
    values: ValueCounts,
    made: Mapping[Value, Value],
    called: Mapping[str, tuple[str, ...]],
) -> SharedLabels:
    """Give the words of each original value, in the numbers that the sets were found in.

    After noise, or without the records that have nulls, some values are no longer there: each is
    read as the nearest one below.
    """
    from celosia.workflow.code_fuzzy import as_numbers

    known, places = coded.column(name)
    given: dict[Value, dict[str, None]] = {value: {} for value in known}
    for place, text in zip(places.tolist(), coded.texts[name], strict=True):
        if text is not None:
            given[known[place]] |= dict.fromkeys(called.get(text, (text,)))
    became = [made.get(value, value) for value in values.texts]
    strange = [value for value in became if value not in given]
    numbers = as_numbers(strange)
    if numbers is not None:
        order = np.argsort(coded.numbers[name], kind="stable")  # nulls last
        ranked = coded.numbers[name][order]
        last = int((~np.isnan(ranked)).sum()) - 1
        below = np.clip(np.searchsorted(ranked, numbers, side="right") - 1, 0, last)
        given |= {v: given[known[places[order[at]]]] for v, at in zip(strange, below, strict=True)}
    return SharedLabels(
        {v: tuple(given.get(now, ())) for v, now in zip(values.texts, became, strict=True)}
    )


def _composed(
    labels: dict[Value, Value], values: ValueCounts, name: str, recipe: Recipe
) -> ExplicitRows:
    """Put what techniques made of a value between it and its hierarchy."""
    counts: Counter[str] = Counter()
    for value, count in zip(values.values, values.counts, strict=True):
        if (label := labels[value]) is not None:
            counts[label] += count
    made = ValueCounts(*zip(*sorted(counts.items()), strict=True))
    rule = recipe.hierarchies.get(name)
    climbed = {name for t in recipe.techniques if t.climbs for name in t.changes}
    if rule is None or name in climbed:
        rule = propose_hierarchy(name, made).rule
    rows = {row[0]: row for row in rule.build(name, made).rows}
    return ExplicitRows(
        tuple(
            (value, *map(str, rows[label]))
            for value, label in labels.items()
            if value is not None and label is not None
        )
    )


MOST_RECORDS = 50_000
"""Of larger tables a sample is compared, always the same one: both tables are held in memory, and
the error of a share among so many records is half a percent (1/√n)."""


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
    original: TableOrPath,
    released: TableOrPath,
    quasi_identifiers: Sequence[str] = (),
    hierarchies: Mapping[str, HierarchyRule] | None = None,
    target: str | None = None,
    seed: int = 0,
) -> Comparison:
    r"""Compare a release with its original, whatever tool made it.

    Parameters
    ----------
    original, released
        Open tables, or files or addresses to read.
    quasi_identifiers
        The columns that were generalized; NCP, ambiguity and KL divergence are about these.
    hierarchies
        The rules they were generalized by, so that every label is understood.
    target
        A column to learn to predict, on the original and on the release (extra `ml`).
    seed
        Of that learning.

    Returns
    -------
    Comparison
        What was lost: of the whole table, and of each column.

    Raises
    ------
    ParameterError
        When the tables have no column in common.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     before, after = Path(folder) / "people.csv", Path(folder) / "release.csv"
    ...     _ = before.write_text("sex\nf\nf\nm\nm\n"), after.write_text("sex\nf\nf\n*\n*\n")
    ...     found = celosia.compare(before, after, ["sex"])
    >>> found.records, found.figures["gcp"]
    ((4, 4), 0.5)
    """
    with open_table(original) as before, open_table(released) as after:
        return _compare(before, after, quasi_identifiers, hierarchies or {}, target, seed)


def _compare(
    original: Table,
    released: Table,
    quasi_identifiers: Sequence[str],
    hierarchies: Mapping[str, HierarchyRule],
    target: str | None,
    seed: int,
) -> Comparison:
    shared = [name for name in original.columns if name in released.columns]
    if not shared:
        raise ParameterError("workflow.tables-share-no-column-nothing")
    pair = _pair(original, released, shared, hierarchies)
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
