"""What a parameter may be, said once: where it is declared; checks and forms are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cache
from math import inf
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from celosia.domain.checks import (
    LARGEST,
    check_between,
    check_name,
    check_one_of,
    check_type,
    check_whole,
)
from celosia.errors import ParameterError

# In each of them, `usual` is what to begin with where nobody has decided yet. It need not be said
# where the parameter has a default. `public` says that the parameter may stand in a certificate
# that is published: it tells nothing of the records, nor helps to undo what was done to them. What
# nobody has thought about stays out. Beside an annotation that is only a type it is said by
# `Annotated[bool, PUBLIC]`.


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number of at least `least`, and at most `most` where that is said."""

    least: int
    most: int | None = None
    usual: int | None = None
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_whole(what, value, self.least, LARGEST if self.most is None else self.most)


@dataclass(frozen=True, slots=True)
class Between:
    """A number inside a range; `low` itself is outside where the range is open."""

    low: float = -inf
    high: float = inf
    usual: float | None = None
    open_low: bool = False
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_between(what, value, self.low, self.high, self.open_low)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    choices: tuple[str, ...]
    usual: str | None = None
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_one_of(what, value, self.choices)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    usual: bool = False
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed; 1 is not true."""
        check_type(what, value, bool)


@dataclass(frozen=True, slots=True)
class Text:
    """Any text; with `filled`, not an empty one; of at most `longest` signs where that is said."""

    usual: str = ""
    filled: bool = False
    public: bool = field(default=False, repr=False)
    longest: int | None = None

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_type(what, value, str)
        if self.filled and not value.strip():
            raise ParameterError("core.must-not-empty", what=what)
        if self.longest is not None and len(value) > self.longest:
            raise ParameterError("core.must-not-longer-signs", what=what, longest=self.longest)


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts; `least` different ones where that is said."""

    least: int = 0
    usual: tuple[str, ...] = ()
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_type(what, value, tuple[str, ...])
        if self.least and (len(value) < self.least or len(set(value)) < len(value)):
            raise ParameterError("core.must-least-texts-all-different", what=what, least=self.least)


@dataclass(frozen=True, slots=True)
class VisibleCharacter:
    """One character that can be seen."""

    usual: str = "*"
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        one = isinstance(value, str) and len(value) == 1
        if not one or not value.isprintable() or value == " ":
            raise ParameterError("core.must-visible-character", what=what)


@dataclass(frozen=True, slots=True)
class NameOfColumn:
    """The name of a column."""

    usual: str | None = None
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value can be a name."""
        check_name(what, value)


@dataclass(frozen=True, slots=True)
class NamesOfColumns:
    """The names of one or more different columns."""

    usual: tuple[str, ...] = ()
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value can be names.

        >>> NamesOfColumns().check("Swap: columns", ("age", "age"))
        Traceback (most recent call last):
        celosia.errors.ParameterError: Swap: columns names a column twice.
        """
        if not isinstance(value, tuple) or not value:
            raise ParameterError("core.must-list-least-column", what=what)
        for name in value:
            check_name(what, name)
        if len(set(value)) < len(value):
            raise ParameterError("core.names-column-twice", what=what)


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of numbers; with `whole`, of whole ones."""

    whole: bool = False
    usual: tuple[float, ...] = ()
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_type(what, value, tuple[int, ...] if self.whole else tuple[float, ...])


@dataclass(frozen=True, slots=True)
class LevelsOfColumns:
    """A level for each of some columns: the place of a candidate."""

    usual: Mapping[str, int] | None = None
    public: bool = field(default=False, repr=False)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed.

        >>> LevelsOfColumns().check("Anonymize: node", {"age": -1})
        Traceback (most recent call last):
        celosia.errors.ParameterError: Anonymize: node must be a whole number of at least 0.
        """
        if not isinstance(value, Mapping):
            raise ParameterError("core.must-give-level-each-column", what=what)
        for name, level in value.items():
            check_name(what, name)
            check_whole(what, level, 0)


@dataclass(frozen=True, slots=True)
class NamedIn:
    """A name that a registry knows when it is asked, which may be more than it knows now."""

    registry: Mapping[str, Any]
    usual: str | None = None
    public: bool = field(default=False, repr=False)

    @property
    def choices(self) -> tuple[str, ...]:
        """The names."""
        return tuple(self.registry)

    def check(self, what: str, value: Any) -> None:
        """Make sure that a value is allowed."""
        check_one_of(what, value, self.choices)


@dataclass(frozen=True, slots=True)
class Public:
    """Beside an annotation that is only a type: the parameter may be published."""

    told: Callable[[Any], Any] | None = None
    """Makes what is told of it, where the whole says too much."""


PUBLIC = Public()
Column: TypeAlias = Annotated[str, NameOfColumn(public=True)]
Columns: TypeAlias = Annotated[tuple[str, ...], NamesOfColumns(public=True)]
Allowed: TypeAlias = (
    Whole
    | Between
    | OneOf
    | Flag
    | Text
    | Texts
    | Numbers
    | VisibleCharacter
    | NameOfColumn
    | NamesOfColumns
    | LevelsOfColumns
    | NamedIn
)
_PLAIN: dict[Any, Allowed] = {
    bool: Flag(),
    float: Between(),
    str: Text(),
    tuple[str, ...]: Texts(),
    tuple[float, ...]: Numbers(),
    tuple[int, ...]: Numbers(whole=True),
}
"""What a parameter may be whose annotation is only a type."""


@cache
def parameters_of(kind: type) -> dict[str, Allowed]:
    """Give the parameters of a dataclass that say what they may be, in their order.

    >>> @dataclass
    ... class Asked:
    ...     column: Column
    ...     k: Annotated[int, Whole(2)] | None = 5
    ...     how: Annotated[Literal["near", "far"], PUBLIC] = "far"
    >>> parameters_of(Asked)["how"], parameters_of(Asked)["how"].public
    (OneOf(choices=('near', 'far'), usual='far'), True)
    """
    hints = _hints(kind)
    found = {each.name: _allowed(hints[each.name], each.default) for each in fields(kind)}
    return {name: allowed for name, allowed in found.items() if allowed is not None}


def check_parameters(given: Any) -> None:
    """Make sure that every parameter of a dataclass has its type and is what it may be.

    >>> from celosia.hierarchies import Frequent
    >>> Frequent(5)
    Traceback (most recent call last):
    celosia.errors.ParameterError: Frequent: thresholds must be a list of whole numbers.
    """
    kind: Any = type(given)
    allowed, hints = parameters_of(kind), _hints(kind)
    for each in fields(kind):
        what, value = f"{kind.__name__}: {each.name}", getattr(given, each.name)
        if each.name not in allowed:
            check_type(what, value, hints[each.name])
        elif value is not None or not _optional(hints[each.name]):
            allowed[each.name].check(what, value)


def published(thing: Any, entries: Mapping[str, Any]) -> dict[str, Any]:
    """Give those of a thing's entries whose parameters say that they may be published.

    What says nothing stays out, also in a class that we know nothing of.

    >>> @dataclass
    ... class Rule:
    ...     path: Annotated[str, Public(lambda path: path.rpartition("/")[2])]
    ...     width: Annotated[int, Whole(1, public=True)] | None
    ...     origin: float = 0
    >>> published(Rule("a/b.csv", 5, 20), {"path": "a/b.csv", "width": 5, "origin": 20})
    {'path': 'b.csv', 'width': 5}
    """
    kind: type = type(thing)
    told = told_parameters(kind)
    return {name: told[name](value) for name, value in entries.items() if name in told}


@cache
def told_parameters(kind: type) -> dict[str, Callable[[Any], Any]]:
    """Give, of each parameter that may be published, what makes what is told of it."""
    hints = _hints(kind) if is_dataclass(kind) else {}
    found = {}
    for each in fields(kind) if is_dataclass(kind) else ():
        hint = hints[each.name]
        parts = [part for part in get_args(hint) if part is not NoneType]
        said = parts[0] if _optional(hint) and len(parts) == 1 else hint
        beside = said.__metadata__ if get_origin(said) is Annotated else ()
        for mark in beside:
            if isinstance(mark, Public):
                found[each.name] = mark.told or _as_it_is
            elif isinstance(mark, Allowed) and mark.public:
                found[each.name] = _as_it_is
    return found


def _as_it_is(value: Any) -> Any:
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _allowed(hint: Any, default: Any) -> Allowed | None:
    if _optional(hint):
        hint, *others = (each for each in get_args(hint) if each is not NoneType)
        if others:
            return None
    said = _said(hint)
    return said if said is None or default in (MISSING, None) else replace(said, usual=default)


def _said(hint: Any) -> Allowed | None:
    if get_origin(hint) is Annotated:
        beside = hint.__metadata__
        said = next((each for each in beside if isinstance(each, Allowed)), _said(hint.__origin__))
        public = any(isinstance(each, Public) for each in beside)
        return replace(said, public=True) if said is not None and public else said
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint), usual=get_args(hint)[0])
    return _PLAIN.get(hint)


def _optional(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint)
