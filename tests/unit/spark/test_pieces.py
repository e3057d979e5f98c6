"""Records are grouped by the workers, with the code that groups them everywhere else."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import numpy as np
import pytest

import celosia
from celosia.core.counts import Codebook
from celosia.engines.spark import Division
from celosia.errors import DataError, NotAchievable
from celosia.register.certificate import private_beside

COLUMNS = ("age", "sex", "dx")
ROLES = 'roles = {age = "quasi-identifier", sex = "quasi-identifier", dx = "sensitive"}\n'
K = '{model = "k-anonymity", k = 5}'
L = '{model = "distinct-l-diversity", attribute = "dx", l = 2}'
T = '{model = "t-closeness", attribute = "dx", t = 0.7}'


def recipe(models):
    text = f"{ROLES}models = [{models}]\nmethod = 'mondrian'\ngrouping.refine = 0\n"
    return celosia.Recipe.from_toml(text)


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Nine hundred people, some of no known age; the young all have the same diagnosis."""
    rng = np.random.default_rng(3)
    ages, sexes, ills = rng.integers(20, 60, 900), rng.integers(0, 2, 900), rng.integers(0, 4, 900)
    lines = [",".join(COLUMNS)]
    for age, sex, ill in zip(ages, sexes, ills, strict=True):
        known = "" if age == 59 else str(age)
        lines.append(f"{known},{'FM'[sex]},dx{0 if age < 25 else ill}")
    path = tmp_path_factory.mktemp("pieces") / "people.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def released(people, tmp_path, spark):
    """Release the table from Spark and from the file."""

    def released(recipe, together, piece, name="spark.csv"):
        address = f"spark:?data={quote(str(people))}&together={together}&piece={piece}"
        with celosia.read(address) as table:
            on_spark = celosia.anonymize(table, recipe, tmp_path / name)
        with celosia.read(people) as table:
            alone = celosia.anonymize(table, recipe, tmp_path / "plain.csv")
        return on_spark, alone

    return released


def test_every_model_holds_in_groups_that_the_workers_made(released, tmp_path):
    earlier = tmp_path / "spark.parquet" / "earlier.parquet"
    earlier.parent.mkdir()
    earlier.touch()

    on_spark, alone = released(
        recipe(f"{K}, {L}, {T}"), together=0, piece=100, name="spark.parquet"
    )

    assert not earlier.exists()
    found = on_spark.grouping
    assert found.pieces >= 4
    assert on_spark.after.satisfied
    assert on_spark.after.figures.min_class >= 5
    assert on_spark.after.figures.attributes["dx"].distinct_l >= 2
    assert on_spark.after.figures.records == found.sizes.sum() == 900
    assert on_spark.after.figures.classes == found.sizes.size
    assert on_spark.loss == pytest.approx(alone.loss, rel=0.3)
    assert found.losses.keys() == {"age", "sex"}
    assert on_spark.before.classes == alone.before.classes
    assert on_spark.before.risk.average == pytest.approx(alone.before.risk.average)
    assert on_spark.before.attributes == alone.before.attributes
    proof = private_beside(on_spark.certificate)
    assert f"in {found.pieces} pieces" in proof["grouping"]["reason"]


def test_one_piece_is_published_as_the_embedded_engine_publishes_it(released, tmp_path):
    without_nulls = replace(
        recipe(f"{K}, {L}"), method="l-greedy", nulls=celosia.NullPolicy.EXCLUDED
    )

    on_spark, alone = released(without_nulls, together=0, piece=10_000)

    assert on_spark.grouping.pieces == 1
    assert on_spark.excluded == alone.excluded > 0
    assert (tmp_path / "spark.csv").read_bytes() == (tmp_path / "plain.csv").read_bytes()
    assert on_spark.loss == pytest.approx(alone.loss)


def test_a_small_table_is_grouped_on_the_driver_and_the_release_says_so(released, tmp_path):
    on_spark, _ = released(recipe(K), together=900, piece=100)

    assert on_spark.grouping.reason.text() == (
        "The driver grouped all 900 records together, from their counts (the limit is 900)."
    )
    assert (tmp_path / "spark.csv").read_bytes() == (tmp_path / "plain.csv").read_bytes()


def test_what_no_grouping_reaches_is_refused_before_any_is_made(released):
    with pytest.raises(
        NotAchievable, match=r"whole table as one group satisfies it \(900 records\)"
    ):
        released(recipe(K.replace("5", "901")), together=0, piece=100)


def test_a_failure_on_a_worker_tells_its_kind_and_no_value(read, people):
    class Failing:  # inside, so that it travels to the workers by value
        quasi_identifiers, judged, published, complete = ("sex",), (), ("sex",), ()
        weights, k, seed = np.ones(1), 5, 0
        codebooks = (Codebook("sex", ("F", "M")),)

        def accepts(self, counts, set_of):
            return np.ones(int(set_of.max()) + 1, np.bool_)

        def __call__(self, counts):
            raise ValueError(f"secret {counts.codes[0, 0]}")

    with pytest.raises(DataError) as told:
        read(people.read_text()).in_pieces(Failing())

    assert "ValueError" in str(told.value)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("wrong", [{"together": -1}, {"piece": 0}])
def test_a_division_has_sensible_numbers(wrong):
    with pytest.raises(celosia.CelosiaError, match=next(iter(wrong))):
        Division(**wrong)
