"""Options that several commands share, and how they become a recipe."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

import celosia
from celosia.cli.language import Command, Option, option, read_number, read_whole, spoken, told
from celosia.core.memory import is_limited, limit_memory
from celosia.core.model import PrivacyModel, model_from_dict
from celosia.core.schema import HEADER, RENAME, SHOWN_AS, SKIP, RowUnit
from celosia.core.technique import Technique, technique_from_dict
from celosia.errors import RecipeError, RoleError
from celosia.files.formulas import escaped_formulas
from celosia.files.untrusted_text import parse_toml
from celosia.hierarchies import FromFile
from celosia.methods.method import Choice, MethodFamily
from celosia.models import KAnonymity
from celosia.recipe.recipe import RecipeEntries, with_reasons
from celosia.text.messages import Message
from celosia.text.numerals import BLANKS
from celosia.workflow.read import listen, read_schema

_said: set[str] = set()


@listen
def say_of_table(note: Message) -> None:
    """Tell on stderr what is to be known of a table that was read, and tell it once."""
    text = note.text(spoken())
    if text not in _said:
        _said.add(text)
        click.echo(text, err=True)


class Registered(click.Choice[str]):
    """The names of a registry of `celosia`; it is loaded when the option is used or explained.

    >>> Registered("OBJECTIVES").choices[0]
    'loss'
    """

    case_sensitive = True

    def __init__(self, registry: str) -> None:
        self._registry = registry  # and not `choices`, which would load it with the command

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names, without those that have a reason not to be asked for here."""
        return tuple(name for name, thing in self._things.items() if offered(thing))

    @property
    def _things(self) -> Mapping[str, Any]:
        return getattr(celosia, self._registry)  # type: ignore[no-any-return]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take a name; where it is known, the others need not be loaded."""
        if value in self._things and offered(self._things[value]):
            return str(value)
        return super().convert(value, param, ctx)


def offered(thing: Any) -> bool:
    """Tell whether a registered thing is offered on the command line."""
    described = getattr(thing, "described", thing)
    return "cli" not in getattr(described, "not_offered", {})


class EntryOf(click.ParamType[str]):
    """A thing of a registry with its parameters, as a recipe writes it."""

    name = "TOML"

    def __init__(self, registry: str) -> None:
        self._names = Registered(registry)

    @property
    def choices(self) -> tuple[str, ...]:
        """The names that may stand in it."""
        return self._names.choices


class EntryOption(Option):
    """An option whose help ends with the names that its entry may have."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Add the names, which are looked up only now."""
        record = super().get_help_record(ctx)
        if record is None or not isinstance(self.type, EntryOf):
            return record
        return record[0], f"{record[1]} ({', '.join(self.type.choices)})"


Models = tuple[PrivacyModel, ...]

MODEL_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    option("-k", type=int, help="cli.option-k"),
    option("--l-diversity", multiple=True, metavar="NAME=L", help="cli.option-l-diversity"),
    option("--t-closeness", multiple=True, metavar="NAME=T", help="cli.option-t-closeness"),
    option(
        "--model",
        "other_models",
        cls=EntryOption,
        type=EntryOf("MODELS"),
        multiple=True,
        metavar="TOML",
        help="cli.option-model",
    ),
)


def models_from(given: dict[str, Any]) -> Models:
    """Take the models out of the options.

    >>> models_from({"k": 5, "l_diversity": ("dx=2",)})
    (KAnonymity(k=5), DistinctLDiversity(attribute='dx', l=2))
    """
    k = given.pop("k", None)
    models: list[PrivacyModel] = [] if k is None else [KAnonymity(k)]
    for name, l in _pairs(given.pop("l_diversity", ())):
        least = int(l) if l == int(l) else l
        models.append(
            model_from_dict({"model": "distinct-l-diversity", "attribute": name, "l": least})
        )
    for name, t in _pairs(given.pop("t_closeness", ())):
        models.append(model_from_dict({"model": "t-closeness", "attribute": name, "t": t}))
    models += [model_from_dict(_inline(text)) for text in given.pop("other_models", ())]
    return tuple(models)


def merged(present: Models, named: Models) -> Models:
    """Let named models replace those of the same kind and column, and join the others."""
    replaced = {_kind(model) for model in named}
    return (*(m for m in present if _kind(m) not in replaced), *named)


def _kind(model: PrivacyModel) -> tuple[str, str]:
    entry = model.to_dict()
    return entry["model"], entry.get("attribute", "")


def _pairs(texts: Sequence[str]) -> list[tuple[str, float]]:
    pairs = []
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            pairs.append((name, read_number(number)))
        except ValueError:
            name = ""
        if not name:
            raise celosia.ParameterError("cli.write-name-number-instead", text=text)
    return pairs


def _inline(text: str) -> dict[str, Any]:
    try:
        entry: dict[str, Any] = parse_toml(f"model = {{{text}}}")["model"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError("cli.model-written-model-t-closeness") from None
    return entry


def with_techniques(recipe: RecipeEntries, texts: tuple[str, ...]) -> RecipeEntries:
    """Add techniques that were written as inline TOML."""
    return recipe.changed(techniques=(*recipe.techniques, *map(_technique, texts)))


def _technique(text: str) -> Technique:
    try:
        entries = parse_toml(f"technique = {{{text}}}")["technique"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError("cli.technique-written-kind-rounding-column") from None
    return technique_from_dict(entries)


Decorated = TypeVar("Decorated", bound=Callable[..., Any])

NULLS = ("value", "wildcard", "excluded")
CHOICES = tuple(each.value for each in Choice)
ESCAPES = {"\\t": "\t", "tab": "\t", "\\s": " ", "space": " "}


class ManyValues(Command):
    """A command whose repeatable options also take several values at once: `--qi age sex`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each of its further values."""
        return super().parse_args(ctx, _repeated(args, set(self._many())))

    def _many(self) -> Iterable[str]:
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.multiple:
                yield from parameter.opts


def _repeated(args: list[str], many: set[str]) -> list[str]:
    """Expand `--qi a b` to `--qi a --qi b`.

    >>> _repeated(["data.csv", "--qi", "a", "b", "-k", "5"], {"--qi"})
    ['data.csv', '--qi', 'a', '--qi', 'b', '-k', '5']
    """
    expanded: list[str] = []
    current: str | None = None
    fresh = False
    for arg in args:
        if arg in many:
            current, fresh = arg, True
            expanded.append(arg)
        elif arg.startswith("-") and not fresh:
            current = None
            expanded.append(arg)
        elif current is not None and not fresh:
            expanded += [current, arg]
        else:
            fresh = False
            expanded.append(arg)
    return expanded


def stack(*options: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Apply several options as one decorator."""

    def apply(command: Decorated) -> Decorated:
        for each in reversed(options):
            command = each(command)
        return command

    return apply


password_option = option(
    "--ask-password",
    is_flag=True,
    expose_value=False,
    callback=lambda _context, _option, asked: _password() if asked else None,
    help="cli.option-ask-password",
)

memory_option = option(
    "--memory",
    metavar="2GB",
    expose_value=False,
    callback=lambda _context, _option, given: limit_memory(given) if given else None,
    help="cli.option-memory",
)

reading_options = stack(
    memory_option,
    option("--separator", help="cli.option-separator"),
    option("--quote", help="cli.option-quote"),
    option("--encoding", help="cli.option-encoding"),
    option("--null-value", "null_values", multiple=True, help="cli.option-null-value"),
    option("--missing", multiple=True, metavar="NAME=CODE", help="cli.option-missing"),
    option("--sheet", help="cli.option-sheet"),
    option("--labels", type=click.Choice(SHOWN_AS), help="cli.option-labels"),
    option("--header", type=click.Choice(HEADER), help="cli.option-header"),
    option("--repeated-names", type=click.Choice([RENAME]), help="cli.option-repeated-names"),
    option("--broken-lines", type=click.Choice([SKIP]), help="cli.option-broken-lines"),
    option("--schema", "schema_file", type=click.Path(), help="cli.option-schema"),
    password_option,
)

as_written_option = option(
    "--as-written", multiple=True, metavar="NAME", help="cli.option-as-written"
)

role_options = stack(
    option("--qi", multiple=True, metavar="NAME", help="cli.option-qi"),
    option("--sensitive", multiple=True, metavar="NAME", help="cli.option-sensitive-2"),
    option("--identifier", multiple=True, metavar="NAME", help="cli.option-identifier"),
    option("--insensitive", multiple=True, metavar="NAME", help="cli.option-insensitive"),
    option("--subject", multiple=True, metavar="NAME", help="cli.option-subject"),
    option("--rows", type=click.Choice([RowUnit.PERSONS.value]), help="cli.option-rows"),
    option("--exact", multiple=True, metavar="NAME", help="cli.option-exact"),
    option("--exact-reason", metavar="TEXT", help="cli.option-exact-reason"),
    as_written_option,
)

model_options = stack(
    *MODEL_OPTIONS,
    option("--nulls", type=click.Choice(NULLS), help="cli.option-nulls"),
    option("--population", type=click.Path(), help="cli.option-population"),
    option(
        "--population-subject", multiple=True, metavar="NAME", help="cli.option-population-subject"
    ),
)

generalization_options = stack(
    option("--hierarchy", multiple=True, metavar="NAME=PATH", help="cli.option-hierarchy"),
    option("--levels", multiple=True, metavar="NAME=LOW:HIGH", help="cli.option-levels"),
    option("--suppression", metavar="SHARE", help="cli.option-suppression"),
    option(
        "--choice", type=click.Choice([each.value for each in Choice]), help="cli.option-choice"
    ),
    option("--objective", type=Registered("OBJECTIVES"), help="cli.option-objective"),
    option("--cache-mb", type=click.IntRange(1), help="cli.option-cache-mb"),
)

search_options = stack(
    generalization_options,
    option("--weight", multiple=True, metavar="NAME=W", help="cli.option-weight"),
)

escape_option = option(
    "--escape-formulas",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _option, asked: (
        context.with_resource(escaped_formulas()) if asked else None
    ),
    help="cli.option-escape-formulas",
)
"""For every command that writes a table; a recipe says it by `escape_formulas`."""

json_option = option("--json", "as_json", is_flag=True, help="cli.option-json")


def read_options(
    separator: str | None,
    quote: str | None,
    encoding: str | None,
    null_values: tuple[str, ...],
    sheet: str | None,
    labels: str | None,
    header: str | None,
    repeated_names: str | None,
    broken_lines: str | None,
    missing: tuple[str, ...],
) -> celosia.ReadOptions:
    """Take the reading options as a user writes them."""
    return celosia.ReadOptions(
        separator=ESCAPES.get(separator, separator) if separator else None,
        quote=quote,
        encoding=encoding,
        null_values=null_values,
        sheet=sheet,
        labels=labels,
        header=header,
        repeated_names=repeated_names,
        broken_lines=broken_lines,
        missing=_missing(missing),
    )


def _missing(given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Gather the codes of each column."""
    codes: dict[str, tuple[str, ...]] = {}
    for column, code in map(pair, given):
        codes[column] = (*codes.get(column, ()), code)
    return codes


def recipe_from(data: str, given: dict[str, Any]) -> celosia.Recipe:
    """Make a recipe from a recipe file or a data file, and the options that override it."""
    return celosia.Recipe.checked(entries_from(data, given))


def entries_from(data: str, given: dict[str, Any]) -> RecipeEntries:
    """Gather the entries of a recipe that is not whole yet."""
    is_recipe = data.lower().endswith(".toml")
    recipe = RecipeEntries.from_file(Path(data)) if is_recipe else RecipeEntries(source=data)
    if not is_limited():  # a flag overrides the recipe
        limit_memory(recipe.memory)
    changes: dict[str, Any] = {}
    reading = read_options(*(given.pop(k) for k in READING))
    named = {
        key: found for key in READING if (found := getattr(reading, key)) not in (None, (), {})
    }
    if "missing" in named:
        named["missing"] = {**recipe.reading.missing, **named["missing"]}
    changes["reading"] = replace(recipe.reading, **named)
    if schema_file := given.pop("schema_file", None):
        changes["schema"] = read_schema(schema_file)
    changes |= subject_from(given)
    changes |= _exact_from(recipe, given)
    if as_written := given.pop("as_written", ()):
        changes["as_written"] = tuple(dict.fromkeys((*recipe.as_written, *as_written)))
    if whose := given.pop("population_subject", ()):
        changes["population_subject"] = tuple(dict.fromkeys(whose))
    roles = _roles(recipe, given)
    for name in changes.get("subject", ()):
        roles.setdefault(name, celosia.Role.IDENTIFIER)
    if roles != recipe.roles:
        changes["roles"] = roles
    changes["models"] = merged(recipe.models, models_from(given))
    if hierarchies := given.pop("hierarchy", ()):
        files = {n: FromFile(p) for n, p in map(pair, hierarchies)}
        changes["hierarchies"] = {**recipe.hierarchies, **files}
    if levels := given.pop("levels", ()):
        changes["levels"] = {**recipe.levels, **dict(map(_levels, levels))}
    if weights := given.pop("weight", ()):
        changes["weights"] = {**recipe.weights, **dict(map(_weight, weights))}
    if (suppression := given.pop("suppression", None)) is not None:
        changes["suppression"] = share(suppression)
    if choice := given.pop("choice", None):
        changes["choice"] = Choice(choice)
    if nulls := given.pop("nulls", None):
        changes["nulls"] = celosia.NullPolicy(nulls)
    changes |= {key: value for key, value in given.items() if value is not None}
    return recipe.changed(**changes)


def with_language(recipe: RecipeEntries) -> RecipeEntries:
    """Publish words in the language of the terminal where the recipe says none.

    One that it says stays: a release must not change with the terminal.
    """
    if recipe.language is None and recipe.how.family is MethodFamily.FUZZY:
        return recipe.changed(language=spoken())
    return recipe


READING = (
    "separator", "quote", "encoding", "null_values", "sheet", "labels", "header",
    "repeated_names", "broken_lines", "missing",
)  # fmt: skip


def open_table(recipe: celosia.Recipe) -> celosia.Table:
    """Read the recipe's source."""
    if recipe.source is None:
        raise celosia.ParameterError("cli.recipe-names-no-source-give")
    return celosia.read(recipe.source, recipe.reading, recipe.schema)


def _password() -> None:
    """Take a password at the prompt for this process alone; no file or output ever holds it."""
    os.environ["CELOSIA_PASSWORD"] = click.prompt(told("cli.password"), hide_input=True, err=True)


def share(text: str) -> float:
    """Read a share of the records: `0.04` or `4%`.

    >>> share("4%"), share("4 %"), share("0.04")
    (0.04, 0.04, 0.04)
    """
    number = text.strip(BLANKS).removesuffix("%")
    try:
        return read_number(number) / (100 if "%" in text else 1)
    except ValueError:
        raise celosia.ParameterError("cli.suppression-share-such-0-04") from None


def _roles(recipe: RecipeEntries, given: dict[str, Any]) -> dict[str, celosia.Role]:
    chosen = {
        celosia.Role.QUASI_IDENTIFIER: given.pop("qi", ()),
        celosia.Role.SENSITIVE: given.pop("sensitive", ()),
        celosia.Role.IDENTIFIER: given.pop("identifier", ()),
        celosia.Role.INSENSITIVE: given.pop("insensitive", ()),
    }
    named = [name for names in chosen.values() for name in names]
    twice = sorted({name for name in named if named.count(name) > 1})
    if twice:
        raise RoleError("cli.columns-named-more-once", twice=twice)
    new = {name: role for role, names in chosen.items() for name in names}
    return {**{c: r for c, r in recipe.roles.items() if c not in new}, **new}


def _exact_from(recipe: RecipeEntries, given: dict[str, Any]) -> dict[str, Any]:
    """Take which columns may be published as they are, besides the recipe's, and why."""
    names, reason = given.pop("exact", ()), given.pop("exact_reason", None)
    if reason is not None and not names:
        raise celosia.ParameterError("cli.exact-reason-of-what")
    if not names:
        return {}
    known = recipe.exact_reasons
    return {"exact": with_reasons(known | {n: reason or known.get(n, "") for n in names})}


def subject_from(given: dict[str, Any]) -> dict[str, Any]:
    """Take who the records are of; what is said here replaces what the recipe says."""
    subject, rows = given.pop("subject", ()), given.pop("rows", None)
    if subject and rows:
        raise RecipeError("recipe.subject-or-rows")
    if subject:
        return {"subject": tuple(dict.fromkeys(subject)), "rows": None}
    return {"subject": (), "rows": RowUnit(rows)} if rows else {}


def pair(text: str) -> tuple[str, str]:
    """Split NAME=VALUE at its last equals sign."""
    name, found, value = text.rpartition("=")
    if not found or not name:
        raise celosia.ParameterError("cli.write-name-value-instead", text=text)
    return name, value


def _levels(text: str) -> tuple[str, tuple[int, int]]:
    name, span = pair(text)
    low, _, high = span.partition(":")
    return name, (_whole(low, "--levels"), _whole(high or low, "--levels"))


def _weight(text: str) -> tuple[str, float]:
    name, weight = pair(text)
    try:
        return name, read_number(weight)
    except ValueError:
        raise celosia.ParameterError("cli.weight-takes-name-number") from None


def _whole(text: str, option: str) -> int:
    try:
        return read_whole(text)
    except ValueError:
        raise celosia.ParameterError("cli.takes-whole-numbers", option=option) from None
