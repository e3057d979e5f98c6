"""How PostgreSQL's types are read as text, and stored."""

from __future__ import annotations

from celosia.domain.schema import Column, ColumnType
from celosia.engines.sql.kinds import Kind
from celosia.engines.sql.server import Field

WHOLE = (20, 21, 23)
NUMERIC = 1700
FLOATS = (700, 701)
BOOLEAN = 16
DATE = 1082
MOMENTS = (1114, 1184)
AS_TEXT = '({})::text COLLATE "C"'
MOST_DIGITS = 18


def _plain(kind: ColumnType | None, exact: bool) -> Kind:
    return Kind(AS_TEXT, "{}" if exact else AS_TEXT, AS_TEXT, AS_TEXT, kind, kept=True)


TEXT = _plain(None, exact=False)


def kind_of_type(code: int, has_scale: bool) -> Kind:
    """Find how a column is read, by the type number that the driver gives."""
    if code in WHOLE:
        return _plain(ColumnType.INTEGER, exact=True)
    if code == NUMERIC:  # without a scale, 1.0 and 1.00 are equal and print differently
        return _plain(ColumnType.DECIMAL, exact=has_scale)
    if code in FLOATS:  # 0 and -0 are equal and print differently
        return _plain(ColumnType.DECIMAL, exact=False)
    if code == BOOLEAN:
        return _plain(ColumnType.BOOLEAN, exact=True)
    if code == DATE:
        return _plain(ColumnType.DATE, exact=True)
    if code in MOMENTS:
        return _plain(None, exact=True)
    return _plain(None, exact=False)


def field_type(field: Field) -> str:
    """Give the type of a working table's column."""
    return "bigint" if field.holds == "number" else "text"


def stored_type(column: Column, digits: tuple[int, int]) -> str:
    """Give the type of a column of an imported table."""
    if column.type is ColumnType.INTEGER:
        return "bigint" if digits[0] <= MOST_DIGITS else "numeric"
    if column.type is ColumnType.DECIMAL:
        return "numeric"
    if column.type is ColumnType.DATE:
        return "date"
    if column.type is ColumnType.BOOLEAN:
        return "boolean"
    return f"varchar({column.max_length})" if column.max_length is not None else "text"
