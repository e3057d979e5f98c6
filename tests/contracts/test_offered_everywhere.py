"""Every registered name is offered by the command line, REST and the app, or says why not.

To hold another registry to this is to add a line to `KINDS`.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar, Literal
from unittest.mock import patch
from zipfile import ZipFile

import click
import numpy as np
import pytest
from click.testing import CliRunner
from tests.support.made_files import MADE

import celosia
from celosia.cli.main import cli
from celosia.cli.output import told_stage
from celosia.core.engine import ENGINES, PATHS
from celosia.core.model import DeclaredModel, ModelDescription, ModelFigure, Monotone, model_name
from celosia.core.parameters import Numbers, OneOf, Texts, Whole
from celosia.core.registry import Registry
from celosia.errors import RecipeError
from celosia.files.file_format import FILE_FORMATS
from celosia.hierarchies import RuleDescription
from celosia.methods.method import (
    Choice,
    GroupingMethod,
    LevelsMethod,
    MethodOptions,
)
from celosia.methods.method_options import method_options
from celosia.reporting.glossary import privacy_glossary, sensitive_glossary
from celosia.text.messages import Message
from celosia.workflow.assess import Assessment, AttributeFigures

pytest.importorskip("nicegui", reason="needs the extra `app`")

from nicegui import Client, ElementFilter, background_tasks, ui

from celosia.web.app import pages
from celosia.web.app.fields import (
    WrongEntries,
    entries_of_method,
    entries_of_rule,
    offered as offered_techniques,
    read_fields,
)
from celosia.web.app.page_session import PageSession
from celosia.web.app.step import STEPS, following, name_or_first
from celosia.web.app.steps.choose_step import other_methods
from celosia.web.app.steps.goal_step import GoalForm, objectives, ways_to_choose
from celosia.web.app.steps.hierarchy_step import ways
from celosia.web.app.steps.protections import Protections, offered_models
from celosia.web.app.steps.release_step import formats as formats_written
from celosia.web.rest.api import create_api
from celosia.web.rest.door import TokenAuthentication, authorities
from celosia.web.service import JOB_KINDS, App, ProjectSource

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
    return create_api(app, TokenAuthentication("t"), authorities(8000)).openapi()


@pytest.fixture(scope="module")
def document(app) -> dict[str, Any]:
    """Give the OpenAPI document of what the package declares itself."""
    return described(app)


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


def declared_reason(thing: Any, surface: str) -> Message | None:
    """Give why a surface does not offer a thing, as the thing says it."""
    told = getattr(thing, "described", thing)
    return getattr(told, "not_offered", {}).get(surface)


@dataclass(frozen=True)
class Kind:
    """A registry, what each surface offers of it, and where a thing says why one does not."""

    registry: Mapping[str, Any]
    cli: Callable[[], Iterable[str]]
    rest: Callable[[dict[str, Any]], Iterable[str]]
    app: Callable[[], Iterable[str]]
    reason: Callable[[Any, str], Message | None] = declared_reason


class Probed(Exception):
    """What stands in for a format or an engine was reached."""


def reached(*arguments: Any, **options: Any) -> Any:
    raise Probed


def is_reached(source: str) -> bool:
    """Tell whether a command that reads a table comes to what stands in for its place."""
    return isinstance(CliRunner().invoke(cli, ["profile", source]).exception, Probed)


def sample(name: str, folder: Path) -> Path:
    """Make a file of a format; of those that nothing free writes, what they are known by."""
    if name in MADE:
        return MADE[name](folder, ["age", "town"], [("30", "Leon"), ("41", "Soria")])
    declared, path = FILE_FORMATS[name], folder / "unnamed"
    if declared.magic:
        path.write_bytes(declared.magic[0].ljust(1024, b"\0"))
    else:
        with ZipFile(path, "w") as archive:
            archive.writestr(declared.parts[0], "")
    return path


def formats_of_commands() -> Iterable[str]:
    """Look which formats the command line reads, whatever the file is called."""
    with TemporaryDirectory() as folder:
        for name, entry in list(FILE_FORMATS._all().items()):
            probe = entry._replace(thing=replace(entry.thing, read=reached))
            path = sample(name, Path(folder))
            with patch.dict(FILE_FORMATS._declared, {name: probe}):
                if is_reached(str(path)):
                    yield name


def formats_of_app() -> Iterable[str]:
    """Look which formats the first page says that it takes."""
    with (
        TemporaryDirectory() as folder,
        App(Path(folder), workers=1) as opened,
        Client(ui.page("/nowhere"), request=None),
        patch.object(background_tasks, "create", lambda told, **_: told.close()),  # no browser
    ):
        page = PageSession(opened, opened.store.create("p"), "en")
        pages.fill(page, "import", *pages.load(page, "import"))
        said = [str(getattr(element, "text", "")) for element in ElementFilter()]
    return [n for n, each in FILE_FORMATS.items() if any(str(each.title) in t for t in said)]


def formats_of_rest(document: dict[str, Any]) -> Iterable[str]:
    """Look which formats an upload is said to take."""
    put = document["paths"]["/api/projects/{project}/dataset"]["put"]
    said = put["requestBody"]["description"]
    return [name for name, each in FILE_FORMATS.items() if str(each.title) in said]


def named(endings: Iterable[str]) -> Iterable[str]:
    """Name the formats that are written under some endings."""
    return [n for n, f in FILE_FORMATS.items() if f.choices and set(f.choices) <= set(endings)]


def endings_of_commands() -> Iterable[str]:
    """Look which endings the help of `--output` names."""
    found: Any = cli.get_command(click.Context(cli), "anonymize")
    return next(p.help for p in found.params if p.name == "output").split()


def endings_of_rest(document: dict[str, Any]) -> Iterable[str]:
    """Look which endings a job of REST takes."""
    return document["components"]["schemas"]["Anonymize"]["properties"]["format"]["enum"]


def address(scheme: str) -> str:
    """Write an address of an engine; the path of a file has no scheme."""
    return ENGINES[PATHS].example if scheme == PATHS else f"{scheme}://ana@host/db?table=people"


def engines_of_commands() -> Iterable[str]:
    """Look which engines a command asks for the table of an address."""
    for scheme, engine in ENGINES.items():
        with patch.object(type(engine), "open", reached):
            if is_reached(address(scheme)):
                yield scheme


def engines_by_browser() -> Iterable[str]:
    """Look which addresses a project takes, from the app and from REST alike."""
    for scheme in ENGINES:
        with suppress(celosia.ParameterError):
            ProjectSource.on_server(address(scheme))
            yield scheme


def jobs_of_commands() -> Iterable[str]:
    """Look which jobs name a command that there is."""
    return [
        name
        for name, job in JOB_KINDS.items()
        if job.command in cli.list_commands(click.Context(cli))
    ]


def jobs_of_rest(document: dict[str, Any]) -> Iterable[str]:
    """Look which jobs REST begins."""
    post = document["paths"]["/api/projects/{project}/jobs"]["post"]
    return post["requestBody"]["content"]["application/json"]["schema"]["discriminator"]["mapping"]


def begun_by_pages() -> Iterator[tuple[Path, str, dict[str | None, ast.expr]]]:
    """Look where the pages begin a job: in which file, of what kind, and with what options."""
    for path in Path(pages.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="start"), args=[ast.Constant(kind), *_]):
                    yield path, kind, {each.arg: each.value for each in node.keywords}


def jobs_of_app() -> Iterable[str]:
    """Look which jobs the pages begin."""
    return {kind for _, kind, _ in begun_by_pages()}


def methods_of_buttons() -> Iterable[str]:
    """Look which methods a button begins by name; those of the list are chosen there."""
    for path, kind, options in begun_by_pages():
        match kind, options.get("method"):
            case "anonymize", ast.Name(id=constant) if constant.isupper():
                within = path.relative_to(Path(celosia.__file__).parent.parent).with_suffix("")
                yield getattr(import_module(".".join(within.parts)), constant)


def models_of_fields() -> Iterable[str]:
    """Look which models the fields of the goal ask for, beside those that are added by name."""
    hidden = dict.fromkeys(("dx", "drug"), celosia.Role.SENSITIVE)
    recipe = celosia.Recipe(
        roles={"age": celosia.Role.QUASI_IDENTIFIER, **hidden},
        models=(celosia.models.DistinctLDiversity("dx", 2),),
    )
    with (
        TemporaryDirectory() as folder,
        App(Path(folder), workers=1) as opened,
        Client(ui.page("/nowhere"), request=None),
    ):
        project = opened.store.create("p")
        project.upload("p.csv", BytesIO(b"age,dx,drug\n30,flu,a\n"))
        page = PageSession(opened, project, "en")
        form = GoalForm(page, recipe)
        form.draw_main_fields()
        form.protections = Protections(page, recipe)
        form.draw_weight_fields()
        for field in ElementFilter(kind=ui.select):
            if field.props.get("data-name") == "distinct-l-diversity-others":
                field.value = ["drug"]
        return [model.to_dict()["model"] for model in form._decision()(recipe).models]


def steps_of_app() -> Iterable[str]:
    """Go from step to step, as the button at the end of each leads."""
    step: str | None = name_or_first(None)
    while step is not None:
        yield step
        step = following(step)


KINDS = {
    "model": Kind(
        celosia.MODELS,
        lambda: option("anonymize", "other_models"),
        variants("models"),
        lambda: [*offered_models(), *models_of_fields()],
    ),
    "method": Kind(
        celosia.METHODS,
        lambda: option("anonymize", "method"),
        job_methods,
        lambda: [*other_methods(), *methods_of_buttons()],
    ),
    "objective": Kind(
        celosia.OBJECTIVES,
        lambda: option("anonymize", "objective"),
        lambda d: d["components"]["schemas"]["Recipe"]["properties"]["objective"]["enum"],
        objectives,
    ),
    "choice": Kind(
        {each.value: SimpleNamespace(title=each.told) for each in Choice},
        lambda: option("anonymize", "choice"),
        lambda d: d["components"]["schemas"]["Recipe"]["properties"]["choice"]["enum"],
        ways_to_choose,
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
    "file format, read": Kind(FILE_FORMATS, formats_of_commands, formats_of_rest, formats_of_app),
    "file format, written": Kind(
        FILE_FORMATS,
        lambda: named(endings_of_commands()),
        lambda document: named(endings_of_rest(document)),
        lambda: named(formats_written()),
        reason=lambda format_, surface: format_.why_not_written,
    ),
    "engine": Kind(
        ENGINES,
        engines_of_commands,
        lambda document: engines_by_browser(),
        engines_by_browser,
    ),
    "job": Kind(JOB_KINDS, jobs_of_commands, jobs_of_rest, jobs_of_app),
    "step": Kind(STEPS, lambda: (), lambda document: (), steps_of_app),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def missing(kind: Kind, surface: str, offered: Iterable[str]) -> set[str]:
    """Name what a surface neither offers nor has a reason, in both languages, to leave out."""
    told = {name: kind.reason(thing, surface) for name, thing in kind.registry.items()}
    reasoned = {name for name, reason in told.items() if reason and in_both_languages(reason)}
    return set(kind.registry) - set(offered) - reasoned


def in_both_languages(said: Message) -> bool:
    return bool(said.text("en").strip() and said.text("es").strip())


@every_kind
def test_the_command_line_offers_it(kind):
    assert missing(kind, "cli", kind.cli()) == set()


@every_kind
def test_rest_offers_it(kind, document):
    assert missing(kind, "rest", kind.rest(document)) == set()


@every_kind
def test_the_app_offers_it(kind):
    assert missing(kind, "app", kind.app()) == set()


@every_kind
def test_what_has_a_reason_not_to_be_offered_is_not(kind, document):
    shown = {"cli": kind.cli(), "rest": kind.rest(document), "app": kind.app()}

    for surface, names in shown.items():
        known = [name for name in names if name in kind.registry]
        assert [name for name in known if kind.reason(kind.registry[name], surface)] == []


def test_every_job_that_a_page_begins_is_shown_by_a_step():
    shown = {kind for step in STEPS.values() for kind in step.jobs}

    assert shown == set(jobs_of_app()) == set(JOB_KINDS)


@every_kind
def test_nothing_is_offered_that_is_not_registered(kind, document):
    shown = {*kind.cli(), *kind.rest(document), *kind.app()}

    assert shown - {"proposed"} <= set(kind.registry)


@every_kind
def test_what_is_told_of_it_has_both_languages(kind):
    for thing in kind.registry.values():
        title = getattr(thing, "described", thing).title
        assert str(title)
        assert title.text("es")


# To add one is to add a file: here the file is this test.

PRIVATE = OneOf(("none", "Ana"))


@dataclass(frozen=True, slots=True)
class EvenClasses(DeclaredModel):
    """Each class holds an even number of records, and at least `least`."""

    least: Annotated[int, Whole(2, usual=2, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("trial.even-classes"),
        named=Message("trial.even-classes-of"),
        protects=Message("trial.nothing"),
        reference="Trial 2026",
        labels={"least": Message("trial.least")},
        figures=(ModelFigure("odd_classes", Message("trial.initials"), Message("trial.a-test")),),
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


@dataclass(frozen=True, slots=True)
class HeapOptions(MethodOptions):
    """What the method of this test can be told: in how many groups, and what nobody may read."""

    heaps: Annotated[int, Whole(1, 9, public=True)] = 1
    remark: Annotated[Literal["none", "Ana"], PRIVATE] = "none"
    labels: ClassVar[dict[str, Message]] = {"heaps": Message("trial.heaps")}


def in_heaps(problem, options, lattice, progress):
    return np.arange(problem.size) % options.heaps


IN_HEAPS = GroupingMethod(
    title=Message("trial.one-group"),
    explanation=Message("trial.a-test"),
    group=in_heaps,
    options=HeapOptions,
)


@dataclass(frozen=True, slots=True)
class DepthOptions(MethodOptions):
    """What the levels method of this test can be told: how coarse, and what nobody may read."""

    depth: Annotated[int, Whole(0, 2, public=True)] = 0
    saying: Annotated[Literal["none", "Ana"], PRIVATE] = "none"
    labels: ClassVar[dict[str, Message]] = {"depth": Message("trial.least")}


def at_depth(problem, options, cache, seconds, progress):
    from celosia.methods.lattice import evaluate_node

    return evaluate_node(problem, tuple(options.depth for _ in problem.given))


AT_DEPTH = LevelsMethod(
    title=Message("trial.one-group"),
    explanation=Message("trial.a-test"),
    search=at_depth,
    options=DepthOptions,
    stages={"diving": Message("trial.least")},
)


class Untidiness(type(celosia.OBJECTIVES["loss"])):
    """The loss by another name."""

    name: ClassVar[str] = "untidiness"
    title: ClassVar[Message] = Message("trial.untidy")


@dataclass(frozen=True, slots=True)
class Initials:
    """The first letter of each value."""

    kind: ClassVar[str] = "initials"
    described: ClassVar[RuleDescription] = RuleDescription(title=Message("trial.initials"))

    def build(self, attribute, values):
        rows = [(text, text[:1], "*") for text in values.texts]
        return celosia.Hierarchy.from_rows(attribute, rows)


ADDED: dict[str, tuple[Registry[Any], str, Any]] = {
    "model": (celosia.MODELS, "even-classes", EvenClasses),
    "method": (celosia.METHODS, "all-in-one", IN_HEAPS),
    "levels method": (celosia.METHODS, "at-depth", AT_DEPTH),
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
    registry, name, _ = ADDED[what]
    kind = next(each for each in KINDS.values() if each.registry is registry)

    assert name in kind.cli()
    assert name in kind.rest(described(app))
    assert name in kind.app()


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize(
    ("package", "registry"),
    [(celosia.models, celosia.MODELS), (celosia.hierarchies, celosia.RULES)],
    ids=["models", "rules"],
)
def test_every_registered_class_is_a_name_of_its_package(package, registry):
    for kind in registry.values():
        assert getattr(package, kind.__name__) is kind
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        package.Nothing  # noqa: B018 - to ask is what is tested


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
    assert model_name(EvenClasses(2)).text("es") == "clases pares de 2"


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_model_stands_in_the_glossary_of_the_report_by_its_declaration(tmp_path, language):
    (tmp_path / "t.csv").write_text(TABLE)
    roles = dict.fromkeys(("age", "city"), celosia.Role.QUASI_IDENTIFIER)
    recipe = celosia.Recipe(roles=roles, models=(EvenClasses(2),), suppression=1.0)

    page = celosia.report(tmp_path / "t.csv", [tmp_path / "t.csv"], recipe, language)

    said = (EvenClasses.described.title, EvenClasses.described.protects)
    cells = "".join(f"<td>{each.text(language)}</td>" for each in said)
    assert f'<tr>{cells}<td class="note">Trial 2026</td></tr>' in page


@pytest.mark.usefixtures("added")
def test_a_figure_stands_in_the_glossaries_of_report_terminal_and_app_by_its_declaration():
    for glossary in (privacy_glossary(), sensitive_glossary()):
        assert glossary["odd_classes"].meaning == Message("trial.a-test")
        assert glossary["odd_classes"].source.text() == "Trial 2026"


@pytest.mark.parametrize("name", celosia.MODELS)
def test_every_figure_of_a_model_is_measured_and_its_source_named(name):
    described = celosia.MODELS[name].described

    assert described.reference
    for figure in described.figures:
        measured = Assessment if figure.of_table else AttributeFigures
        assert figure.name in {each.name for each in fields(measured)}


def flags() -> set[str]:
    """Name the options of the command that publishes, as it has them now."""
    with click.Context(cli) as context:
        command = cli.get_command(context, "anonymize")
        return {flag for each in command.get_params(context) for flag in each.opts}


def told_by_rest(document: dict[str, Any], section: str = "grouping") -> dict[str, Any]:
    """Give what REST says of the options that stand in a section of the recipe."""
    return document["components"]["schemas"]["Recipe"]["properties"][section]["properties"]


def told_by_form(method: str) -> set[str]:
    return {entry.name for entry in entries_of_method(method, celosia.Recipe())}


@pytest.mark.parametrize("kind", celosia.RULES)
def test_every_parameter_of_a_rule_says_what_it_means_in_both_languages(kind):
    rule = celosia.RULES[kind]

    assert set(rule.described.labels) == {each.name for each in fields(rule)}
    assert all(label.text("es") != label.text() for label in rule.described.labels.values())


@pytest.mark.parametrize("kind", [name for name in ways() if name != "proposed"])
def test_the_form_of_a_rule_makes_the_rule_that_it_begins_with(kind):
    entries = entries_of_rule(kind)
    typed = {e.name: _typed(e) for e in entries}

    told = {name: value for name, value in read_fields(entries, typed).items() if value is not None}

    rule = celosia.RULES[kind]
    assert rule(**told) == rule(**rule.described.begins)


def _typed(entry):
    """Give what stands in a field before anybody types."""
    if isinstance(entry.allowed, Numbers):
        return ", ".join(f"{each:g}" for each in entry.start or ())
    return "\n".join(entry.start or ()) if isinstance(entry.allowed, Texts) else entry.start


@pytest.mark.parametrize("name", celosia.METHODS)
def test_every_option_of_a_method_is_offered_everywhere_in_both_languages(name, document):
    offered = flags()
    for option in method_options(name):
        assert f"--{option.called}" in offered
        assert option.name in told_by_rest(document, option.section)
        assert option.label.text("es") != option.name
    assert {option.name for option in method_options(name)} == told_by_form(name)


@pytest.mark.usefixtures("added")
def test_an_option_that_a_method_declares_is_offered_everywhere_at_once(app):
    assert "--heaps" in flags()
    assert told_by_rest(described(app))["heaps"]["anyOf"][0] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 9,
    }
    assert told_by_form("all-in-one") == {"refine", "effort", "heaps", "remark"}
    assert "heaps" not in told_by_form("mondrian")


@pytest.mark.usefixtures("added")
def test_a_stage_that_a_method_reports_is_called_as_the_method_says():
    assert told_stage("diving") == Message("trial.least").text()
    assert told_stage("at-depth") == AT_DEPTH.title.text()
    assert told_stage("mondrian") == celosia.METHODS["mondrian"].title.text()
    assert told_stage("nobody's") == "nobody's"


@pytest.mark.usefixtures("added")
def test_an_option_of_a_levels_method_is_offered_everywhere_at_once(app):
    assert "--depth" in flags()
    assert told_by_rest(described(app), "search")["depth"]["anyOf"][0]["maximum"] == 2
    assert told_by_form("at-depth") == {"depth", "saying"}
    assert told_by_form("optimal") == set()


LEVELS = """
    method = "at-depth"
    models = [{ model = "k-anonymity", k = 1 }]
    roles = { age = "quasi-identifier", city = "quasi-identifier", dx = "sensitive" }
    hierarchies = { age = { kind = "initials" }, city = { kind = "initials" } }
"""


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_an_option_of_a_levels_method_does_something_in_a_recipe(tmp_path, depth):
    (tmp_path / "t.csv").write_text(TABLE)
    recipe = celosia.Recipe.from_toml(f"{LEVELS}\nsearch.depth = {depth}")

    assert celosia.Recipe.from_toml(recipe.to_toml()) == recipe
    assert recipe == celosia.Recipe.from_toml(LEVELS).with_options(depth=depth)
    assert {e.name: e.start for e in entries_of_method("at-depth", recipe)}["depth"] == depth
    with celosia.read(tmp_path / "t.csv") as table:
        release = celosia.anonymize(table, recipe, tmp_path / "out.csv")
    assert dict(release.node) == {"age": depth, "city": depth}


@pytest.mark.usefixtures("added")
def test_an_option_of_a_levels_method_is_validated_and_refused_by_others(tmp_path):
    with pytest.raises(RecipeError, match="depth must be a whole number from 0 to 2"):
        celosia.Recipe.from_toml(f"{LEVELS}\nsearch.depth = 3")
    with pytest.raises(RecipeError, match="No method has these options: heaps"):
        celosia.Recipe.from_toml(f"{LEVELS}\nsearch.heaps = 1")
    (tmp_path / "t.csv").write_text(TABLE)
    command = ["anonymize", str(tmp_path / "t.csv"), "-o", str(tmp_path / "out.csv")]
    with pytest.raises(celosia.ParameterError, match="search levels: --depth; 'mondrian' does not"):
        cli([*command, "--method", "mondrian", "--depth", "1", "-k", "2"], standalone_mode=False)


@pytest.mark.usefixtures("added")
def test_an_option_of_a_levels_method_is_taken_by_the_command_line_and_certified(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    command = ["anonymize", str(tmp_path / "t.csv"), "-o", str(tmp_path / "out.csv")]
    roles = ["--qi", "city", "--insensitive", "age", "--insensitive", "dx", "-k", "2"]
    told = ["--method", "at-depth", "--depth", "1", "--saying", "Ana"]

    cli([*command, *roles, *told], standalone_mode=False)

    (evidence,) = tmp_path.glob("*evidence*")
    text = evidence.read_text()
    assert json.loads(text)["search"]["options"] == {"depth": 1}
    assert json.loads(text)["node"] == {"city": 1}
    assert "Ana" not in text


@pytest.mark.usefixtures("added")
def test_an_option_that_a_method_declares_is_validated():
    with pytest.raises(RecipeError, match="heaps must be a whole number from 1 to 9"):
        celosia.Recipe.from_toml('method = "all-in-one"\ngrouping.heaps = 10')
    with pytest.raises(RecipeError, match="No method has these options: heap"):
        celosia.Recipe.from_toml('method = "all-in-one"\ngrouping.heap = 1')
    entries = entries_of_method("all-in-one", celosia.Recipe())
    typed = {each.name: each.start for each in entries} | {"heaps": 10}
    with pytest.raises(WrongEntries, match="heaps"):
        read_fields(entries, typed)


@pytest.mark.usefixtures("added")
def test_an_option_that_a_method_declares_does_something_and_is_published_only_if_public(tmp_path):
    (tmp_path / "t.csv").write_text("age,dx\n" + "20,x\n20,y\n60,x\n60,y\n" * 3)
    roles = ["--qi", "age", "--sensitive", "dx", "-k", "2", "--refine", "0"]
    told = ["--method", "all-in-one", "--heaps", "2", "--remark", "Ana"]

    command = ["anonymize", str(tmp_path / "t.csv"), "-o", str(tmp_path / "out.csv")]
    cli([*command, *roles, *told], standalone_mode=False)

    (evidence,) = tmp_path.glob("*evidence*")
    text = evidence.read_text()
    options = json.loads(text)["grouping"]["options"]
    assert options == {"refine": 0, "effort": 1.0, "heaps": 2}
    assert "Ana" not in text


@pytest.mark.usefixtures("added")
def test_two_methods_that_mean_different_things_by_one_option_are_refused():
    @dataclass(frozen=True, slots=True)
    class OtherHeaps(MethodOptions):
        heaps: Annotated[int, Whole(0)] = 0

    with pytest.raises(celosia.ParameterError, match="'heaps'"):
        celosia.METHODS.add("others", replace(IN_HEAPS, options=OtherHeaps))


@pytest.mark.parametrize(
    "asked",
    [
        "import celosia; celosia.TECHNIQUES['microaggregation']",
        "from celosia.methods.method_options import method_options; method_options()",
        "from celosia.cli.main import cli; cli(['anonymize', '--help'], standalone_mode=False)",
    ],
)
def test_to_name_what_there_is_loads_no_compiled_code(asked):
    said = f"import sys; {asked}; sys.exit('numba' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", said], capture_output=True).returncode == 0
