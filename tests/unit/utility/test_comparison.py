from __future__ import annotations

from math import isnan, sqrt

import numpy as np
import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.errors import ParameterError
from celosia.utility.column_summary import ColumnSummary, SummaryChange
from celosia.utility.components import ComponentChange, PrincipalComponents
from celosia.utility.correlation import CorrelationChange
from celosia.utility.distribution import DistributionChange, total_variation, wasserstein
from celosia.utility.il1s import IL1s
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.table_pair import Differences, TablePair

TABLE = {
    "age": ["20", "25", "30", "45", "60", "80"],
    "pay": ["10", "12", "11", "20", "25", "9"],
    "sex": ["F", "M", "F", "M", "F", "M"],
}
COARSE = {
    "age": ["20-29", "20-29", "30-49", "30-49", ">=50", ">=50"],
    "pay": ["10", "12", "11", "20", "25", "9"],
    "sex": ["F", "M", "*", "M", "F", "*"],
}


def texts(numbers: np.ndarray) -> list[str]:
    return [repr(float(number)) for number in numbers]


def change(cells: list, released: list, **domain: bool) -> DistributionChange:
    return DistributionChange.of(AttributeDomain.of("c", cells, **domain), cells, released)


def test_mae_is_not_mse():
    found = Differences.of([1.0, 2.0, float("nan")], [1.5, 0.0, 1.0])
    assert (found.mse, found.mae, found.mean_variation) == (2.125, 1.25, 0.75)


def test_differences_need_one_shape():
    with pytest.raises(ParameterError, match="shapes"):
        Differences.of([1.0], [1.0, 2.0])


def test_wasserstein_is_the_area_between_the_cdfs():
    one = np.ones(2)

    assert wasserstein(np.array([0.0, 10.0]), np.array([5.0, 5.0]), one, one) == 5
    assert isnan(wasserstein(np.array([]), np.array([5.0, 5.0]), np.array([]), one))


def test_wasserstein_agrees_with_scipy():
    stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(0)
    x, y = random.normal(size=50), random.normal(1, 2, size=30)
    v, w = random.integers(1, 5, 50).astype(float), random.integers(1, 5, 30).astype(float)

    assert wasserstein(x, y, v, w) == pytest.approx(stats.wasserstein_distance(x, y, v, w))


def test_total_variation_normalises():
    assert total_variation(np.array([2.0, 2.0]), np.array([1.0, 0.0])) == 0.5


def test_numbers_are_compared_over_the_range_at_midpoints():
    found = change(["0", "10"], ["0-10", "0-10"])

    assert (found.measure, found.distance, found.suppressed) == ("wasserstein", 0.5, 0.0)


def test_categories_are_spread_over_what_labels_cover():
    assert change(["a", "a", "b", "c"], ["{a, b}"] * 2 + ["c"] * 2).distance == 0.25
    assert change(["a", "b"], ["new", "b"]).distance == 0.5
    assert change(["a", None], [None, None]).distance == 0.5


def test_suppressed_cells_are_left_out_and_counted():
    found = change(["a", "b", "b"], ["a", "b", "*"])

    assert (found.distance, found.suppressed) == (pytest.approx(1 / 6), pytest.approx(1 / 3))


def test_columns_with_nothing_to_compare():
    assert isnan(change(["a", "b"], ["*", "*"]).distance)
    assert isnan(change(["1", "2"], ["*", None]).distance)
    assert isnan(change(["5", "5"], ["6", "6"]).distance)
    assert change(["5", "5"], ["5", "*"]).distance == 0
    assert change([None, None], [None]).distance == 0


def test_summaries():
    domain = AttributeDomain.of("age", ["20", "30", "30", None])

    after = ColumnSummary.of(domain, ["20-30", "20-30", "*", None])

    assert (after.mean, after.variance, after.mode) == (25.0, 0.0, "20-30")
    assert (after.mode_share, after.null_share) == (0.5, 0.25)


def test_summaries_of_hardly_anything():
    domain = AttributeDomain.of("age", [None])

    assert ColumnSummary.of(domain, [None]).mode is None
    assert isnan(ColumnSummary.of(domain, []).mode_share)
    assert isnan(ColumnSummary.of(AttributeDomain.of("age", ["7"]), ["7"]).variance)


def test_summary_change():
    cells = ["F", "F", "M"]
    found = SummaryChange.of(AttributeDomain.of("sex", cells), cells, ["M", "M", "F"])

    assert not found.mode_kept


def test_correlations_before_and_after():
    found = CorrelationChange.of(TablePair.of(TABLE, COARSE))

    ages = [24.5, 24.5, 39.5, 39.5, 65.0, 65.0]
    pay = [10, 12, 11, 20, 25, 9]
    assert found.columns == ("age", "pay")
    assert found.after[0, 1] == pytest.approx(np.corrcoef(ages, pay)[0, 1])
    assert found.differences.mae == pytest.approx(abs(found.before[0, 1] - found.after[0, 1]))


def test_correlations_with_a_constant_column_are_undefined():
    found = CorrelationChange.of(TablePair.of(TABLE, {**COARSE, "pay": ["*"] * 6}))

    assert isnan(found.differences.mae)
    assert found.lost == 1


def test_correlation_needs_two_numeric_columns():
    with pytest.raises(ParameterError, match="share 1"):
        CorrelationChange.of(TablePair.of(TABLE, {"age": TABLE["age"], "sex": TABLE["sex"]}))


def test_components_agree_with_scikit_learn():
    decomposition = pytest.importorskip("sklearn.decomposition")
    numbers = np.random.default_rng(1).normal(size=(60, 4)) @ np.diag([1, 2, 3, 4])
    numbers[:, 1] += numbers[:, 0]

    for standardise in (True, False):
        found = PrincipalComponents.of("abcd", numbers, standardise)
        scaled = numbers / numbers.std(axis=0) if standardise else numbers
        peer = decomposition.PCA().fit(scaled)
        assert found.significance == pytest.approx(peer.explained_variance_ratio_)
        assert np.abs(found.loadings) == pytest.approx(np.abs(peer.components_))


def test_components_correlate_with_the_data():
    numbers = np.random.default_rng(2).normal(size=(40, 3))
    numbers[:, 2] += 2 * numbers[:, 0]

    found = PrincipalComponents.of("abc", numbers)

    scaled = (numbers - numbers.mean(axis=0)) / numbers.std(axis=0)
    scores = scaled @ found.loadings.T
    expected = np.corrcoef(scores.T, numbers.T)[:3, 3:]
    assert found.correlations == pytest.approx(expected)


def test_without_standardising_the_largest_variance_leads():
    numbers = np.random.default_rng(3).normal(size=(40, 2)) * [1, 1000]

    found = PrincipalComponents.of(["a", "b"], numbers, standardise=False)

    assert np.abs(found.loadings).argmax(axis=1).tolist() == [1, 0]


def test_component_change_of_noise():
    random = np.random.default_rng(4)
    numbers = random.normal(size=(200, 2)) @ np.array([[1.0, 0.8], [0.0, 0.6]])
    noisy = numbers + random.normal(scale=0.1, size=numbers.shape)
    before = {"a": texts(numbers[:, 0]), "b": texts(numbers[:, 1])}
    after = {"a": texts(noisy[:, 0]), "b": texts(noisy[:, 1])}

    found = ComponentChange.of(TablePair.of(before, after))

    assert 0 < found.correlations.mse < found.correlations.mae < 0.1
    assert found.significance.mae < 0.05


def test_components_leave_out_what_does_not_vary():
    after = {**COARSE, "pay": ["*"] * 6}

    assert ComponentChange.of(TablePair.of(TABLE, after)).left_out == ("pay",)
    with pytest.raises(ParameterError, match="No principal components"):
        ComponentChange.of(TablePair.of({"age": ["5", "5"]}, {"age": ["5", "*"]}))
    with pytest.raises(ParameterError, match="No principal components"):
        ComponentChange.of(TablePair.of(TABLE, {name: [] for name in TABLE}))


def test_components_drop_the_gappiest_column_when_no_record_is_complete():
    table = {"a": ["1", "2", "3", "4"], "b": ["1", "3", "2", "5"], "c": ["1", "2", "4", "8"]}
    after = {**table, "a": ["1", "2", "*", "*"], "b": ["*", "*", "2", "5"], "c": table["c"]}

    assert ComponentChange.of(TablePair.of(table, after)).left_out == ("a",)


def test_il1s_by_hand():
    pair = TablePair.of({"x": ["0", "10"]}, {"x": ["0", "5"]}, linked=True)

    assert IL1s.of(pair).mean == pytest.approx(5 / (sqrt(2) * sqrt(50)) / 2)


def test_il1s_leaves_out_what_has_no_number():
    before = {"x": ["0", "10", None], "y": ["5", "5", "5"]}
    after = {"x": ["0", "*", "4"], "y": ["6", "6", "6"]}

    found = IL1s.of(TablePair.of(before, after, linked=True))

    assert (found.mean, found.left_out) == (0.0, pytest.approx(5 / 6))
    assert isnan(found.by_column["y"])


def test_il1s_needs_linked_numbers():
    with pytest.raises(ParameterError, match="linked=True"):
        IL1s.of(TablePair.of(TABLE, COARSE))
    with pytest.raises(ParameterError, match="no numeric column"):
        IL1s.of(TablePair.of({"sex": ["F"]}, {"sex": ["F"]}, linked=True))


def test_mutual_information_is_halved_when_half_is_hidden():
    table = {"x": ["a", "b", "c", "d"], "y": ["a", "b", "c", "d"]}
    coarse = {"x": ["ab", "ab", "cd", "cd"], "y": ["a", "b", "c", "d"]}

    found = MutualInformationChange.of(TablePair.of(table, coarse))

    assert found.preserved == 0.5
    assert found.normalised[1][0, 1] == pytest.approx(2 / 3)
    assert found.differences.mae == pytest.approx(1 / 3)


def test_mutual_information_of_constants_is_undefined():
    table = {"x": ["a", "a"], "y": ["b", "b"]}

    found = MutualInformationChange.of(TablePair.of(table, table))

    assert isnan(found.preserved)
    assert isnan(found.differences.mae)


def test_tables_must_share_columns_and_have_records():
    with pytest.raises(ParameterError, match="share no column"):
        TablePair.of({"a": ["1"]}, {"b": ["1"]})
    with pytest.raises(ParameterError, match="no records"):
        TablePair.of({"a": []}, {"a": []})
    with pytest.raises(ParameterError, match="differ in length"):
        TablePair.of({"a": ["1"], "b": []}, {"a": ["1"], "b": ["1"]})
    with pytest.raises(ParameterError, match="as many records"):
        TablePair.of({"a": ["1", "2"]}, {"a": ["1"]}, linked=True)
