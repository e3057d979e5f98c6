"""Every registered name is offered by the command line, REST and the app, or says why not.

To hold another registry to this is to add a line to `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import click
import numpy as np
import pytest

import celosia
from celosia.cli.main import cli
from celosia.core.model import Monotone
from celosia.core.parameters import Whole
from celosia.core.registry import Registry
from celosia.methods.method import GroupingMethod

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.web.app.fields import offered as offered_techniques
from celosia.web.app.steps.choose_step import other_methods
from celosia.web.app.steps.goal_step import objectives
from celosia.web.app.steps.hierarchy_step import ways
from celosia.web.app.steps.protections import ELSEWHERE, offered_models
from celosia.web.rest.api import create_api
from celosia.web.rest.rest_guard import TokenAuthentication
from celosia.web.service import App

TABLE = "age,city,dx\n" + "".join(f"{20 + n % 7},{'ab'[n % 2]},{'xyz'[n % 3]}\n" for n in range(40))
ROLES = {
    "age": celosia.Role.QUASI_IDENTIFIER,
    "city": celosia.Role.QUASI_IDENTIFIER,
    "dx": celosia.Role.SENSITIVE,
}


def option(command: str, name: str) -> Iterable[str]:
    """Give the choices of an option, as the command line has it."""
    found: Any = cli
    with click.Context(cli) as context:
        for word in command.split():
            found = found.get_command(context, word)
    return next(p for p in found.params if p.name == name).type.choices


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with App(tmp_path_factory.mktemp("home"), workers=1) as opened:
        yield opened


def described(app: App) -> dict[str, Any]:
    """Give the OpenAPI document of an interface that begins now."""
    return create_api(app, TokenAuthentication("t")).openapi()


def variants(entry: str) -> Callable[[dict[str, Any]], Iterable[str]]:
    """Look for the names that may stand in a list or a table of the recipe."""

    def names(document: dict[str, Any]) -> Iterable[str]:
        schemas = document["components"]["schemas"]
        said = schemas["Recipe"]["properties"][entry]
        items = said.get("items") or said["additionalProperties"]
        for each in items["oneOf"]:
            shape = schemas[each["$ref"].rpartition("/")[2]]["properties"]
            yield shape.get("model", {}).get("const") or shape["kind"]["const"]

    return names


def job_methods(document: dict[str, Any]) -> Iterable[str]:
    """Look for the methods that a job of REST takes."""
    said = document["components"]["schemas"]["Anonymize"]["properties"]["method"]
    return next(each["enum"] for each in said["anyOf"] if "enum" in each)


@dataclass(frozen=True)
class Kind:
    """A registry, and what each surface offers of it."""

    registry: Mapping[str, Any]
    cli: Callable[[], Iterable[str]]
    rest: Callable[[dict[str, Any]], Iterable[str]]
    app: Callable[[], Iterable[str]]


KINDS = {
    "model": Kind(
        celosia.MODELS,
        lambda: option("anonymize", "other_models"),
        variants("models"),
        lambda: [*offered_models(), *ELSEWHERE],
    ),
    "method": Kind(
        celosia.METHODS,
        lambda: option("anonymize", "method"),
        job_methods,
        lambda: [*other_methods(), celosia.DEFAULT_METHOD, celosia.UNTOUCHED_METHOD],
    ),
    "objective": Kind(
        celosia.OBJECTIVES,
        lambda: option("anonymize", "objective"),
        lambda d: d["components"]["schemas"]["Recipe"]["properties"]["objective"]["enum"],
        objectives,
    ),
    "hierarchy rule": Kind(
        celosia.RULES, lambda: option("hierarchy build", "rule"), variants("hierarchies"), ways
    ),
    "technique": Kind(
        celosia.TECHNIQUES,
        lambda: option("anonymize", "techniques"),
        variants("techniques"),
        offered_techniques,
    ),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def reasons(thing: Any, surface: str) -> bool:
    """Tell whether a thing says, in both languages, why a surface does not offer it."""
    told = getattr(thing, "described", thing)
    reason = getattr(told, "not_offered", {}).get(surface)
    return reason is not None and bool(str(reason) and reason.text("es"))


def missing(kind: Kind, surface: str, offered: Iterable[str]) -> set[str]:
    """Name what a surface neither offers nor has a reason to leave out."""
    reasoned = {name for name, thing in kind.registry.items() if reasons(thing, surface)}
    return set(kind.registry) - set(offered) - reasoned


@every_kind
def test_the_command_line_offers_it(kind):
    assert missing(kind, "cli", kind.cli()) == set()


@every_kind
def test_rest_offers_it(kind, app):
    assert missing(kind, "rest", kind.rest(described(app))) == set()


@every_kind
def test_the_app_offers_it(kind):
    assert missing(kind, "app", kind.app()) == set()


@every_kind
def test_nothing_is_offered_that_is_not_registered(kind, app):
    shown = {*kind.cli(), *kind.rest(described(app)), *kind.app()}

    assert shown - {"proposed"} <= set(kind.registry)


@every_kind
def test_what_is_told_of_it_has_both_languages(kind):
    for thing in kind.registry.values():
        title = getattr(thing, "described", thing).title
        assert str(title)
        assert title.text("es")


# To add one is to add a file: here the file is this test.


@dataclass(frozen=True, slots=True)
class EvenClasses(celosia.DeclaredModel):
    """Each class holds an even number of records, and at least `least`."""

    least: Annotated[int, Whole(2, usual=2, public=True)]
    described: ClassVar[celosia.ModelDescription] = celosia.ModelDescription(
        title=celosia.Message("trial.even-classes"),
        named=celosia.Message("trial.even-classes-of"),
        protects=celosia.Message("trial.nothing"),
        labels={"least": celosia.Message("trial.least")},
    )
    monotone: ClassVar[Monotone] = Monotone.NEVER
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def least_size(self):
        return self.least

    def accepts(self, classes):
        return (classes.sizes >= self.least) & (classes.sizes % 2 == 0)


def in_one_group(problem, options, lattice, progress):
    return np.zeros(problem.size, np.int64)


ALL_IN_ONE = GroupingMethod(
    title=celosia.Message("trial.one-group"),
    explanation=celosia.Message("trial.a-test"),
    group=in_one_group,
)


class Untidiness(type(celosia.OBJECTIVES["loss"])):
    """The loss by another name."""

    name: ClassVar[str] = "untidiness"
    title: ClassVar[celosia.Message] = celosia.Message("trial.untidy")


@dataclass(frozen=True, slots=True)
class Initials:
    """The first letter of each value."""

    kind: ClassVar[str] = "initials"
    described: ClassVar[celosia.RuleDescription] = celosia.RuleDescription(
        title=celosia.Message("trial.initials")
    )

    def build(self, attribute, values):
        rows = [(text, text[:1], "*") for text in values.texts]
        return celosia.Hierarchy.from_rows(attribute, rows)


ADDED: dict[str, tuple[Registry[Any], str, Any]] = {
    "model": (celosia.MODELS, "even-classes", EvenClasses),
    "method": (celosia.METHODS, "all-in-one", ALL_IN_ONE),
    "objective": (celosia.OBJECTIVES, Untidiness.name, Untidiness()),
    "hierarchy rule": (celosia.RULES, Initials.kind, Initials),
}


@pytest.fixture
def added():
    for registry, name, thing in ADDED.values():
        len(registry)  # what it finds by itself first
        registry.add(name, thing)
    yield
    for registry, name, _ in ADDED.values():
        del registry._declared[name]


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("what", ADDED)
def test_what_is_declared_is_offered_everywhere_at_once(what, app):
    kind, name = KINDS[what], ADDED[what][1]

    assert name in kind.cli()
    assert name in kind.rest(described(app))
    assert name in kind.app()


@pytest.mark.usefixtures("added")
def test_what_is_declared_can_be_used(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    text = """
        objective = "untidiness"
        suppression = 1.0
        roles = { age = "quasi-identifier", city = "quasi-identifier", dx = "sensitive" }
        models = [{ model = "even-classes", least = 2 }]
        hierarchies = { age = { kind = "initials" }, city = { kind = "initials" } }
    """
    recipe = celosia.Recipe.from_toml(text)
    with celosia.read(tmp_path / "t.csv") as table:
        release = celosia.anonymize(table, recipe, tmp_path / "levels.csv")
        assert release.after.satisfied

        grouped = celosia.Recipe.from_toml(
            text.replace('objective = "untidiness"', 'method = "all-in-one"')
        )
        release = celosia.anonymize(table, grouped, tmp_path / "groups.csv")
        assert release.after.satisfied
        assert release.after.figures.classes == 1
    again = celosia.Recipe.from_toml(recipe.to_toml())
    assert again.models == (EvenClasses(2),)
    assert celosia.model_name(EvenClasses(2)).text("es") == "clases pares de 2"
