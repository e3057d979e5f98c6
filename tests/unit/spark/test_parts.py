from __future__ import annotations

import numpy as np
import pytest

from celosia.domain.coding import Codebook
from celosia.domain.recoding import SUPPRESSED_GROUP, Partition
from celosia.domain.schema import Schema
from celosia.engines.spark import grouped_in_parts
from celosia.errors import DataError
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.mondrian import mondrian
from celosia.methods.clustering.problem import laid_out

K = 5
COLUMNS = ("age", "sex", "dx")


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(3)
    return [
        (str(age), "FM"[sex], f"dx{dx}")
        for age, sex, dx in zip(
            rng.integers(20, 60, 900), rng.integers(0, 2, 900), rng.integers(0, 4, 900), strict=True
        )
    ]


@pytest.fixture
def people(read, rows):
    lines = [",".join(row) for row in (COLUMNS, *rows)]
    return read("\n".join(lines) + "\n")


def attributes(relation):
    ages, sexes = relation.values("age"), relation.values("sex")
    numbers = {text: float(text) for text in ages.texts}
    return Attribute.numeric("age", ages, numbers), Attribute.nominal("sex", sexes)


def mondrian_on(found):
    def local(codes):  # inside, so that it travels to the workers by value
        return mondrian(laid_out(found, codes), K)

    return local


def books(relation, *columns):
    return tuple(Codebook(column, relation.values(column).values) for column in columns)


def test_every_record_is_in_one_group_of_at_least_k(people):
    found = attributes(people)
    codebooks = tuple(attribute.codebook for attribute in found)

    parts = grouped_in_parts(people, codebooks, K, mondrian_on(found), most=100)

    counted = people.count(codebooks)
    assert parts.pieces > 4
    assert np.bincount(parts.group_of()).min() >= K
    rows, place = np.unique(parts.codes, axis=0, return_inverse=True)
    assert rows.tolist() == counted.codes.tolist()
    assert np.bincount(place.ravel(), parts.number).tolist() == counted.counts.tolist()


def test_one_piece_is_what_the_method_finds_alone(people):
    found = attributes(people)
    codebooks = tuple(attribute.codebook for attribute in found)
    counted = people.count(codebooks)
    records = np.repeat(counted.codes, counted.counts, axis=0).T
    alone = mondrian(laid_out(found, np.ascontiguousarray(records, np.int32)), K)

    parts = grouped_in_parts(people, codebooks, K, mondrian_on(found), most=1000)

    assert parts.pieces == 1
    assert sorted(np.bincount(parts.group_of())) == sorted(np.bincount(alone))


def test_what_is_grouped_can_be_written(people, tmp_path):
    found = attributes(people)
    codebooks = tuple(attribute.codebook for attribute in found)
    parts = grouped_in_parts(people, codebooks, K, mondrian_on(found), most=200)
    names = tuple(str(group) for group in range(int(parts.group.max()) + 1))
    change = Partition(
        COLUMNS[:2],
        COLUMNS,
        codebooks,
        parts.codes,
        parts.first,
        parts.number,
        parts.group,
        {"age": names, "sex": names},
    )

    with people.draft(change, str(tmp_path / "out.csv"), Schema(()), 0).reopen() as written:
        sizes = written.classes(("age", "sex")).sizes

    assert sorted(sizes) == sorted(np.bincount(parts.group_of()))


def test_records_alike_are_drawn_by_the_seed_not_by_their_other_values(people):
    def tens(codes):
        return np.arange(codes.shape[1]) // 10

    codebooks = books(people, "sex", "dx")
    found = [
        grouped_in_parts(people, codebooks, K, tens, seed=seed, cut_at=1) for seed in (1, 1, 2)
    ]

    assert (found[0].group == found[1].group).all()
    assert found[0].group.size != found[2].group.size or (found[0].group != found[2].group).any()
    held = [np.unique(found[0].codes[found[0].group == g, 1]).size for g in range(50)]
    assert np.mean(held) > 3


def test_a_method_may_suppress(people):
    def none(codes):
        return np.full(codes.shape[1], SUPPRESSED_GROUP)

    parts = grouped_in_parts(people, books(people, "sex"), K, none)

    assert set(parts.group) == {SUPPRESSED_GROUP}
    assert parts.number.sum() == 900


def test_a_failure_on_a_worker_tells_its_kind_and_no_value(people):
    def fails(codes):
        raise ValueError(f"secret {codes[0, 0]}")

    with pytest.raises(DataError) as told:
        grouped_in_parts(people, books(people, "sex"), K, fails)

    assert "ValueError" in str(told.value)
    assert "secret" not in str(told.value)
