"""How MariaDB's types are read as text, and stored."""

from __future__ import annotations

from celosia.domain.schema import Column, ColumnType
from celosia.engines.sql.kinds import Kind
from celosia.engines.sql.server import Field
from celosia.errors import DataError

WHOLE = (1, 2, 3, 8, 9)
DECIMALS = (0, 246)
FLOATS = (4, 5)
DATES = (10, 14)
MOMENTS = (7, 12)
OTHER_NUMBERS = (6, 11, 13)
"""Null, time, year."""
BITS = 16
JSON = 245
"""MySQL's own type; MariaDB's is a long text."""
CHARACTERS = (15, 247, 248, 249, 250, 251, 252, 253, 254)
AS_TEXT = "CAST({} AS CHAR CHARACTER SET utf8mb4)"
MOST_VARCHAR = 8_000
MOST_WORKING = 500
"""Characters of a working table's text that is no long text: a row holds 65,535 bytes of them."""
MOST_DIGITS = 18
DECIMAL_DIGITS, DECIMAL_PLACES = 65, 38


def _characters(text: str, kept: bool) -> Kind:
    as_bytes = f"CAST({text} AS BINARY)"
    return Kind(text, as_bytes, as_bytes, as_bytes, kept=kept)


def _plain(kind: ColumnType | None, exact: bool, kept: bool = True) -> Kind:
    as_bytes = f"CAST({AS_TEXT} AS BINARY)"
    if exact:
        return Kind(AS_TEXT, "{}", AS_TEXT, as_bytes, kind, kept)
    return Kind(AS_TEXT, as_bytes, as_bytes, as_bytes, kind, kept)


LABEL = _characters("{}", True)
"""A column of characters in utf8mb4: its bytes are its text."""


def kind_of_type(code: int, charset: str) -> Kind:
    """Find how a column is read, by the type code that the driver gives."""
    if code in WHOLE:
        return _plain(ColumnType.INTEGER, exact=True)
    if code in DECIMALS:
        return _plain(ColumnType.DECIMAL, exact=True)
    if code in FLOATS:  # 0 and -0 are equal and print differently; floats print rounded
        return _plain(ColumnType.DECIMAL, exact=False, kept=False)
    if code in DATES:
        return _plain(ColumnType.DATE, exact=True)
    if code in MOMENTS or code in OTHER_NUMBERS:
        return _plain(None, exact=True)
    if code == BITS:
        return _characters(AS_TEXT.replace("{}", "({} + 0)"), True)
    if code == JSON:
        return _characters(AS_TEXT, True)
    if code in CHARACTERS and charset == "utf8mb4":
        return LABEL
    if code in CHARACTERS and charset != "binary":
        return _characters("CONVERT({} USING utf8mb4)", True)
    return _characters("CONVERT(lower(hex({})) USING utf8mb4)", False)


def field_type(field: Field) -> str:
    """Give the type of a working table's column."""
    if field.holds == "number":
        return "BIGINT NOT NULL" if field.is_key else "BIGINT"
    if field.holds == "key":
        return f"VARBINARY({max(field.longest, 1)}) NOT NULL"
    return _varchar(field.longest, MOST_WORKING)


def stored_type(column: Column, digits: tuple[int, int]) -> str:
    """Give the type of a column of an imported table."""
    before, after = digits
    if before + after > DECIMAL_DIGITS or after > DECIMAL_PLACES:
        raise DataError(
            "engines.numbers-digits-decimals-server-holds",
            name=column.name,
            before=before,
            after=after,
            digits=DECIMAL_DIGITS,
            places=DECIMAL_PLACES,
        )
    if column.type is ColumnType.INTEGER:
        return "BIGINT" if before <= MOST_DIGITS else f"DECIMAL({before}, 0)"
    if column.type is ColumnType.DECIMAL:
        return f"DECIMAL({before + after}, {after})"
    if column.type is ColumnType.DATE:
        return "DATE"
    if column.type is ColumnType.BOOLEAN:
        return "BOOLEAN"
    return _varchar(column.max_length) if column.max_length is not None else _text("LONGTEXT")


def _varchar(longest: int, most: int = MOST_VARCHAR) -> str:
    return _text(f"VARCHAR({max(longest, 1)})" if longest <= most else "LONGTEXT")


def _text(stored: str) -> str:
    return f"{stored} CHARACTER SET utf8mb4"
