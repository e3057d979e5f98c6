"""Differentially private tables and sensitivity rules, as the command line takes them."""

from __future__ import annotations

import csv

import pytest
from click.testing import CliRunner

from celosia.cli import (
    aggregate_command as aggregate,
    anonymize_command as anonymize,
    budget_command as budget,
    synthesize_command as synthesize,
)
from celosia.errors import CelosiaError

ROWS = "town,gift\n" + "".join(f"{'AB'[i % 2]},{10 + i}\n" for i in range(400))
PRIVATE = ("--epsilon", "50", "--groups", "town=A,B", "--bounds", "gift=0,500")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command on a table of donors, and give what it wrote."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "donors.csv").write_text(ROWS, encoding="utf-8")

    def run(module, *words):
        done = CliRunner().invoke(
            module.command, ["donors.csv", *words, "-o", "out.csv"], catch_exceptions=False
        )
        assert done.exit_code == 0, done.output
        with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))

    return run


def test_groups_with_noise(run):
    """The noise of a count has a scale of 0.04: it passes 10 once in e^250."""
    pytest.importorskip("opendp")

    header, *rows = run(aggregate, "--by", "town", "--sum", "gift", "--mean", "gift", *PRIVATE)

    assert header == ["town", "count", "sum_gift", "mean_gift"]
    assert [row[0] for row in rows] == ["A", "B", "TOTAL"]
    assert abs(int(rows[0][1]) - 200) < 10


def test_people_with_several_records_get_more_noise(run):
    pytest.importorskip("opendp")
    words = ("--by", "town", "--sum", "gift", *PRIVATE, "--decimals", "1")

    few = [int(run(aggregate, *words)[1][1]) for _ in range(8)]
    many = [int(run(aggregate, *words, "--contributions", "500")[1][1]) for _ in range(8)]

    assert max(many) - min(many) > max(few) - min(few)


def test_columns_are_left_out(run):
    header, *rows = run(synthesize, "--for", "statistics", "--leave-out", "gift")

    assert header == ["town"]
    assert len(rows) == 400


def test_no_value_of_an_identifier_appears(run):
    _, *copied = run(synthesize, "--for", "statistics", "--identifier", "town")
    _, *invented = run(synthesize, "--for", "testing", "--identifier", "town")

    assert {row[0] for row in copied} == {"*"}
    assert not {row[0] for row in invented} & {"A", "B"}


def test_groups_that_few_people_dominate_are_hidden(run):
    rows = run(aggregate, "--by", "town", "--sum", "gift", "--dominance", "1,0.5")

    assert rows[1][1:] == ["*", "*"]


def test_a_private_copy(run):
    pytest.importorskip("opendp")
    known = ("--categories", "town=A,B", "--bounds", "gift=0,500")

    header, *rows = run(
        synthesize, "--for", "statistics", "--epsilon", "9", "--records", "30", *known
    )

    assert header == ["town", "gift"]
    assert len(rows) == 30
    assert {row[0] for row in rows} <= {"A", "B", "", "*"}


@pytest.mark.parametrize(
    ("module", "words", "wrong"),
    [
        (aggregate, ("--by", "town", "--epsilon", "1"), "--groups needs one entry"),
        (aggregate, ("--by", "town", "--groups", "town=A"), "are for --epsilon"),
        (aggregate, ("--by", "town", "--contributions", "2"), "are for --epsilon"),
        (aggregate, ("--by", "town", "--mean", "gift", "--epsilon", "1", "--groups", "town=A"),
         "--sum and --mean"),
        (synthesize, ("--for", "testing", "--leave-out", "nobody"), "no column 'nobody'"),
        (aggregate, ("--by", "town", "--edges", "gift=1,2", *PRIVATE), "nothing is hidden"),
        (aggregate, ("--by", "town", "--dominance", "2"), "N,K"),
        (synthesize, ("--for", "statistics", "--bounds", "gift=0,9"), "are for --epsilon"),
        (
            synthesize,
            ("--for", "statistics", "--epsilon", "1", "--records", "9", "--bounds", "gift=0"),
            "LOW,HIGH",
        ),
    ],
)  # fmt: skip
def test_options_that_do_not_belong_together(run, module, words, wrong):
    with pytest.raises(CelosiaError, match=wrong):
        run(module, *words)


def published(*words):
    """Publish gifts with private noise; give what is printed."""
    noise = 'kind = "laplace-mechanism", column = "gift", epsilon = 1, low = 0, high = 500'
    roles = ("--insensitive", "town", "gift", "--method", "none", "--technique", noise)
    given = ["donors.csv", *roles, *words, "-o", "out.csv"]
    done = CliRunner().invoke(anonymize.command, given, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_private_cells_that_no_ledger_pays_for_are_told(tmp_path, monkeypatch):
    pytest.importorskip("opendp")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "donors.csv").write_text(ROWS, encoding="utf-8")
    CliRunner().invoke(budget.command, ["new", "ledger.toml", "--total", "3"])

    assert "No ledger was named" in published()
    paid = published("--budget", "ledger.toml")
    assert "Paid epsilon 1 from ledger.toml: 2 of 3 is left." in paid
    assert "No ledger was named" not in paid
