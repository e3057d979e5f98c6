import numpy as np
import pytest

from celosia.errors import ParameterError
from celosia.proposals import Combination, choose, propose_quasi_identifiers

#        cp  sexo
TABLE = [[0, 0], [0, 1], [1, 0], [2, 0]]
RECORDS = [1, 1, 1, 1]


def propose(codes, counts, names, **options):
    return propose_quasi_identifiers(np.array(codes), np.array(counts), names, **options)


def test_the_whole_power_set_is_shown_with_its_figures():
    proposal = propose(TABLE, RECORDS, ["cp", "sexo"], tolerance=0)

    assert proposal.examined == (
        Combination(("cp",), 3, 0.75, pytest.approx(5 / 6)),
        Combination(("sexo",), 2, 0.5, pytest.approx(3 / 6)),
        Combination(("cp", "sexo"), 4, 1.0, 1.0),
    )
    assert (proposal.chosen, proposal.maximum, proposal.exhaustive) == (("cp", "sexo"), 4, True)


def test_a_tolerance_gives_up_tuples_for_fewer_columns():
    assert propose(TABLE, RECORDS, ["cp", "sexo"], tolerance=0.05).chosen == ("cp",)  # rounded down
    assert propose(TABLE, RECORDS, ["cp", "sexo"], tolerance=0.25).chosen == ("cp",)


def test_the_order_of_the_columns_decides_nothing():
    tied = [[0, 1], [1, 0], [2, 2]]

    assert propose(tied, [1, 1, 1], ["b", "a"]).chosen == ("a",)
    assert propose(tied, [1, 1, 1], ["a", "b"]).chosen == ("a",)


def test_records_weigh_in_distinction_and_separation():
    (only,) = propose([[0], [1]], [3, 1], ["sexo"]).examined

    assert only == Combination(("sexo",), 2, 0.5, 0.5)


def test_sets_that_cannot_suffice_are_skipped():
    rng = np.random.default_rng(0)
    flags = rng.integers(0, 2, (500, 12))
    codes = np.column_stack([np.arange(500) // 2, flags])
    names = ["postcode", *(f"flag{i:02d}" for i in range(12))]

    proposal = propose(codes, np.ones(500, dtype=int), names, tolerance=0.3)

    assert proposal.exhaustive
    assert proposal.chosen[0] == "postcode"
    assert {c.columns[0] for c in proposal.examined if len(c.columns) == 2} == {"postcode"}


def test_many_columns_stay_bounded_and_say_so():
    codes = np.random.default_rng(0).integers(0, 2, (2000, 40))
    names = [f"c{i:02d}" for i in range(40)]

    proposal = propose(codes, np.ones(2000, dtype=int), names)

    assert not proposal.exhaustive
    assert len(proposal.examined) < 1000
    by_columns = {c.columns: c.distinct for c in proposal.examined}
    assert by_columns[proposal.chosen] >= int(proposal.maximum * 0.95)


def test_a_table_with_one_tuple_gives_one_column():
    assert propose([[0, 0]], [5], ["b", "a"]).chosen == ("a",)


@pytest.mark.parametrize(
    ("codes", "counts", "names"),
    [
        (np.zeros((0, 2)), [], ["a", "b"]),
        (np.zeros((1, 0)), [1], []),
        (np.zeros((1, 2)), [1], ["a"]),
        (np.zeros((1, 2)), [1], ["a", "a"]),
    ],
)
def test_shapes_that_do_not_fit_are_refused(codes, counts, names):
    with pytest.raises(ParameterError):
        propose(codes, counts, names)


def test_a_choice_needs_columns_and_a_tolerance_below_one():
    with pytest.raises(ParameterError):
        choose({})
    with pytest.raises(ParameterError):
        choose({("a",): 1}, tolerance=1.0)
