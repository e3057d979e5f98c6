"""What a registry holds, as the choices of an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

import celosia


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
    return "cli" not in getattr(thing, "not_offered", {})
