"""Identifiers in synthetic records: those of several records must not pass for categories."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from celosia.domain.roles import Role
from celosia.domain.table import Table
from celosia.domain.table_maker import TableMaker
from celosia.proposals import propose_role


def sparing_identifiers(maker: TableMaker, table: Table) -> TableMaker:
    """Let no value of an identifier appear, where nobody said which columns those are.

    A value that `least` records share appears as it is, and a number that is drawn may be
    anybody's: so would a patient's number, unless the column's name or its values give it away.
    With epsilon people list what may appear, so there is nothing to find out.
    """
    inventor: Any = maker
    if not maker.invents_records or inventor.identifiers is not None or maker.spends is not None:
        return maker
    kept = [name for name in table.columns if name not in inventor.leave_out]
    found = tuple(name for name in kept if _points_at_persons(table, name))
    made: TableMaker = replace(inventor, identifiers=found)
    return made


def _points_at_persons(table: Table, name: str) -> bool:
    """Tell whether a column is an identifier, and not only by values that hardly repeat."""
    proposed = propose_role(name, table.relation.values(name), table.schema.column(name))
    by_uniqueness = any(reason.code == "unique" for reason in proposed.reasons)
    return proposed.role is Role.IDENTIFIER and not by_uniqueness
