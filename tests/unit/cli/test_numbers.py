"""The command line reads numbers by the grammar of cells, with the decimal sign of its language."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from celosia.cli.aggregate_command import _bounds, _dominance
from celosia.cli.guide_questions import within
from celosia.cli.language import listen, option
from celosia.cli.main import cli
from celosia.cli.options import _levels, _weight, models_from, share
from celosia.errors import ParameterError

WRONG = ["1_0", "\u0662", "inf", "nan", "0x2", "", "1,5,2"]


@pytest.mark.parametrize("text", ["4%", "4 %", "4\u00a0%", "0.04", " 0.04"])
def test_a_share_is_a_number_or_a_percentage(text):
    assert share(text) == 0.04


@pytest.mark.parametrize("text", [*WRONG, "1_0%", "\u0664%", "%", "4%%", "%4", "0,04"])
def test_what_is_no_number_is_no_share(text):
    with pytest.raises(ParameterError, match="--suppression"):
        share(text)


@pytest.mark.parametrize("text", ["4,5%", "4,5 %", "4.5%", "0,045", "0.045"])
def test_decimals_are_written_as_the_language_does_and_a_point_will_always_do(text):
    listen(["--lang", "es"])

    assert share(text) == pytest.approx(0.045)
    assert _weight("edad=2,5") == _weight("edad=2.5") == ("edad", 2.5)


@pytest.mark.parametrize("number", WRONG)
def test_what_is_no_number_is_none_in_any_option(number):
    with pytest.raises(ParameterError, match="--weight"):
        _weight(f"age={number}")
    with pytest.raises(ParameterError, match="NAME=NUMBER"):
        models_from({"l_diversity": (f"dx={number}",)})
    with pytest.raises(ParameterError, match="--levels"):
        _levels(f"age={number}:2")
    with pytest.raises(ParameterError, match="--dominance"):
        _dominance(f"{number},80")
    with pytest.raises(ValueError, match=r"^$"):
        within(number, 0, 100)


def test_commas_stand_between_the_numbers_of_a_list_in_every_language():
    listen(["--lang", "es"])

    assert _bounds("pay=0,1.5") == ("pay", (0, 1.5))
    with pytest.raises(ParameterError, match="--bounds"):
        _bounds("pay=0,1_0")


@click.command()
@option("--share", type=float, default=1)
@option("--count", type=int, default=2)
@option("--most", type=click.IntRange(0, 9), default=3)
def probe(share, count, most):
    click.echo(repr((share, count, most)))


@pytest.mark.parametrize("flag", ["--share", "--count", "--most"])
@pytest.mark.parametrize("number", ["1_0", "\u0662", "inf"])
def test_click_reads_numbers_alike(flag, number):
    refused = CliRunner().invoke(probe, [flag, number])

    assert refused.exit_code == 2
    assert "is not a valid" in refused.output


def test_click_takes_the_decimal_comma_of_the_language_and_its_defaults():
    assert CliRunner().invoke(probe, ["--most", "4"]).output == "(1.0, 2, 4)\n"
    assert CliRunner().invoke(probe, ["--most", "10"]).exit_code == 2
    assert CliRunner().invoke(probe, ["--share", "0,5"]).exit_code == 2
    listen(["--lang", "es"])
    assert CliRunner().invoke(probe, ["--share", "0,5"]).output == "(0.5, 2, 3)\n"


def test_every_option_of_every_command_is_read_so():
    plain = (click.types.IntParamType, click.types.FloatParamType)
    found = [
        (name, each.name)
        for name in cli.list_commands(None)
        for each in cli.get_command(None, name).params
        if isinstance(each.type, plain) and "_number_class" not in vars(each.type)
    ]

    assert found == []
