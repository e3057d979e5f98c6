import pytest

from celosia.errors import ParameterError
from celosia.proposals import knee, knee_of_k


@pytest.mark.parametrize(
    ("xs", "ys", "index"),
    [
        ([1, 2, 3, 4, 5], [0, 8, 9, 9.5, 10], 1),  # rises, then levels off
        ([1, 2, 3, 4, 5], [10, 2, 1, 0.5, 0], 1),  # falls, then levels off
        ([0, 1, 2, 3, 4], [0, 0, 0, 0, 10], 3),  # flat, then rises
        ([1, 2, 3], [1, 2, 3], None),  # straight
        ([1, 2, 3], [5, 5, 5], None),  # flat
        ([1, 2], [1, 9], None),  # too short
        ([], [], None),
    ],
)
def test_the_knee_is_the_point_farthest_from_the_chord(xs, ys, index):
    assert knee(xs, ys) == index


@pytest.mark.parametrize(
    ("ks", "losses", "index"),
    [
        ([2, 3, 5, 10, 20], [0.10, 0.11, 0.12, 0.60, 0.90], 2),  # last before the rise
        ([2, 3, 4, 5, 10], [0.1, 0.4, 0.4, 0.4, 0.9], 3),  # along a step, k is free
        ([2, 5, 10], [0.3, 0.3, 0.3], 2),  # no k costs anything
        ([5], [0.3], 0),
        ([2, 3, 10], [0.1, 0.8, 0.9], None),  # loss comes before protection
        ([2, 10], [0.1, 0.9], None),
    ],
)
def test_the_knee_of_k_buys_most_protection_for_its_loss(ks, losses, index):
    assert knee_of_k(ks, losses) == index


@pytest.mark.parametrize(
    ("ks", "losses"),
    [([5, 2], [0, 1]), ([0, 1], [0, 1]), ([2, 3], [0.1]), ([2, 3, 4], [0, 1, float("nan")])],
)
def test_curves_that_make_no_sense_are_refused(ks, losses):
    with pytest.raises(ParameterError):
        knee_of_k(ks, losses)
