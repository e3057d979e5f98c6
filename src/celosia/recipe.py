"""One TOML file with all choices: the app, the command line and Python read and write the same."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Any, get_args

import tomli_w

from celosia.domain.checks import check_between, check_whole
from celosia.domain.entries import to_entries
from celosia.domain.language import Language, Sentence
from celosia.domain.model import PrivacyModel
from celosia.domain.nulls import NullPolicy
from celosia.domain.places import Place, is_file_name, place_of
from celosia.domain.reading import ReadOptions
from celosia.domain.roles import Role
from celosia.domain.schema import Schema
from celosia.domain.technique import Technique
from celosia.domain.use_case import UseCase
from celosia.errors import CelosiaError, RecipeError
from celosia.guide import check_answers
from celosia.hierarchies import FromFile, HierarchyRule, rule_from_dict, rule_to_dict
from celosia.methods.clustering.choices import GroupingOptions, Output, Split
from celosia.methods.fuzzy.choices import Coding, FuzzyChoices
from celosia.methods.method import Method
from celosia.models import model_from_dict

NAMELESS = Sentence("The recipe", "La receta")
"""What a recipe is called that is no file."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All choices of one anonymization; the same recipe on the same table gives the same bytes.

    >>> recipe = Recipe.from_toml('roles.age = "quasi-identifier"')
    >>> recipe.quasi_identifiers
    ('age',)
    """

    roles: Mapping[str, Role] = field(default_factory=dict)
    techniques: tuple[Technique, ...] = ()
    """What is done to single columns and records, in this order, before anything is counted."""
    models: tuple[PrivacyModel, ...] = ()
    hierarchies: Mapping[str, HierarchyRule] = field(default_factory=dict)
    """Rules of the quasi-identifiers; the ones not given are proposed."""
    source: str | None = None
    output: str | None = None
    population: str | None = None
    """A table of the people from whom the records were drawn, with the same quasi-identifiers."""
    reading: ReadOptions = field(default_factory=ReadOptions)
    schema: Schema = field(default_factory=lambda: Schema(()))
    method: Method = Method.OPTIMAL
    objective: str = "loss"
    suppression: float = 0.0
    keep_suppressed: bool = False
    nulls: NullPolicy = NullPolicy.VALUE
    levels: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Lowest and highest level that an attribute may take."""
    weights: Mapping[str, float] = field(default_factory=dict)
    node: Mapping[str, int] = field(default_factory=dict)
    """A generalization to apply instead of the best one: one level per quasi-identifier."""
    outputs: Mapping[str, Output] = field(default_factory=dict)
    """What a grouping method publishes of a column, where the default is not wanted."""
    grouping: GroupingOptions = field(default_factory=GroupingOptions)
    """How a grouping method goes about it."""
    fuzzy: FuzzyChoices = field(default_factory=FuzzyChoices)
    """How the fuzzy method codes numbers."""
    language: Language = "en"
    """The language of labels that are words."""
    seed: int = 0
    cache_mb: int = 512
    seconds: float = 60.0
    """Time for the search of a lattice that is too large to enumerate."""
    use_case: UseCase | None = None
    """What the release is for, by the letters of the guide."""
    controls: Mapping[str, str] = field(default_factory=dict)
    """What guards the release, by the guide's checklist: yes, no, or why it is not applicable."""

    def __post_init__(self) -> None:
        known = set(self.quasi_identifiers)
        treated = {column for technique in self.techniques for column in technique.changes}
        for what in ("hierarchies", "levels", "weights", "node", "outputs"):
            allowed = known | treated if what == "hierarchies" else known
            stray = [column for column in getattr(self, what) if column not in allowed]
            if stray:
                raise RecipeError(
                    f"[{what}] names columns that are not quasi-identifiers: {', '.join(stray)}."
                )
        _check_countable(self.techniques, known)
        check_whole("cache_mb", self.cache_mb, least=1)
        check_between("seconds", self.seconds, 0)
        check_answers(self.controls)
        if self.node and self.method.groups:
            raise RecipeError(f"[node] is for generalizations; '{self.method.value}' has none.")
        if self.node and set(self.node) != known:
            missing = sorted(known - set(self.node))
            raise RecipeError(f"[node] needs a level for: {', '.join(missing)}.")

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The quasi-identifiers, in the order in which the roles name them."""
        return tuple(c for c, role in self.roles.items() if role is Role.QUASI_IDENTIFIER)

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The sensitive attributes, in the order in which the roles name them."""
        return tuple(c for c, role in self.roles.items() if role is Role.SENSITIVE)

    @classmethod
    def from_file(cls, path: Path) -> Recipe:
        """Read a recipe; relative paths in it start at its own folder."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError:
            raise RecipeError(f"There is no recipe {path}.") from None
        except UnicodeDecodeError:
            raise RecipeError(f"{path.name} is not UTF-8 text.") from None
        return cls.from_toml(text, path.name).located(path.parent)

    @classmethod
    def from_toml(cls, text: str, title: str = NAMELESS.en) -> Recipe:
        """Read a recipe from its text."""
        try:
            entries = tomllib.loads(text)
        except tomllib.TOMLDecodeError as wrong:
            raise RecipeError(f"{title} is not valid TOML: {wrong}.") from None
        try:
            return cls(**_parsed(entries))
        except RecipeError:
            raise
        except CelosiaError as wrong:
            said = NAMELESS.es if title == NAMELESS.en else title
            raise RecipeError(f"{title}: {wrong}", es=f"{said}: {wrong.text('es')}") from None

    def located(self, folder: Path) -> Recipe:
        """Let relative paths start at a folder; tables of a server stay as they are."""

        def placed(path: str) -> str:
            return str(folder / path) if place_of(path) is Place.FILE else path

        def at(path: str | None) -> str | None:
            return path and placed(path)

        by_files = self.source is None or place_of(self.source) is Place.FILE
        to_file = self.output is not None and (by_files or is_file_name(self.output))
        return replace(
            self,
            source=at(self.source),
            output=at(self.output) if to_file else self.output,
            population=at(self.population),
            hierarchies={
                column: replace(rule, path=placed(rule.path))
                if isinstance(rule, FromFile)
                else rule
                for column, rule in self.hierarchies.items()
            },
        )

    def to_toml(self, notes: Mapping[str, str] | None = None) -> str:
        """Write the recipe; `notes` holds a comment for an entry such as `roles.age`."""
        entries = _entries(self)
        plain = {key: value for key, value in entries.items() if not _is_section(value)}
        lines = _commented("", plain, notes or {})
        for section, content in entries.items():
            if _is_section(content):
                lines += ["", *_section(section, content, notes or {})]
        return "\n".join(lines).strip("\n") + "\n"


def _check_countable(techniques: Sequence[Technique], quasi_identifiers: set[str]) -> None:
    """Refuse codes that nobody can draw again where a model would count them."""
    if not techniques:
        return
    from celosia.methods.techniques.repeating import is_fresh_code

    fresh = [name for t in techniques if is_fresh_code(t) for name in t.changes]
    counted = [name for name in fresh if name in quasi_identifiers]
    if counted:
        raise RecipeError(
            f"Quasi-identifiers get random pseudonyms: {', '.join(counted)}. Nobody can compare "
            "such a code with what they know of a person, so a model would count nothing that an "
            "attacker sees. Make the column an identifier: its codes are then published and not "
            "counted. Or give it a 'keyed-pseudonym', which can be computed again."
        )


def _parsed(entries: dict[str, Any]) -> dict[str, Any]:
    known = {entry.name for entry in fields(Recipe)}
    unknown = sorted(set(entries) - known)
    if unknown:
        raise RecipeError(
            f"Unknown entries: {', '.join(unknown)}. Entries: {', '.join(sorted(known))}."
        )
    return {key: _read_entry(key, value) for key, value in entries.items()}


def _read_entry(key: str, value: Any) -> Any:
    try:
        return READ[key](value)
    except (TypeError, ValueError, AttributeError, KeyError):
        choices = CHOICES.get(key)
        advice = f" Choices: {', '.join(choices)}." if choices else ""
        raise RecipeError(
            f"The entry '{key}' has the wrong type or an unknown value.{advice}"
        ) from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise TypeError
    return value


def _language(value: Any) -> Language:
    if value not in get_args(Language):
        raise RecipeError(f"The entry 'language' is one of {', '.join(get_args(Language))}.")
    language: Language = value
    return language


def _reading(entries: Mapping[str, Any]) -> ReadOptions:
    given: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entries.items()
    }
    return ReadOptions(**given)


def _grouping(entries: Mapping[str, Any]) -> GroupingOptions:
    given: dict[str, Any] = {key: READ_GROUPING[key](value) for key, value in entries.items()}
    return GroupingOptions(**given)


def _technique(entries: Mapping[str, Any]) -> Technique:
    """Read a technique; their modules are loaded only by recipes that name one."""
    from celosia.methods.techniques.registry import technique_from_dict

    return technique_from_dict(entries)


def _fuzzy(entries: Mapping[str, Any]) -> FuzzyChoices:
    given: dict[str, Any] = {key: READ_FUZZY[key](value) for key, value in entries.items()}
    return FuzzyChoices(**given)


READ_FUZZY: dict[str, Callable[[Any], Any]] = {
    "coding": Coding,
    "sets": _whole,
    "together": _flag,
    "names": lambda names: {column: tuple(map(_text, given)) for column, given in names.items()},
    "decimals": _whole,
}
READ_GROUPING: dict[str, Callable[[Any], Any]] = {
    "refine": _number,
    "effort": _number,
    "relaxed": _flag,
    "split": Split,
    "gamma": _number,
    "neighbourhood": _whole,
    "share": _number,
}
READ: dict[str, Callable[[Any], Any]] = {
    "roles": lambda roles: {column: Role(role) for column, role in roles.items()},
    "techniques": lambda techniques: tuple(_technique(entries) for entries in techniques),
    "models": lambda models: tuple(model_from_dict(model) for model in models),
    "hierarchies": lambda rules: {c: rule_from_dict(rule) for c, rule in rules.items()},
    "source": _text,
    "output": _text,
    "population": _text,
    "reading": _reading,
    "schema": Schema.from_dict,
    "method": Method,
    "objective": _text,
    "suppression": _number,
    "keep_suppressed": _flag,
    "nulls": NullPolicy,
    "levels": lambda levels: {c: (_whole(low), _whole(high)) for c, (low, high) in levels.items()},
    "weights": lambda weights: {c: _number(weight) for c, weight in weights.items()},
    "node": lambda node: {c: _whole(level) for c, level in node.items()},
    "outputs": lambda outputs: {c: Output(output) for c, output in outputs.items()},
    "grouping": _grouping,
    "fuzzy": _fuzzy,
    "language": _language,
    "seed": _whole,
    "cache_mb": _whole,
    "seconds": _number,
    "use_case": UseCase,
    "controls": lambda answers: {control: _text(answer) for control, answer in answers.items()},
}
"""How each entry is read; a wrong type raises."""
CHOICES: dict[str, type[StrEnum]] = {
    "roles": Role,
    "method": Method,
    "nulls": NullPolicy,
    "outputs": Output,
    "use_case": UseCase,
}


def _entries(recipe: Recipe) -> dict[str, Any]:
    """Give what differs from the default, in the order in which a person decides."""
    default = Recipe()
    reading = {
        entry.name: _plain(getattr(recipe.reading, entry.name))
        for entry in fields(ReadOptions)
        if getattr(recipe.reading, entry.name) not in (None, ())
    }
    entries: dict[str, Any] = {
        "source": recipe.source,
        "output": recipe.output,
        "population": recipe.population,
        "use_case": recipe.use_case and recipe.use_case.value,
    }
    for key in ("method", "objective", "suppression", "nulls", "seed"):
        entries[key] = _plain(getattr(recipe, key))
    for key in ("keep_suppressed", "cache_mb", "seconds", "language"):
        if getattr(recipe, key) != getattr(default, key):
            entries[key] = getattr(recipe, key)
    entries["reading"] = reading
    entries["schema"] = recipe.schema.to_dict()
    entries["roles"] = {column: role.value for column, role in recipe.roles.items()}
    entries["techniques"] = [to_entries(technique) for technique in recipe.techniques]
    entries["models"] = [model.to_dict() for model in recipe.models]
    entries["hierarchies"] = {c: rule_to_dict(rule) for c, rule in recipe.hierarchies.items()}
    entries["levels"] = {column: list(pair) for column, pair in recipe.levels.items()}
    entries["weights"] = dict(recipe.weights)
    entries["node"] = dict(recipe.node)
    entries["outputs"] = {column: output.value for column, output in recipe.outputs.items()}
    entries["grouping"] = {
        entry.name: _plain(getattr(recipe.grouping, entry.name))
        for entry in fields(GroupingOptions)
        if getattr(recipe.grouping, entry.name) != getattr(default.grouping, entry.name)
    }
    entries["controls"] = dict(recipe.controls)
    entries["fuzzy"] = {
        name: _plain(getattr(recipe.fuzzy, name))
        for name in READ_FUZZY
        if getattr(recipe.fuzzy, name) != getattr(default.fuzzy, name)
    }
    return {key: value for key, value in entries.items() if value not in (None, {}, [])}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _is_section(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], dict))


def _section(name: str, content: Any, notes: Mapping[str, str]) -> list[str]:
    head = _comment(notes.get(name, ""))
    if isinstance(content, list):
        return head + [line for item in content for line in _item(name, item)]
    plain = {key: value for key, value in content.items() if not isinstance(value, dict)}
    tables = [*head, *([f"[{name}]"] if plain else []), *_commented(f"{name}.", plain, notes)]
    for key, value in content.items():
        if key not in plain:
            tables += [*_comment(notes.get(f"{name}.{key}", "")), *_lines({name: {key: value}})]
    return tables


def _item(name: str, item: Mapping[str, Any]) -> list[str]:
    """Write one of several; a table inside it is named after it, or it would be the recipe's."""
    plain = {key: value for key, value in item.items() if not isinstance(value, dict)}
    inner = [_lines({name: {key: value}}) for key, value in item.items() if key not in plain]
    return [f"[[{name}]]", *_lines(plain), *(line for lines in inner for line in lines)]


def _commented(prefix: str, entries: Mapping[str, Any], notes: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for key, value in entries.items():
        lines += _comment(notes.get(prefix + key, ""))
        lines += _lines({key: value})
    return lines


def _lines(entries: Mapping[str, Any]) -> Sequence[str]:
    return tomli_w.dumps(entries).strip("\n").split("\n")


def _comment(note: str) -> list[str]:
    """Write a note as comments, without the control characters that TOML forbids there."""
    return [
        "# " + "".join(sign if sign.isprintable() else " " for sign in line)
        for line in note.splitlines()
    ]
