"""What differentially private tables cost: counted, kept, and never spent twice."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import celosia
from celosia import DataError, ParameterError
from celosia.errors import MissingExtraError
from celosia.techniques.tables import Aggregation, PrivateAggregation
from celosia.techniques.tables.privacy_budget import Expense, PrivacyBudget
from celosia.workflow.budget import BudgetFile, Payment

SPENDERS = 4
SPENDING = """
import sys
from pathlib import Path
from celosia.errors import ParameterError
from celosia.workflow.budget import BudgetFile

paid = 0
for _ in range(25):
    try:
        with BudgetFile(Path(sys.argv[1])).charge(0.01, "a test"):
            paid += 1
    except ParameterError:
        pass
print(paid)
"""


class TestCounting:
    def test_what_is_spent_is_written_down_and_what_is_not_there_is_refused(self):
        budget = PrivacyBudget(1.5)

        budget.spend(1.0, "counts by town")

        assert [(paid.what, paid.epsilon) for paid in budget.expenses] == [("counts by town", 1.0)]
        with pytest.raises(ParameterError, match=r"1.0 is asked for, 0.5 of 1.5 is left"):
            budget.spend(1.0, "counts by town")
        assert budget.left == 0.5

    def test_ten_tenths_are_one(self):
        budget = PrivacyBudget(1.0)

        for _ in range(10):
            budget.spend(0.1, "counts")

        assert budget.left == 0

    @pytest.mark.parametrize("epsilon", [0, -1, float("nan"), float("inf"), True, "1"])
    def test_an_expense_is_a_number_above_zero(self, epsilon):
        budget = PrivacyBudget(1.0)

        with pytest.raises(ParameterError, match="Expense: epsilon"):
            budget.spend(epsilon, "counts")
        assert budget.expenses == []

    def test_a_ledger_that_was_overspent_is_refused(self):
        with pytest.raises(ParameterError, match="more was spent"):
            PrivacyBudget(1.0, [Expense("counts", 2.0)])

    @pytest.mark.parametrize(
        "entries",
        [
            {},
            {"epsilon": 1, "spent": 0},
            {"epsilon": 1, "spent": 0, "expenses": [{}]},
            {"epsilon": 1, "spent": 0, "expenses": 3},
            {"epsilon": 1, "expenses": []},
        ],
    )
    def test_a_broken_ledger_is_refused(self, entries):
        with pytest.raises(ParameterError, match="needs epsilon, spent, and expenses"):
            PrivacyBudget.from_dict(entries)


@pytest.fixture
def ledger(tmp_path):
    """A ledger of which 2 may be spent."""
    file = BudgetFile(tmp_path / "patients.toml")
    file.begin(2)
    return file


def spend(ledger: BudgetFile, epsilon: float, what: str) -> Payment:
    """Charge a ledger for nothing but the charge."""
    with ledger.charge(epsilon, what) as (paid, _):
        return paid


class TestKeeping:
    def test_another_run_goes_on_where_the_last_one_ended(self, ledger):
        spend(ledger, 0.5, "one")

        paid = spend(BudgetFile(ledger.path), 1, "two")

        assert (paid.ledger, paid.epsilon) == ("patients.toml", 1)
        assert (paid.spent, paid.left, paid.total) == (1.5, 0.5, 2)
        assert [kept.what for kept in ledger.read().expenses] == ["one", "two"]

    def test_what_is_refused_leaves_the_file_as_it_was(self, ledger):
        spend(ledger, 1.5, "one")
        before = ledger.path.read_bytes()

        with pytest.raises(ParameterError, match=r"1 is asked for, 0.5 of 2 is left"):
            spend(ledger, 1, "two")

        assert ledger.path.read_bytes() == before

    def test_a_ledger_is_never_begun_anew(self, ledger):
        spend(ledger, 2, "all")

        with pytest.raises(ParameterError, match="would forget what was spent"):
            ledger.begin(2)

        assert ledger.read().left == 0

    def test_a_link_leads_to_the_same_ledger(self, ledger, tmp_path):
        link = tmp_path / "link.toml"
        link.symlink_to(ledger.path)

        spend(BudgetFile(link), 1.5, "by the link")

        assert link.is_symlink()
        assert ledger.read().left == 0.5

    def test_processes_at_once_never_spend_the_same(self, ledger):
        """Four want to spend a hundredth 25 times each; there is enough for 60 of the hundred."""
        spend(ledger, 1.4, "before")
        words = [sys.executable, "-c", SPENDING, str(ledger.path)]
        running = [
            subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")
            for _ in range(SPENDERS)
        ]

        paid = [int(process.communicate(timeout=600)[0]) for process in running]

        assert sum(paid) == 60
        assert len(ledger.read().expenses) == 61
        assert ledger.read().left == 0

    def test_wherever_the_file_is_cut_it_is_refused(self, ledger):
        for n in range(3):
            spend(ledger, 0.5, f"table {n}")
        whole = ledger.path.read_bytes()
        end = len(whole.rstrip())

        for size in range(0, end, 7):
            ledger.path.write_bytes(whole[:size])
            with pytest.raises(DataError, match="not a whole privacy budget"):
                spend(ledger, 0.1, "after the cut")
            assert ledger.path.read_bytes() == whole[:size]

    @pytest.mark.parametrize(
        ("was", "becomes", "why"),
        [
            ("epsilon = 0.5", "epsilon = 0.1", "do not add up"),
            ("epsilon = 0.5", "epsilon = -9.5", "epsilon must be a number above 0"),
            ("epsilon = 0.5", 'epsilon = "0.5"', "epsilon must be a number"),
            ("epsilon = 2", "epsilon = 0.2", "more was spent"),
            ("spent = 0.5", "spent = 0", "do not add up"),
            ("what =", "whatever =", "needs epsilon, spent, and expenses"),
            ("epsilon = 2", "epsilon = 2\nepsilon = 3", "not a whole"),
            ("# How", "\x00", "not a whole"),
        ],
    )
    def test_an_edited_file_is_refused(self, ledger, was, becomes, why):
        spend(ledger, 0.5, "one")
        text = ledger.path.read_text(encoding="utf-8")
        assert was in text

        ledger.path.write_text(text.replace(was, becomes, 1), encoding="utf-8")

        with pytest.raises(DataError, match=why):
            ledger.read()

    def test_a_ledger_that_is_not_there_says_how_to_begin_one(self, tmp_path):
        with pytest.raises(ParameterError, match=r"celosia budget new none\.toml"):
            BudgetFile(tmp_path / "none.toml").check(1)
        assert list(tmp_path.iterdir()) == []


ROWS = "town,gift\n" + "".join(f"SECRET{'AB'[i % 2]},{10 + i}\n" for i in range(40))
BY_TOWN = PrivateAggregation(("town",), (("SECRETA", "SECRETB"),), epsilon=1.5)


class TestPaying:
    @pytest.fixture
    def table(self, tmp_path):
        (tmp_path / "donors.csv").write_text(ROWS, encoding="utf-8")
        with celosia.read(tmp_path / "donors.csv") as table:
            yield table

    def test_the_certificate_tells_what_was_paid_and_what_is_left(self, table, ledger, tmp_path):
        pytest.importorskip("opendp")

        made = celosia.make_tables(table, BY_TOWN, [tmp_path / "out.csv"], budget=ledger)

        told = json.loads(made.certificate.read_text(encoding="utf-8"))["budget"]
        assert told == {
            "ledger": "patients.toml", "epsilon": 1.5, "spent": 1.5, "left": 0.5, "total": 2
        }  # fmt: skip
        assert "SECRET" not in ledger.path.read_text(encoding="utf-8")
        assert made.warnings == ()

    def test_what_cannot_be_paid_is_not_published(self, table, ledger, tmp_path):
        pytest.importorskip("opendp")
        spend(ledger, 1, "before")

        with pytest.raises(ParameterError, match=r"1.5 is asked for, 1.0 of 2 is left"):
            celosia.make_tables(table, BY_TOWN, [tmp_path / "out.csv"], budget=ledger)

        assert not (tmp_path / "out.csv").exists()

    def test_what_could_not_be_made_is_not_paid(self, table, ledger, tmp_path, monkeypatch):
        monkeypatch.setitem(sys.modules, "opendp.prelude", None)

        with pytest.raises(MissingExtraError):
            celosia.make_tables(table, BY_TOWN, [tmp_path / "out.csv"], budget=ledger)

        assert ledger.read().left == 2

    def test_without_a_ledger_it_is_told_that_nothing_remembers(self, table, tmp_path):
        pytest.importorskip("opendp")

        made = celosia.make_tables(table, BY_TOWN, [tmp_path / "out.csv"])

        assert made.paid is None
        assert "nothing remembers" in str(made.warnings[0])

    def test_a_table_without_epsilon_is_not_paid_for(self, table, ledger, tmp_path):
        exact = Aggregation(("town",))

        with pytest.raises(ParameterError, match="Nothing here is differentially private"):
            celosia.make_tables(table, exact, [tmp_path / "out.csv"], budget=ledger)

    def test_the_ledger_is_not_written_over(self, table, tmp_path):
        ledger = BudgetFile(tmp_path / "out.csv")
        ledger.begin(2)

        with pytest.raises(ParameterError, match="is the ledger"):
            celosia.make_tables(table, BY_TOWN, [tmp_path / "out.csv"], budget=ledger)

        assert ledger.read().left == 2

    def test_a_recipe_pays_for_all_its_private_cells_together(self, table, ledger, tmp_path):
        pytest.importorskip("opendp")
        recipe = celosia.Recipe.from_toml(RECIPE)

        release = celosia.anonymize(table, recipe, tmp_path / "out.csv", budget=ledger)

        assert release.paid == Payment("patients.toml", 1.5, 1.5, 0.5, 2)
        told = json.loads(release.certificate.read_text(encoding="utf-8"))["budget"]
        assert (told["spent"], told["left"]) == (1.5, 0.5)
        with pytest.raises(ParameterError, match=r"1.5 is asked for, 0.5 of 2 is left"):
            celosia.anonymize(table, recipe, tmp_path / "again.csv", budget=ledger)
        assert not (tmp_path / "again.csv").exists()

    def test_a_recipe_without_private_cells_is_not_paid_for(self, table, ledger, tmp_path):
        plain = celosia.Recipe.from_toml(RECIPE.split("[[techniques]]")[0])

        with pytest.raises(ParameterError, match="Nothing here is differentially private"):
            celosia.anonymize(table, plain, tmp_path / "out.csv", budget=ledger)


RECIPE = """
method = "none"
roles = {town = "insensitive", gift = "insensitive"}

[[techniques]]
kind = "laplace-mechanism"
column = "gift"
epsilon = 0.5
low = 0
high = 100

[[techniques]]
kind = "randomized-response"
column = "town"
epsilon = 1.0
categories = ["SECRETA", "SECRETB"]
"""
