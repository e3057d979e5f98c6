"""Identifiers in synthetic records: those of several records must not pass for categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from celosia.domain.language import Sentence
from celosia.domain.roles import Role
from celosia.domain.table import Table
from celosia.methods.techniques.tables.synthetic.for_testing import DataForTesting
from celosia.methods.techniques.tables.synthetic.statistical_copy import StatisticalCopy
from celosia.proposals import propose_role


def sparing_identifiers(
    maker: DataForTesting | StatisticalCopy, table: Table
) -> DataForTesting | StatisticalCopy:
    """Let no value of an identifier appear, where nobody said which columns those are.

    A value that `least` records share appears as it is, and a number that is drawn may be
    anybody's: so would a patient's number, unless the column's name or its values give it away.
    With epsilon people list what may appear, so there is nothing to find out.
    """
    private = isinstance(maker, StatisticalCopy) and maker.epsilon is not None
    if maker.identifiers is not None or private:
        return maker
    kept = [name for name in table.columns if name not in maker.leave_out]
    found = tuple(name for name in kept if _points_at_persons(table, name))
    return replace(maker, identifiers=found)


def made_up(columns: Sequence[str]) -> Sentence:
    """Say of which columns no value appears."""
    listed = ", ".join(columns)
    return Sentence(
        f"These columns point at persons, so all their values were made up: {listed}.",
        f"Estas columnas señalan a personas, así que todos sus valores son inventados: {listed}.",
    )


def _points_at_persons(table: Table, name: str) -> bool:
    """Tell whether a column is an identifier, and not only by values that hardly repeat."""
    proposed = propose_role(name, table.relation.values(name), table.schema.column(name))
    by_uniqueness = any(reason.code == "unique" for reason in proposed.reasons)
    return proposed.role is Role.IDENTIFIER and not by_uniqueness
