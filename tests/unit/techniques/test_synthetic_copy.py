"""Statistical copies: what they keep, what they hide, and what an attacker gets of them."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.risk.attacks import inference, linkability, singling_out
from celosia.techniques.tables.statistical_copy import StatisticalCopy

DX = ["flu", "gout", "asthma"]


def patients(size=2000, seed=0):
    """Age and pay go together, and so do sex and diagnosis."""
    rng = np.random.default_rng(seed)
    age = rng.integers(18, 90, size)
    sex = rng.choice(["F", "M"], size)
    usual = np.where(sex == "F", "asthma", "gout")
    return Cells.of(
        {
            "age": [str(n) for n in age],
            "pay": [f"{n:.2f}".replace(".", ",") for n in 30.0 * age + rng.normal(0, 300, size)],
            "sex": sex.tolist(),
            "dx": np.where(rng.random(size) < 0.7, usual, rng.choice(DX, size)).tolist(),
            "town": [None if n < 0.1 else "Lugo" for n in rng.random(size)],
        }
    )


def made(cells, seed=1, **parameters):
    return StatisticalCopy(**parameters).made(cells, TechniqueContext(Randomness.of(seed, cells)))


def table(cells):
    return {name: cells.column(name).tolist() for name in cells.names}


def numbers_only(cells):
    return cells.without(["sex", "dx", "town"])


@pytest.mark.parametrize("cells", [patients(), numbers_only(patients())], ids=["network", "copula"])
def test_distributions_and_dependences_are_kept(cells):
    figures = made(cells).figures

    assert max(figures.marginals.values()) < 0.06
    assert figures.correlation_difference < 0.05
    assert figures.association_difference < 0.05


def test_it_is_the_same_with_the_same_seed():
    first, second, other = (table(made(patients(300), seed=seed).cells) for seed in (1, 1, 2))

    assert first == second != other


def test_figures_tell_an_exact_copy_from_a_new_one():
    copy = made(numbers_only(patients(500)))

    assert copy.figures.equal < 0.02
    assert copy.figures.closest > 0


def test_nobodys_rare_value_or_extreme_is_drawn():
    cells = patients(500).with_columns(
        {"pay": Cells.of({"pay": ["1,00"] * 499 + ["9999999,00"]}).column("pay")}
    )
    rare = cells.column("dx").copy()
    rare[:2] = "rare"
    result = made(cells.with_columns({"dx": rare}), records=5000)

    assert "rare" not in result.cells.column("dx")
    assert set(result.cells.column("pay")) == {"1,00"}
    assert "2 of 500" in str(result.warnings[0])
    assert "2 de 500" in result.warnings[0].text("es")


def test_identifiers_are_not_modelled():
    ids = Cells.of({"id": [f"p{n}" for n in range(100)], "sex": list("FM") * 50})

    assert set(made(ids).cells.column("id")) == {"*"}


def test_identifiers_beside_numbers_do_not_change_the_model():
    numbers = numbers_only(patients(500))
    ids = Cells.of({"id": [f"p{n}" for n in range(500)]}).column("id")

    beside = made(numbers.with_columns({"id": ids}))

    assert set(beside.cells.column("id")) == {"*"}
    assert beside.figures.correlation_difference < 0.05


def test_times_of_day_are_kept():
    rng = np.random.default_rng(0)
    minutes = np.clip(rng.normal(10 * 60, 90, 500), 0, 1439).astype(int)
    seen = [f"2024-01-05 {n // 60:02}:{n % 60:02}:00" for n in minutes]

    result = made(Cells.of({"seen": seen}))

    hours = [int(cell[11:13]) for cell in result.cells.column("seen")]
    assert np.mean(hours) == pytest.approx(np.mean(minutes // 60), abs=0.5)
    assert result.figures.marginals["seen"] < 0.1


def test_bounds_may_have_times_of_day():
    seen = [f"2024-01-05 {n % 3 + 8:02}:00:00" for n in range(2000)]
    bounds = (("seen", "2024-01-05 00:00:00", "2024-01-05 23:59:59"),)

    copy = made(Cells.of({"seen": seen}), records=500, epsilon=9.0, bounds=bounds, bins=24).cells

    hours = [int(cell[11:13]) for cell in copy.column("seen")]
    assert np.mean([8 <= hour <= 10 for hour in hours]) > 0.9


def test_nulls_stay_as_frequent():
    towns = made(patients()).cells.column("town").tolist()

    assert towns.count(None) / len(towns) == pytest.approx(0.1, abs=0.03)


@pytest.mark.parametrize(
    "attack",
    [
        partial(singling_out, at_once=3, columns=["age", "pay", "dx"]),
        partial(linkability, first=["age", "sex"], second=["pay", "dx"]),
        partial(inference, known=["age", "sex", "pay"], secret="dx"),
    ],
    ids=["singling out", "linkability", "inference"],
)
def test_attacks_do_little_better_on_the_originals_than_on_others(attack):
    originals, others = patients(600), patients(600, seed=9)

    result = attack(
        table(made(originals).cells), table(originals), table(others), np.random.default_rng(1)
    )

    assert result.interval[0] < 0.05


def test_an_exact_copy_would_have_been_caught():
    originals, others = patients(600), patients(600, seed=9)

    result = singling_out(
        table(originals),
        table(originals),
        table(others),
        np.random.default_rng(1),
        at_once=3,
        columns=["age", "pay", "dx"],
    )

    assert result.interval[0] > 0.5


@pytest.mark.parametrize("cells", [Cells.of({"a": []}), Cells.of({"a": ["1"]}), Cells.of({})])
def test_too_few_records_are_refused(cells):
    with pytest.raises(DataError, match="at least 5 records"):
        made(cells)


def test_a_constant_column_and_dates():
    cells = Cells.of({"day": [f"2024-01-{n:02}" for n in range(1, 31)], "one": ["1"] * 30})

    copy = made(cells).cells

    assert set(copy.column("one")) == {"1"}
    assert all(cell.startswith("2024-01-") for cell in copy.column("day"))


def test_an_identifier_that_is_no_column_is_told():
    with pytest.raises(DataError, match="There is no column 'nobody'"):
        made(patients(50), identifiers=("nobody",))


PUBLIC = {
    "epsilon": 8.0,
    "records": 2000,
    "bins": 8,
    "categories": (("sex", "F", "M"), ("dx", *DX), ("town", "Lugo", "Vigo")),
    "bounds": (("age", "18", "90"), ("pay", "0,00", "3600,00")),
}


class TestDifferentialPrivacy:
    def test_strong_dependences_survive(self):
        figures = made(patients(), **PUBLIC).figures

        assert max(figures.marginals.values()) < 0.25
        assert figures.correlation_difference < 0.25

    def test_every_column_must_be_known_beforehand(self):
        with pytest.raises(ParameterError, match="column 'pay' needs an entry"):
            made(patients(50), **{**PUBLIC, "bounds": (("age", "18", "90"),)})

    def test_bounds_must_be_numbers_or_dates(self):
        with pytest.raises(ParameterError, match="bounds of 'pay' must be two rising"):
            made(
                patients(50),
                **{**PUBLIC, "bounds": (("age", "18", "90"), ("pay", "9", "1"))},
            )

    def test_bounds_may_be_written_otherwise_than_the_column(self):
        """Commas or Spanish dates that the bounds do not have were once taken for missing."""
        cells = Cells.of({"pay": ["10,25", "10,75"] * 100, "born": ["31/12/1999"] * 200})
        bounds = (("pay", "0", "20"), ("born", "1999-01-01", "2000-12-31"))

        copy = made(cells, epsilon=200.0, records=100, bins=2, bounds=bounds).cells

        assert all(10 <= int(cell) <= 20 for cell in copy.column("pay"))
        assert all(cell.startswith("1999-") for cell in copy.column("born"))

    @pytest.mark.parametrize(
        ("bounds", "says"),
        [
            (("dx", "0", "9"), "'dx': 400 cells are not numbers"),
            (("dx", "1999-01-01", "2000-01-01"), "'dx' does not hold dates"),
        ],
    )
    def test_cells_that_are_no_numbers_or_dates_are_not_taken_for_missing(self, bounds, says):
        cells = Cells.of({"dx": ["flu", "gout"] * 200})

        with pytest.raises(DataError, match=says):
            made(cells, epsilon=1.0, records=9, bounds=(bounds,))

    def test_categories_that_no_record_has_are_refused(self):
        cells = Cells.of({"sex": ["F", "M"] * 50})

        with pytest.raises(DataError, match="no record has one of the categories listed for 'sex'"):
            made(cells, epsilon=1.0, records=9, categories=(("sex", "H", "X"),))

    def test_the_number_of_records_is_not_taken_from_the_data(self):
        with pytest.raises(ParameterError, match="how many records"):
            StatisticalCopy(epsilon=1.0)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"records": 0}, "records"),
        ({"bins": 0}, "bins"),
        ({"least": 1}, "least"),
        ({"epsilon": 0, "records": 5}, "epsilon"),
        ({"epsilon": 1, "records": 5, "identifiers": ("age",)}, "copies without it"),
        ({"categories": (("sex",),)}, "categories"),
        ({"bounds": (("age", "1"),)}, "bounds"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        StatisticalCopy(**parameters)


@pytest.mark.parametrize("parameters", [{}, {"epsilon": 2.0, "records": 10}])
def test_it_explains_itself_in_both_languages(parameters):
    explanation = StatisticalCopy(**parameters).explanation

    assert str(explanation) != explanation.text("es")
    assert "model" in str(explanation)


def test_it_does_not_promise_that_no_record_comes_out_equal():
    cells = Cells.of({"sex": ["F", "M"] * 50})

    assert made(cells).figures.equal == 1
    assert "may come out equal" in str(StatisticalCopy().explanation)
    assert "puede salir igual" in StatisticalCopy().explanation.text("es")
