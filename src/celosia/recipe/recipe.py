"""All choices of one anonymization, and what holds between them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from celosia.core.address_secrets import refuse_secret
from celosia.core.engine import is_path
from celosia.core.memory import read_memory
from celosia.core.model import PrivacyModel, UseCase
from celosia.core.parameters import check_between, check_whole
from celosia.core.schema import ReadOptions, Role, RowUnit, Schema
from celosia.core.technique import Technique
from celosia.core.values import NullPolicy
from celosia.errors import CelosiaError, RecipeError, toml_error
from celosia.files.file_format import is_file_name
from celosia.files.untrusted_text import parse_json, parse_toml
from celosia.guide import check_answers
from celosia.hierarchies import HierarchyRule
from celosia.hierarchies.rule import with_file
from celosia.methods.fuzzy_labels import FuzzyChoices
from celosia.methods.method import DEFAULT_METHOD, METHODS, Choice, GroupingMethod, Method
from celosia.methods.method_options import (
    FAMILIES,
    GroupingOptions,
    OptionsHolder,
    Output,
    SearchOptions,
    check_known,
)
from celosia.models import KAnonymity
from celosia.recipe.recipe_text import plain_entries, read_entries, written
from celosia.text.languages import Language
from celosia.text.messages import Message

NAMELESS = Message("recipe.nameless")
"""What a recipe is called that is no file."""


@dataclass(frozen=True, slots=True)
class RecipeEntries:
    """The choices of one anonymization while they are gathered: nobody checked that they agree.

    Whatever does something takes a `Recipe`, which is made of them by `Recipe.checked`. So what is
    put together from a file, flags and a place is checked when it is whole, and once.

    >>> gathered = RecipeEntries.from_toml("levels.age = [0, 1]")
    >>> gathered = gathered.changed(roles={"age": Role.QUASI_IDENTIFIER})
    >>> Recipe.checked(gathered).quasi_identifiers
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
    population_subject: tuple[str, ...] = ()
    """The columns that say whose each record of the population is; those of the subject, where none
    are named and the population has them all. Without either, each row is a person."""
    subject: tuple[str, ...] = ()
    """The columns that say whose each record is: with them, persons are protected and counted."""
    rows: RowUnit | None = None
    """What a record is, where somebody said so: a person of its own, whatever repeats."""
    exact: tuple[str, ...] | Mapping[str, str] = ()
    """Columns that may be published as they are though their values tell records apart: their
    names, or with the reason of each."""
    as_written: tuple[str, ...] = ()
    """Columns in which spellings of a value (1 and 1.0) are values of their own."""
    reading: ReadOptions = field(default_factory=ReadOptions)
    schema: Schema = field(default_factory=lambda: Schema(()))
    method: str = DEFAULT_METHOD
    """How the labels are found, by the name of a registered method."""
    choice: Choice = Choice.BEST
    """Whether sensitive values may decide what is published."""
    objective: str = "loss"
    suppression: float = 0.0
    keep_suppressed: bool = False
    escape_formulas: bool = False
    """Whether cells that a spreadsheet program would run get an apostrophe in delimited text."""
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
    search: SearchOptions = field(default_factory=SearchOptions)
    """What a method of levels is told of its own."""
    fuzzy: FuzzyChoices = field(default_factory=FuzzyChoices)
    """How the fuzzy method codes numbers."""
    language: Language | None = None
    """The language of labels that are words; where none is said, that of whoever runs the command
    line, and English elsewhere."""
    seed: int = 0
    memory: str | None = None
    """What the work may take of this machine's memory, such as 2GB; what it allows, if not said."""
    cache_mb: int = 512
    seconds: float = 60.0
    """Time for the search of a lattice that is too large to enumerate."""
    use_case: UseCase | None = None
    """What the release is for, by the letters of the guide."""
    controls: Mapping[str, str] = field(default_factory=dict)
    """What guards the release, by the guide's checklist: yes, no, or why it is not applicable."""

    @property
    def how(self) -> Method:
        """The method, as it was declared."""
        return METHODS[self.method]

    @property
    def needs_lattice(self) -> bool:
        """Whether records are grouped by their hierarchies."""
        how = self.how
        return isinstance(how, GroupingMethod) and how.needs_hierarchies

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The quasi-identifiers, in the order in which the roles name them."""
        return tuple(c for c, role in self.roles.items() if role is Role.QUASI_IDENTIFIER)

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The sensitive attributes, in the order in which the roles name them."""
        return tuple(c for c, role in self.roles.items() if role is Role.SENSITIVE)

    @property
    def exact_reasons(self) -> dict[str, str]:
        """Why each column of `exact` may be published as it is; an empty text where nobody said.

        >>> RecipeEntries(exact=("cost",)).exact_reasons
        {'cost': ''}
        """
        given = self.exact
        return dict(given if isinstance(given, Mapping) else dict.fromkeys(given, ""))

    @property
    def needs_key(self) -> bool:
        """Whether a technique needs a secret key."""
        return any(technique.needs_key for technique in self.techniques)

    @property
    def pseudonymized(self) -> tuple[str, ...]:
        """The columns that will hold pseudonyms: while there are some, it is personal data."""
        coded = [technique for technique in self.techniques if technique.pseudonymizes]
        return tuple(dict.fromkeys(name for technique in coded for name in technique.changes))

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read a recipe; relative paths in it start at its own folder.

        Parameters
        ----------
        path
            A TOML file, as `celosia init`, `celosia guide`, the app or `to_toml` write it.

        Returns
        -------
        Recipe
            Checked, so that whatever takes it need not check it again; or `RecipeEntries`, if it
            is them that were asked.

        Raises
        ------
        RecipeError
            When there is no such file, it is not valid TOML, or an entry is unknown, of a wrong
            type or does not go with another.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder) / "celosia.toml"
        ...     _ = path.write_text('source = "people.csv"')
        ...     Recipe.from_file(path).source == str(path.with_name("people.csv"))
        True
        """
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError:
            raise RecipeError("recipe.no-recipe", path=path) from None
        except UnicodeDecodeError:
            raise RecipeError("recipe.not-utf-8-text", name=path.name) from None
        return cls.from_toml(text, path.name, path.parent)

    @classmethod
    def from_toml(
        cls, text: str, title: str | Message = NAMELESS, folder: Path | None = None
    ) -> Self:
        """Read a recipe from its text; relative paths in it start at the folder, if given."""
        try:
            entries = parse_toml(text)
        except tomllib.TOMLDecodeError as wrong:
            raise RecipeError(
                "recipe.not-valid-toml", title=title, wrong=toml_error(wrong, text)
            ) from None
        return cls._from_entries(entries, title, folder)

    @classmethod
    def from_json(cls, text: str, title: str | Message = NAMELESS) -> Self:
        """Read a recipe from JSON with the entries of its TOML.

        >>> Recipe.from_json('{"roles": {"age": "quasi-identifier"}}').quasi_identifiers
        ('age',)
        """
        try:
            entries = parse_json(text)
        except ValueError:
            raise RecipeError("recipe.not-valid-json", title=title) from None
        if not isinstance(entries, dict):
            raise RecipeError("recipe.not-valid-json", title=title)
        return cls._from_entries(entries, title)

    @classmethod
    def _from_entries(
        cls, entries: Mapping[str, Any], title: str | Message, folder: Path | None = None
    ) -> Self:
        try:
            read = read_entries(entries)
            made = cls(**(read if folder is None else {**read, **_located(read, folder)}))
            section = made.how.section
            if section in FAMILIES:
                check_known(made.method, {name: name for name in entries.get(section, {})})
            return made
        except RecipeError:
            raise
        except CelosiaError as wrong:
            raise RecipeError("recipe.titled", title=title, wrong=wrong) from None

    def located(self, folder: Path) -> Self:
        """Let relative paths start at a folder; tables of a server stay as they are."""
        return self.changed(**_located({name: getattr(self, name) for name in _PLACED}, folder))

    def changed(self, **entries: Any) -> Self:
        """Give them with other entries, a recipe checked; the very same if none is another.

        So a recipe that passes through many hands is checked when it is made and no more.

        >>> recipe = Recipe(seed=1)
        >>> recipe.changed(seed=1) is recipe, recipe.changed(seed=2).seed
        (True, 2)

        Another method is told what it looks at of what the one before was told, and no more.

        >>> told = Recipe(method="v-mdav").with_options(gamma=1.1, effort=0.5)
        >>> told.changed(method="l-greedy").grouping.to_entries()
        {'effort': 0.5}
        """
        others = {n: new for n, new in entries.items() if not _is_same(getattr(self, n), new)}
        method = others.get("method")
        if method and (section := METHODS[method].section) in FAMILIES:
            others.setdefault(section, getattr(self, section).known_to(method))
        return replace(self, **others) if others else self

    def with_options(self, **options: Any) -> Self:
        """Tell the method some of its options, by their names; the others stay.

        >>> Recipe(method="mondrian").with_options(relaxed=True).grouping.to_entries()
        {'relaxed': True}
        """
        section = self.how.section
        if not section:
            raise RecipeError("methods.no-such-options", unknown=list(options), known=())
        return self.changed(**{section: self.options_in(section).changed(**options)})

    def options_in(self, section: str) -> OptionsHolder:
        """Give what methods are told in one of the recipe's tables, such as `grouping`."""
        holder: OptionsHolder = getattr(self, section)
        return holder

    def to_toml(self, notes: Mapping[str, str] | None = None) -> str:
        """Write the recipe as text that `from_toml` reads.

        Parameters
        ----------
        notes
            A comment for an entry such as `roles.age`.

        Returns
        -------
        str
            What differs from the defaults, in the order in which a person decides.

        >>> text = Recipe(output="release.csv").to_toml({"output": "what others get"})
        >>> text.splitlines()[:2]
        ['# what others get', 'output = "release.csv"']
        """
        return written(plain_entries(self), notes or {})


@dataclass(frozen=True, slots=True)
class Recipe(RecipeEntries):
    """All choices of one anonymization; the same recipe on the same table gives the same bytes.

    >>> recipe = Recipe.from_toml('roles.age = "quasi-identifier"')
    >>> recipe.quasi_identifiers
    ('age',)
    """

    def __post_init__(self) -> None:
        unsaid = [name for name in self.subject if name not in self.roles]
        if unsaid:  # who is counted is not published unless somebody says so
            roles = {**self.roles, **dict.fromkeys(unsaid, Role.IDENTIFIER)}
            object.__setattr__(self, "roles", roles)
        known = set(self.quasi_identifiers)
        treated = {column for technique in self.techniques for column in technique.changes}
        for what in ("hierarchies", "levels", "weights", "node", "outputs"):
            allowed = known | treated if what == "hierarchies" else known
            stray = [column for column in getattr(self, what) if column not in allowed]
            if stray:
                raise RecipeError(
                    "recipe.names-columns-not-quasi-identifiers", what=what, stray=stray
                )
        _check_countable(self.techniques, known)
        _check_subject(self)
        check_whole("cache_mb", self.cache_mb, least=1)
        if self.memory is not None:
            read_memory(self.memory)
        check_between("seconds", self.seconds, 0)
        check_answers(self.controls)
        for address in (self.source, self.output, self.population):
            refuse_secret(address or "")
        if (section := self.how.section) in FAMILIES:
            check_known(self.method, {name: name for name in getattr(self, section).own})
        if self.how.groups and self.node:
            raise RecipeError("recipe.node-generalizations-none", method=self.method)
        if self.node and set(self.node) != known:
            missing = sorted(known - set(self.node))
            raise RecipeError("recipe.node-needs-level", missing=missing)

    @classmethod
    def checked(cls, entries: RecipeEntries) -> Recipe:
        """Make a recipe of entries that were gathered, if they agree.

        Raises
        ------
        RecipeError
            When an entry does not go with another.
        """
        return cls(**{each.name: getattr(entries, each.name) for each in fields(cls)})

    @property
    def entries(self) -> RecipeEntries:
        """Its entries, for whoever changes some only to write them down."""
        return RecipeEntries(**{each.name: getattr(self, each.name) for each in fields(self)})

    @property
    def deciding(self) -> Recipe:
        """The recipe by which it is decided what to publish.

        Of a blind choice it knows no model that looks at sensitive values, only how large classes
        must be for such a model.

        >>> from celosia.models import AlphaKAnonymity
        >>> Recipe(models=(AlphaKAnonymity("dx", 0.5, 3),), choice=Choice.BLIND).deciding.models
        (KAnonymity(k=3),)
        """
        return self if self.choice is Choice.BEST else self.blind

    @property
    def blind(self) -> Recipe:
        """The recipe by which a blind choice decides, whatever its own choice is."""
        known = tuple(model for model in self.models if not model.sensitive)
        sizes = {model.least_size for model in self.models if model.sensitive}
        models = (*known, *(KAnonymity(size) for size in sorted(sizes)))
        return self.changed(models=models, choice=Choice.BLIND)


def with_reasons(reasons: Mapping[str, str]) -> tuple[str, ...] | dict[str, str]:
    """Give the columns of `exact` as a recipe writes them: by name where no reason is known.

    >>> with_reasons({"cost": ""}), with_reasons({"cost": "it is in the budget"})
    (('cost',), {'cost': 'it is in the budget'})
    """
    return dict(reasons) if any(reasons.values()) else tuple(reasons)


def _is_same(old: Any, new: Any) -> bool:
    """Compare entries; the order of columns counts too, for it is that of the quasi-identifiers."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return list(old.items()) == list(new.items())
    return bool(old == new)


_PLACED = ("source", "output", "population", "hierarchies")


def _located(entries: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Let the paths among a recipe's entries start at a folder."""

    def placed(path: str) -> str:
        return str(folder / path) if is_path(path) else path

    def at(path: str | None) -> str | None:
        return path and placed(path)

    source, output = entries.get("source"), entries.get("output")
    by_files = source is None or is_path(source)
    to_file = output is not None and (by_files or is_file_name(output))
    return {
        "source": at(source),
        "output": at(output) if to_file else output,
        "population": at(entries.get("population")),
        "hierarchies": {
            column: with_file(rule, placed)
            for column, rule in entries.get("hierarchies", {}).items()
        },
    }


def _check_subject(recipe: Recipe) -> None:
    """Refuse a subject that does not say whose a record is, or says it twice."""
    if recipe.subject and recipe.rows is not None:
        raise RecipeError("recipe.subject-or-rows")
    twice = sorted({name for name in recipe.subject if recipe.subject.count(name) > 1})
    if twice:
        raise RecipeError("recipe.subject-twice", names=twice)
    known = [name for name in recipe.subject if name in recipe.quasi_identifiers]
    if known:
        raise RecipeError("recipe.subject-is-quasi-identifier", names=known)
    others = [each for each in recipe.techniques if not each.pseudonymizes]
    mixed = {name for each in others for name in each.changes if name in recipe.subject}
    if mixed:
        raise RecipeError("recipe.subject-is-changed", names=sorted(mixed))


def _check_countable(techniques: Sequence[Technique], quasi_identifiers: set[str]) -> None:
    """Refuse codes that nobody can draw again where a model would count them."""
    drawn = [each for each in techniques if each.pseudonymizes and not each.repeats]
    fresh = [name for technique in drawn for name in technique.changes]
    counted = [name for name in fresh if name in quasi_identifiers]
    if counted:
        raise RecipeError("recipe.quasi-identifiers-get-random-pseudonyms", counted=counted)
