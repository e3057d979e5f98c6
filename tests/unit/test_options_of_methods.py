"""Options of methods that would meet on the command line are refused when they are declared."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import pytest
from click.testing import CliRunner

from celosia.cli.main import cli
from celosia.core.parameters import Whole
from celosia.errors import ParameterError
from celosia.methods.method import METHODS, FuzzyMethod, GroupingMethod, LevelsMethod, MethodOptions
from celosia.text.messages import verbatim


@dataclass(frozen=True, slots=True)
class Gammas(MethodOptions):
    gamma: Annotated[int, Whole(0)] = 3


@dataclass(frozen=True, slots=True)
class Renamed(MethodOptions):
    steepness: Annotated[int, Whole(0)] = 3
    called: ClassVar = {"steepness": "gamma"}


@dataclass(frozen=True, slots=True)
class Suppression(MethodOptions):
    suppression: Annotated[int, Whole(0)] = 3


def made(kind, options, **more):
    return kind(title=verbatim("mine"), explanation=verbatim("mine"), options=options, **more)


@pytest.fixture(autouse=True)
def _forgotten():
    list(METHODS)
    yield
    METHODS._declared.pop("mine", None)


@pytest.mark.parametrize("options", [Gammas, Renamed])
@pytest.mark.parametrize(
    ("kind", "more"),
    [(LevelsMethod, {"search": print}), (GroupingMethod, {"group": print}), (FuzzyMethod, {})],
)
def test_two_methods_cannot_mean_different_things_by_one_flag(kind, more, options):
    with pytest.raises(ParameterError, match="'gamma', and mean different things"):
        METHODS.add("mine", made(kind, options, **more))

    assert "mine" not in METHODS


def test_methods_of_a_family_may_share_an_option():
    METHODS.add("mine", made(GroupingMethod, METHODS["v-mdav"].options, group=print))

    assert "mine" in METHODS


def test_an_option_that_the_command_has_already_is_refused():
    METHODS.add("mine", made(LevelsMethod, Suppression, search=print))

    with pytest.raises(ParameterError, match="--suppression, which this command has already"):
        CliRunner().invoke(cli, ["anonymize", "x.csv"], catch_exceptions=False)
