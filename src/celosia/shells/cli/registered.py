"""What a registry holds, as the choices of an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

import celosia
from celosia.shells.cli.speaking import Option


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
