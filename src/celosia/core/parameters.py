"""What a parameter may be, said once: checks, forms and recipes are made from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from functools import cache
from math import inf, isfinite
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from celosia.errors import CelosiaError, ParameterError
from celosia.text.messages import Message, verbatim

LARGEST = (1 << 31) - 1
"""What every engine, kernel and file of JSON holds as a whole number."""
_ONE = {
    str: Message("core.one-str"),
    int: Message("core.one-int"),
    float: Message("core.one-float"),
    bool: Message("core.one-bool"),
}
_MANY = {
    str: Message("core.many-str"),
    int: Message("core.many-int"),
    float: Message("core.many-float"),
}


def check_whole(what: str | Message, value: Any, least: int, most: int = LARGEST) -> None:
    """Make sure that a parameter is a whole number, not too small and not absurdly large.

    >>> check_whole("KAnonymity: k", 0, least=1)
    Traceback (most recent call last):
    celosia.errors.ParameterError: KAnonymity: k must be a whole number of at least 1.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        said = (
            Message("core.from-to", least=least, most=most)
            if most < LARGEST
            else Message("core.least", least=least)
        )
        raise ParameterError("core.must-whole-number", what=what, range=said)


def check_between(
    what: str | Message, value: Any, low: float, high: float = float("inf"), open_low: bool = False
) -> None:
    """Make sure that a parameter is a number inside its range.

    >>> check_between("TCloseness: t", 2, 0, 1)
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: t must be a number from 0 to 1.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    largest = sys.float_info.max  # a whole number may be larger than any float
    inside = is_number and max(low, -largest) <= value <= min(high, largest)
    if inside and not (open_low and value == low):
        return
    raise ParameterError("core.must-number", what=what, range=_range(low, high, open_low))


def check_name(what: str | Message, value: Any) -> None:
    """Make sure that a parameter can be the name of a column.

    >>> check_name("TCloseness: attribute", None)
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: attribute must be the name of a column.
    """
    if not isinstance(value, str) or not value:
        raise ParameterError("core.must-name-column", what=what)


def check_one_of(what: str | Message, value: Any, choices: Sequence[str]) -> None:
    """Make sure that a parameter is one of some words.

    >>> check_one_of("Rounding: direction", "left", ("up", "down"))
    Traceback (most recent call last):
    celosia.errors.ParameterError: Rounding: direction must be one of up, down.
    """
    if not isinstance(value, str) or value not in choices:
        raise ParameterError("core.must", what=what, choices=choices)


def check_type(what: str | Message, value: Any, hint: Any) -> None:
    """Make sure that a parameter has the type that its annotation says.

    >>> check_type("Frequent: thresholds", 5, tuple[int, ...])
    Traceback (most recent call last):
    celosia.errors.ParameterError: Frequent: thresholds must be a list of whole numbers.
    """
    if not _fits(value, hint):
        told, advice = _told(hint), Message("text.verbatim", text="")
        if isinstance(value, list):
            advice = Message("core.python-write-tuple")
        raise ParameterError("core.must-2", what=what, told=told, advice=advice)


def _range(low: float, high: float, open_low: bool) -> Message:
    """Say between which ends a number must lie; an end at infinity is left out."""
    if not isfinite(low):
        return Message("core.up-to", high=high) if isfinite(high) else verbatim("")
    if not isfinite(high):
        return Message("core.above", low=low) if open_low else Message("core.from", low=low)
    return (
        Message("core.above-2", low=low, high=high)
        if open_low
        else Message("core.from-to-2", low=low, high=high)
    )


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(value, choice) for choice in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and _each_fits(value, get_args(hint))
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def _each_fits(values: Sequence[Any], hints: Sequence[Any]) -> bool:
    """Compare a tuple with `X, ...` or with one type for each of its places."""
    if hints[-1] is Ellipsis:
        return all(_fits(value, hints[0]) for value in values)
    return len(values) == len(hints) and all(map(_fits, values, hints))


def _told(hint: Any) -> Message:
    """Say a type in words; a recipe writes a tuple as a list."""
    if get_origin(hint) in (Union, UnionType):
        choices = [_told(choice) for choice in get_args(hint) if choice is not NoneType]
        return Message("core.one-of-types", choices=choices)
    if get_origin(hint) is not tuple:
        return _ONE[hint]
    inside = [each for each in get_args(hint) if each is not Ellipsis]
    if get_origin(inside[0]) is tuple:
        entry = _told(inside[0])
        return Message("core.list-each-entry", entry=entry)
    many, number = _MANY[inside[0]], f"{len(inside)} " if len(inside) > 1 else ""
    return Message("core.list", number=number, many=many)


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
ColumnName: TypeAlias = Annotated[str, NameOfColumn(public=True)]
ColumnNames: TypeAlias = Annotated[tuple[str, ...], NamesOfColumns(public=True)]
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

    An annotation says it beside the type, `Annotated[int, Whole(2)]`, or is a plain type that has
    a usual meaning (`bool`, `float`, `str`, a `Literal`). Forms, schemas and help are made of it.

    Returns
    -------
    By name; `usual` is the default where there is one. A parameter of another type is left out.

    >>> @dataclass
    ... class Asked:
    ...     column: ColumnName
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

    Call it in `__post_init__`; classes that inherit from `DeclaredModel` have it done.

    Raises
    ------
    ParameterError
        Which names the class, the parameter and what it has to be, and never the value.

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


def published_fields(found: Any) -> Any:
    """Give figures as a certificate may tell them: the fields that say so, at any depth.

    Of a dataclass nothing is told by default; lists and mappings are told item by item.

    >>> @dataclass
    ... class Found:
    ...     records: Annotated[int, PUBLIC]
    ...     mean: float
    >>> published_fields({"age": (Found(3, 41.5),)})
    {'age': [{'records': 3}]}
    """
    if is_dataclass(found):
        kind: type = type(found)
        told = told_parameters(kind)
        return {name: published_fields(tell(getattr(found, name))) for name, tell in told.items()}
    if isinstance(found, Mapping):
        return {name: published_fields(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [published_fields(value) for value in found]
    return found


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


class Kinded(Protocol):
    """A dataclass with a name of its own."""

    kind: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Thing = TypeVar("Thing", bound=Kinded)


def to_entries(thing: Kinded) -> dict[str, Any]:
    """Give the kind and the fields that differ from their default, as TOML can hold them."""
    entries: dict[str, Any] = {"kind": thing.kind}
    for entry in fields(thing):
        value = getattr(thing, entry.name)
        if value is not None and value != entry.default:
            entries[entry.name] = _as_lists(value)
    return entries


def published_entries(thing: Kinded) -> dict[str, Any]:
    """Give what of `to_entries` may stand in a certificate: the parameters that say so."""
    return {"kind": thing.kind, **published(thing, to_entries(thing))}


def from_entries(
    entries: Mapping[str, Any],
    kinds: Mapping[str, type[Thing]],
    what: Message,
    error: type[CelosiaError],
) -> Thing:
    """Read what `to_entries` gave.

    Parameters
    ----------
    entries
        `kind` and the fields, as TOML or JSON has them; lists become tuples.
    kinds
        The classes that there are, by kind: a registry.
    what
        What one of them is called, for errors.
    error
        The kind of error to raise.

    Raises
    ------
    CelosiaError
        Of the kind given, for an unknown kind or entry, or a missing one; it says which there are.
    """
    if not isinstance(entries, Mapping):
        raise error("core.wrong-type-write-kind-entries", what=what)
    kind = entries.get("kind")
    if kind is None:
        raise error("core.no-kind-write-kind", what=what, kinds=kinds)
    if not isinstance(kind, str) or kind not in kinds:
        raise error("core.unknown-kind-kinds", what=what, kinds=kinds)
    made, given = kinds[kind], {key: value for key, value in entries.items() if key != "kind"}
    known = {entry.name: entry for entry in fields(made) if entry.init}
    _check_names(kind, what, given, known, error)
    return made(**{key: _as_tuples(value) for key, value in given.items()})


def _check_names(
    kind: str,
    what: Message,
    given: Mapping[str, Any],
    known: Mapping[str, Field[Any]],
    error: type[CelosiaError],
) -> None:
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise error(
            "core.no-entries-entries",
            kind=kind,
            what=what,
            unknown=unknown,
            known=known or Message("core.none"),
        )
    missing = [n for n, entry in known.items() if _is_needed(entry) and n not in given]
    if missing:
        raise error("core.needs-entries", kind=kind, what=what, missing=missing)


def _is_needed(entry: Field[Any]) -> bool:
    return entry.default is MISSING and entry.default_factory is MISSING


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value
