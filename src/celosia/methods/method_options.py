"""What methods can be told: what all that group records share, and what each declares itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Protocol, Self

from celosia.core.parameters import Allowed, Between, Whole, parameters_of, published
from celosia.errors import ParameterError
from celosia.methods.method import (
    METHODS,
    ChosenMethod,
    GroupingMethod,
    LevelsMethod,
    Method,
    MethodOptions,
)
from celosia.text.messages import Message, verbatim


class Output(StrEnum):
    """What is published of an attribute for all records of a group."""

    INTERVAL = "interval"
    """Least and greatest: `[20, 35]`."""
    SET = "set"
    """All values that occur: `{a, b}`."""
    ANCESTOR = "ancestor"
    """The closest common ancestor in the hierarchy."""
    MEAN = "mean"
    MEDIAN = "median"
    MODE = "mode"


NUMERIC = (Output.INTERVAL, Output.MEAN, Output.MEDIAN)
"""Outputs that only numbers and dates have."""
LEAST_EFFORT = 1e-6
"""Less than that plans no work at all: `refine = 0` says so."""


class OptionsHolder(Protocol):
    """Holds a table of the recipe in which options of methods stand."""

    section: ClassVar[str]
    """What the recipe calls it."""
    tables: ClassVar[tuple[str, ...]]
    """Its entries that are tables themselves, texts by column, which no single option is."""

    @classmethod
    def of(cls, **entries: Any) -> Self:
        """Make it from the entries of a recipe."""

    def changed(self, **entries: Any) -> Self:
        """Give the options with other entries, checked."""

    def to_entries(self) -> dict[str, Any]:
        """Give what differs from the default, as a recipe writes it."""


@dataclass(frozen=True, slots=True)
class FamilyOptions(MethodOptions):
    """What every method of a family is told, and what single methods are told beside it.

    The recipe's table is flat: what is no option of the family is one of a method, which declares
    it in its own file. A recipe refuses one that its method does not look at; what methods of
    another family are told waits in the recipe until one of them is chosen.
    """

    own: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    """What differs from the default of the options that single methods declare, by name."""
    section: ClassVar[str] = ""
    tables: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        for name, allowed in _declared(type(self)).items():
            allowed.check(name, getattr(self, name))
        if self.own:
            object.__setattr__(self, "own", _checked(self.own, self.section))

    @classmethod
    def of(cls, **entries: Any) -> Self:
        """Make it from the entries of a recipe."""
        return cls().changed(**entries)

    def changed(self, **entries: Any) -> Self:
        """Give the options with other entries, checked."""
        shared = {n: entries.pop(n) for n in _declared(type(self)) if n in entries}
        return replace(self, **shared, own={**self.own, **entries})

    def to_entries(self) -> dict[str, Any]:
        """Give what differs from the default, as a recipe writes it."""
        usual = type(self)()
        shared = {name: getattr(self, name) for name in _declared(type(self))}
        return {n: v for n, v in shared.items() if v != getattr(usual, n)} | dict(self.own)

    def of_method(self, method: Method) -> Any:
        """Give a method its own options."""
        names = {each.name for each in fields(method.options)}
        return method.options(**{n: value for n, value in self.own.items() if n in names})

    def known_to(self, method: str) -> Self:
        """Give the options without those of which a method knows nothing."""
        known = known_options(method)
        return replace(self, own={n: value for n, value in self.own.items() if n in known})

    def published(self, method: Method) -> dict[str, Any]:
        """Give what a certificate may say: of the family's options, and of the method's own."""
        told: dict[str, Any] = {}
        for options in (self, self.of_method(method)):
            given = {name: getattr(options, name) for name in _declared(type(options))}
            told |= published(options, given)
        return told


@dataclass(frozen=True, slots=True)
class GroupingOptions(FamilyOptions):
    """What every method that groups is told, and what single ones are told beside it.

    >>> GroupingOptions.of(refine=0, gamma=1.1)
    GroupingOptions(own={'gamma': 1.1}, refine=0, effort=1.0)
    >>> GroupingOptions.of(gamma=0.2) == GroupingOptions()  # it is the usual one
    True
    """

    refine: Annotated[float, Between(0, public=True)] = 60.0
    """Seconds after which the refinement is cut short; 0 for none. It usually ends long before,
    and only then are the same groups certain on another machine."""
    effort: Annotated[float, Between(LEAST_EFFORT, public=True)] = 1.0
    """How much work the refinement plans."""
    section: ClassVar[str] = GroupingMethod.section
    labels: ClassVar[Mapping[str, Message]] = {
        "refine": Message("methods.option-refine"),
        "effort": Message("methods.option-effort"),
    }


@dataclass(frozen=True, slots=True)
class SearchOptions(FamilyOptions):
    """What single methods are told that search the levels of hierarchies; they share nothing."""

    section: ClassVar[str] = LevelsMethod.section


FAMILIES: Mapping[str, type[FamilyOptions]] = {
    each.section: each for each in (GroupingOptions, SearchOptions)
}
"""By section, what the methods of a family share."""


def _declared(options: type[MethodOptions]) -> dict[str, Allowed]:
    kind: type = options
    return parameters_of(kind)


def own_options(section: str) -> dict[str, type[MethodOptions]]:
    """Give the options of single methods of a section by name, each with a class that declares it.

    Methods may share an option, which then means the same to all of them; none of them may mean
    something else by one of the family's.
    """
    found: dict[str, type[MethodOptions]] = {}
    for method in METHODS.values():
        for name in _declared(method.options) if method.section == section else ():
            if name in _declared(FAMILIES[section]):
                raise ParameterError("methods.option-means-two-things", option=name)
            found.setdefault(name, method.options)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class MethodOption:
    """One thing that methods can be told, as people meet it."""

    name: str
    """Its name in a recipe."""
    section: str
    """The recipe's table in which it stands."""
    allowed: Allowed
    label: Message
    choices: Mapping[str, Message]
    """What each word means that it may be, where there are words."""
    called: str
    """Its name on the command line."""
    methods: tuple[str, ...]
    """The methods that look at it."""

    @classmethod
    def declared(
        cls, name: str, options: type[MethodOptions], section: str, methods: tuple[str, ...]
    ) -> MethodOption:
        """Gather what a class of options says of one of them."""
        return cls(
            name=name,
            section=section,
            allowed=_declared(options)[name],
            label=options.labels.get(name, verbatim(name)),
            choices=options.choices.get(name, {}),
            called=options.called.get(name, name),
            methods=methods,
        )


def method_options(method: str | None = None) -> tuple[MethodOption, ...]:
    """List all that methods can be told, or what one of them can; surfaces are made from it.

    >>> [option.name for option in method_options("v-mdav")]
    ['refine', 'effort', 'gamma']
    >>> next(o.methods for o in method_options() if o.name == "neighbourhood")
    ('k-members', 'l-greedy')
    """
    found: dict[tuple[str, str], tuple[type[MethodOptions], list[str]]] = {}
    for name, how in METHODS.items():
        for options in (FAMILIES.get(how.section, MethodOptions), how.options):
            for option in _declared(options):
                found.setdefault((how.section, option), (options, []))[1].append(name)
    return tuple(
        MethodOption.declared(option, options, section, tuple(methods))
        for (section, option), (options, methods) in found.items()
        if method is None or method in methods
    )


def check_known(method: str, options: Mapping[str, str]) -> None:
    """Refuse options that other methods of its family have and this one does not.

    Parameters
    ----------
    options
        What the user calls each option, by its name.

    >>> check_known("auto", {"relaxed": "--relaxed", "refine": "--refine"})
    >>> check_known("l-greedy", {"gamma": "--gamma"})
    Traceback (most recent call last):
    celosia.errors.ParameterError: Not options of the method 'l-greedy': --gamma (of v-mdav).
    """
    foreign = [name for name in options if name not in known_options(method)]
    if foreign:
        section = METHODS[method].section
        of = {each.name: each.methods for each in method_options() if each.section == section}
        told = [
            Message("methods.option-of", option=options[name], methods=of[name]) for name in foreign
        ]
        raise ParameterError("methods.options-of-others", method=method, options=told)


def known_options(method: str) -> set[str]:
    """Give the options that a method looks at, or one among which it chooses.

    >>> sorted(known_options("auto"))
    ['effort', 'neighbourhood', 'refine', 'relaxed', 'split']
    """
    how = METHODS[method]
    able = (method, *(how.among if isinstance(how, ChosenMethod) else ()))
    return {option.name for each in able for option in method_options(each)}


def _checked(own: Mapping[str, Any], section: str) -> dict[str, Any]:
    """Refuse what no method knows or allows; leave out what is as usual, so that equals compare."""
    declared, kept = own_options(section), {}
    unknown = [name for name in own if name not in declared]
    if unknown:
        known = [*_declared(FAMILIES[section]), *declared]
        raise ParameterError("methods.no-such-options", unknown=unknown, known=known)
    for name, options in declared.items():
        if name in own:
            allowed = _declared(options)[name]
            allowed.check(name, own[name])
            if own[name] != allowed.usual:
                kept[name] = own[name]
    return kept


@dataclass(frozen=True, slots=True)
class NeighbourhoodOptions(MethodOptions):
    """What methods share that compare all records with all: they work inside parts of the table."""

    neighbourhood: Annotated[int, Whole(0, public=True)] = 20_000
    """They are exact inside parts of at most so many records; 0: never cut. At 20,000 they lose no
    more on adult than whole: 1.81 and 1.82 % beside 1.826 and 1.828 % (benchmarks/README.md)."""
    labels: ClassVar[Mapping[str, Message]] = {
        "neighbourhood": Message("methods.option-neighbourhood")
    }
