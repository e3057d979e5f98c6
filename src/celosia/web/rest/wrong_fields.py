"""What is wrong with fields of a request: codes that stay, and sentences in our own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic_core import PydanticCustomError

from celosia.text.messages import Message

UNKNOWN_CHOICE = "unknown-choice"
_CHOICE = UNKNOWN_CHOICE, Message("rest.wrong-unknown-choice")
_SHORT = "too-short", Message("rest.wrong-too-short")
_LONG = "too-long", Message("rest.wrong-too-long")
REASONS: Mapping[str, tuple[str, Message]] = {
    "missing": ("missing", Message("rest.wrong-missing")),
    "extra_forbidden": ("unknown-field", Message("rest.wrong-unknown-field")),
    "literal_error": _CHOICE,
    "enum": _CHOICE,
    UNKNOWN_CHOICE: _CHOICE,
    "greater_than": ("too-low", Message("rest.wrong-not-above")),
    "greater_than_equal": ("too-low", Message("rest.wrong-too-low")),
    "less_than": ("too-high", Message("rest.wrong-not-below")),
    "less_than_equal": ("too-high", Message("rest.wrong-too-high")),
    "too_short": _SHORT,
    "string_too_short": _SHORT,
    "too_long": _LONG,
    "string_too_long": _LONG,
    "json_invalid": ("not-json", Message("rest.wrong-not-json")),
}
"""By pydantic's word, which may change, our code, which stays, and our reason."""
WRONG_TYPE = "wrong-type", Message("rest.wrong-type")
"""All that pydantic calls otherwise: its many words for a value of another type."""
LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length")
"""Where pydantic tells the limit that was passed: one that we declared, never what was sent."""


class WrongField(NamedTuple):
    """A field, and what is wrong with it; never what was in it."""

    field: str
    code: str
    why: Message

    @property
    def told(self) -> Message:
        """The field and the reason, as a part of a sentence."""
        return Message("rest.wrong-field", field=self.field, why=self.why)


def unknown_choice() -> PydanticCustomError:
    """Make what a validator of ours raises for a name that there is not."""
    return PydanticCustomError(UNKNOWN_CHOICE, UNKNOWN_CHOICE)


def wrong_fields(
    found: Iterable[Mapping[str, Any]], deepest: int | None = None
) -> list[WrongField]:
    """Read what pydantic found: each field once for each reason, by the names of the fields.

    Parameters
    ----------
    deepest
        How many parts of a field's place are told; all if left out.

    >>> found = [{"loc": ("body", "k"), "type": "greater_than_equal", "ctx": {"ge": 2}}]
    >>> [(each.code, str(each.told)) for each in wrong_fields(found)]
    [('too-low', 'body.k (must be at least 2)')]
    """
    told = {}
    for each in found:
        field = ".".join(map(str, each["loc"][:deepest]))
        code, why = REASONS.get(str(each["type"]), WRONG_TYPE)
        context = each.get("ctx") or {}
        limit = [context[name] for name in LIMITS if name in context]
        told[field, code] = WrongField(field, code, why.given(limit=limit[0]) if limit else why)
    return [told[key] for key in sorted(told)]
