"""Which column says whose each record is, where a person has several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from celosia.proposals.names import name_pattern
from celosia.proposals.role_rules import ProposedRole

SAME_PERSONS = 1.1
"""Keys whose numbers of values differ by less tell the same persons apart: some have two
telephones, and some share one; an estimate."""
_GIVEN = ("person", "official", "social-security", "record", "id")
_NAMES = ("person-name", "name")


def propose_subject(
    roles: Sequence[ProposedRole], distinct: Mapping[str, int]
) -> ProposedRole | None:
    """Choose the key of persons among those that come back.

    The coarsest one: an admission has a key too, and belongs to a patient who has others. Among
    keys of the same persons, a number that was given to them goes before their telephone, and
    that before their name, which others have as well.

    Parameters
    ----------
    roles
        What is proposed for every column of a table.
    distinct
        How many values each has.

    Returns
    -------
    The role of that column, or None where no key of persons comes back.

    >>> from celosia.core.schema import Role
    >>> keys = [ProposedRole(n, Role.IDENTIFIER, (), None, 1.0, True) for n in ("visit", "patient")]
    >>> propose_subject(keys, {"visit": 900, "patient": 400}).column
    'patient'
    """
    keys = [role for role in roles if role.repeats]
    if not keys:
        return None
    given = [key for key in keys if _about(key) not in _NAMES] or keys
    least = min(distinct[key.column] for key in given)
    same = [key for key in given if distinct[key.column] <= SAME_PERSONS * least]
    return min(same, key=lambda key: (_about(key) not in _GIVEN, -distinct[key.column]))


def _about(role: ProposedRole) -> str | None:
    pattern = name_pattern(role.column)
    return pattern.subject if pattern else None
