"""Candidates looked at page by page, walked through, and drawn."""

from __future__ import annotations

import numpy as np
import pytest

from celosia import Candidate, ParameterError
from celosia.methods.lattice import SearchResult
from celosia.web.service import CandidateLattice, CandidateQuery
from celosia.web.service.candidate_file import write_candidates

NAMES, LOWEST, HIGHEST = ("sex", "age"), (0, 1), (1, 3)
FOUND = (
    Candidate((0, 3), 4, 0.50, 0.50, 7, 5, minimal=True),
    Candidate((1, 2), 1, 0.40, 0.40, 9, 6, minimal=True, optimal=True),
    Candidate((1, 3), 0, 0.40, 0.40, 3, 10),
)


@pytest.fixture
def lattice(tmp_path):
    """Of the six nodes (0, 1) to (1, 3), the three in FOUND are safe; the last one ties."""
    result = SearchResult(
        NAMES, LOWEST, HIGHEST, FOUND, FOUND[1], nodes=6, checked=6, exact=True, ties=((1, 3),)
    )
    write_candidates(result, tmp_path / "c.npy")
    told = {"attributes": NAMES, "min_levels": LOWEST, "max_levels": HIGHEST}
    return CandidateLattice(told, (tmp_path / "c.npy").read_bytes())


def nodes(lattice, **wanted):
    return [row[:2] for row in lattice.page(0, 100, CandidateQuery(**wanted)).rows]


def test_a_page_holds_levels_and_figures_the_best_first(lattice):
    page = lattice.page(0, 2, CandidateQuery())

    assert page.columns == (
        "sex", "age", "kind", "tie", "loss", "suppressed", "classes", "min_class", "risk",
    )  # fmt: skip
    assert page.rows == (
        (1, 2, "optimal", False, 0.40, 1, 9, 6, 1 / 6),
        (1, 3, "safe", True, 0.40, 0, 3, 10, 0.1),
    )
    assert page.records == 3
    assert lattice.page(2, 2, CandidateQuery()).rows[0][:2] == (0, 3)
    assert lattice.page(3, 2, CandidateQuery()).rows == ()


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("risk", [(1, 3), (1, 2), (0, 3)]),
        ("suppressed", [(1, 3), (1, 2), (0, 3)]),
        ("classes", [(1, 3), (0, 3), (1, 2)]),
        ("kind", [(1, 2), (1, 3), (0, 3)]),
        ("level:sex", [(0, 3), (1, 2), (1, 3)]),
        ("level:age", [(1, 2), (1, 3), (0, 3)]),
    ],
)
def test_candidates_are_sorted_and_equal_ones_stand_the_best_first(lattice, sort, order):
    assert nodes(lattice, sort=sort) == order


def test_descending_turns_the_order_around_but_not_that_of_equal_ones(lattice):
    assert nodes(lattice, sort="loss", descending=True) == [(0, 3), (1, 2), (1, 3)]
    assert nodes(lattice, sort="level:sex", descending=True) == [(1, 2), (1, 3), (0, 3)]


def test_only_some_levels_are_shown(lattice):
    assert nodes(lattice, levels=("age=3",)) == [(1, 3), (0, 3)]
    assert nodes(lattice, levels=("age=2-3", "sex=1")) == [(1, 2), (1, 3)]
    assert nodes(lattice, levels=("age=1",)) == []


@pytest.mark.parametrize(
    "wanted",
    [{"sort": "height"}, {"sort": "level:name"}, {"levels": ("age",)}, {"levels": ("name=1",)}],
)
def test_what_there_is_not_is_refused(lattice, wanted):
    with pytest.raises(ParameterError):
        lattice.page(0, 1, CandidateQuery(**wanted))


def test_a_candidate_is_found_in_the_order_that_is_shown(lattice):
    assert lattice.place((0, 3), CandidateQuery()) == 2
    assert lattice.place((0, 3), CandidateQuery("suppressed", descending=True)) == 0
    assert lattice.place((0, 3), CandidateQuery(levels=("sex=1",))) is None
    assert lattice.place((0, 1), CandidateQuery()) is None


def test_a_node_is_told_with_those_one_step_away(lattice):
    around = lattice.around((1, 2))

    assert (around.spot.kind, around.spot.loss, around.spot.risk) == ("optimal", 0.40, 1 / 6)
    assert [(spot.node, spot.changed, spot.kind) for spot in around.coarser] == [
        ((1, 3), "age", "safe")
    ]
    assert [(spot.node, spot.changed, spot.kind) for spot in around.finer] == [
        ((0, 2), "sex", "unsafe"),
        ((1, 1), "age", "unsafe"),
    ]
    assert around.finer[0].loss is None


@pytest.mark.parametrize("node", [(0, 0), (0, 4), (2, 1), (0,), (0, 1, 1), (-1, 1)])
def test_a_node_that_there_is_not_is_refused(lattice, node):
    with pytest.raises(ParameterError, match="a level for each of sex, age"):
        lattice.around(node)


def test_every_node_is_told(lattice):
    assert [(spot.node, spot.kind) for spot in lattice.spots()] == [
        ((0, 1), "unsafe"),
        ((0, 2), "unsafe"),
        ((0, 3), "minimal"),
        ((1, 1), "unsafe"),
        ((1, 2), "optimal"),
        ((1, 3), "safe"),
    ]


def test_the_picture_has_every_node_by_height_then_the_unsafe_then_by_loss(lattice):
    drawn = lattice.drawn()

    n = lattice.nodes
    number, loss, suppressed, smallest = (
        np.frombuffer(drawn, kind, n, 4 * n * place)
        for place, kind in enumerate(("<u4", "<f4", "<u4", "<u4"))
    )
    kind = np.frombuffer(drawn, "<u1", n, 16 * n)
    assert len(drawn) == 17 * n
    assert number.tolist() == [0, 1, 3, 4, 2, 5]
    assert kind.tolist() == [3, 3, 3, 0, 1, 2]
    np.testing.assert_allclose(loss, [np.nan] * 3 + [0.4, 0.5, 0.4], rtol=1e-6)
    assert suppressed.tolist() == [0, 0, 0, 1, 4, 0]
    assert smallest.tolist() == [0, 0, 0, 6, 5, 10]


def test_a_picture_too_large_to_be_sent_is_refused(lattice, monkeypatch):
    monkeypatch.setattr("celosia.web.service.candidate_file.MOST_DRAWN", 5)

    with pytest.raises(ParameterError, match="6 nodes"):
        lattice.drawn()
