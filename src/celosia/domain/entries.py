"""Small frozen dataclasses as a recipe writes them: a kind, and the fields that were set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, ClassVar, Protocol, TypeVar

from celosia.domain.parameters import published
from celosia.errors import CelosiaError
from celosia.text.messages import Message


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
    """Read what `to_entries` gave; the error says which entries there are."""
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
