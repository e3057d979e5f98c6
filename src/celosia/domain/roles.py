"""What each column means for privacy. There is no default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from celosia.errors import RoleError
from celosia.text.messages import Message


class Role(StrEnum):
    """What an attacker, or a victim, has in a column."""

    IDENTIFIER = "identifier"
    QUASI_IDENTIFIER = "quasi-identifier"
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"

    @property
    def told(self) -> Message:
        """What people call it."""
        return Message(f"core.role-{self.value}")


@dataclass(frozen=True, slots=True)
class Roles:
    """One role for every column.

    >>> roles = Roles.of(["dni", "age"], {"dni": Role.IDENTIFIER, "age": Role.QUASI_IDENTIFIER})
    >>> roles.quasi_identifiers
    ('age',)
    """

    by_column: Mapping[str, Role]

    @classmethod
    def of(cls, columns: Iterable[str], roles: Mapping[str, Role]) -> Roles:
        """Check that every column has a role and every role a column."""
        columns = tuple(columns)
        unknown = [name for name in roles if name not in columns]
        if unknown:
            raise RoleError("core.no-columns-columns", unknown=unknown, columns=columns)
        undecided = [name for name in columns if name not in roles]
        if undecided:
            raise RoleError(
                "core.columns-without-role-say-each",
                undecided=undecided,
                roles=(role.told for role in Role),
            )
        return cls({name: Role(roles[name]) for name in columns})

    def with_role(self, role: Role) -> tuple[str, ...]:
        """List the columns of one role, in the table's order."""
        return tuple(name for name, given in self.by_column.items() if given is role)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The columns an attacker may know."""
        return self.with_role(Role.QUASI_IDENTIFIER)

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The columns that must not be learned."""
        return self.with_role(Role.SENSITIVE)

    @property
    def published(self) -> tuple[str, ...]:
        """The columns of the release: all but the identifiers."""
        return tuple(n for n, role in self.by_column.items() if role is not Role.IDENTIFIER)
