"""What the columns hold: as the server declares, else by looking; and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from celosia.core.relation import Change
from celosia.core.schema import Column, ColumnType, Schema
from celosia.core.values import ValueCounts
from celosia.engines.duckdb.file_types import BOOLEANS, DATE_FORMATS
from celosia.engines.sql.connection import Session
from celosia.engines.sql.server import Cell
from celosia.errors import DataError, SchemaError
from celosia.text.days import is_date_format, read_moment
from celosia.text.messages import Message
from celosia.text.numerals import CODE_CELL, INTEGER_CELL, NUMBER_CELL, SHORT_INTEGER_CELL

DATE_SHAPE = r" *[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4} *"
WORDS = (*BOOLEANS, "sÍ")
"""PostgreSQL lowers only ASCII where texts are compared exactly."""
CHECKED = {ColumnType.INTEGER: INTEGER_CELL, ColumnType.DECIMAL: NUMBER_CELL}
Values = Callable[[str], ValueCounts]


def declared_types(cells: Mapping[str, Cell]) -> Schema:
    """Give the types of the columns that the server itself declares; texts may be anything."""
    return Schema(tuple(_declared(cell) for cell in cells.values() if cell.kind.type is not None))


def _declared(cell: Cell) -> Column:
    assert cell.kind.type is not None
    date_format = DATE_FORMATS[0] if cell.kind.type is ColumnType.DATE else None
    return Column(cell.name, cell.kind.type, format=date_format)


def propose_column(session: Session, relation: str, cell: Cell, values: Values) -> Column:
    """Take the server's type, or find the narrowest that fits every value of a text column."""
    if cell.kind.type is not None:
        return _declared(cell)
    number, integers, decimals, codes, booleans, dates, longest = _look_at(session, relation, cell)
    if number == 0:
        return Column(cell.name)
    if integers == number and not codes:
        return Column(cell.name, ColumnType.INTEGER)
    if decimals == number and not codes:
        return Column(cell.name, ColumnType.DECIMAL)
    if booleans == number:
        return Column(cell.name, ColumnType.BOOLEAN)
    if dates == number:  # few enough to be looked at one by one
        texts = values(cell.name).texts
        for date_format in DATE_FORMATS:
            if all(read_moment(text, date_format) for text in texts):
                return Column(cell.name, ColumnType.DATE, format=date_format)
    return Column(cell.name, ColumnType.TEXT, max_length=longest)


def _look_at(session: Session, relation: str, cell: Cell) -> list[int]:
    """Count the distinct values of each shape, and give the length of the longest."""
    server = session.server
    text = server.as_text("d.v")
    conditions, bound = [], []
    for pattern in (SHORT_INTEGER_CELL, NUMBER_CELL, CODE_CELL):
        condition, value = server.matches(text, pattern)
        conditions.append(condition)
        bound.append(value)
    # all shapes are counted in one pass over the distinct values: each statement is a round trip
    conditions.append(f"lower({text}) IN ({', '.join(['%s'] * len(WORDS))})")
    date, shape = server.matches(text, DATE_SHAPE)
    counted = ", ".join(
        f"sum(CASE WHEN {condition} THEN 1 ELSE 0 END)" for condition in (*conditions, date)
    )
    found = session.rows(
        f"SELECT count(*), {counted}, max(char_length({text})) FROM (SELECT {cell.shown} AS v "
        f"FROM {relation} t WHERE {cell.raw} IS NOT NULL GROUP BY {cell.key}) d",
        (*bound, *WORDS, shape),
    )[0]
    return [int(value or 0) for value in found]


def check(
    session: Session,
    relation: str,
    cells: Mapping[str, Cell],
    schema: Schema,
    values: Values,
    title: str,
) -> None:
    """Raise `DataError` with the columns and numbers of values that are not as declared."""
    schema.check_known(cells)
    wrong = {c: _invalid(session, relation, cells[c.name], c, values) for c in schema}
    if any(wrong.values()):
        raise DataError(
            "engines.not-as-declared",
            title=title,
            number=sum(wrong.values()),
            shown=[_not_as_declared(c, n) for c, n in wrong.items() if n],
        )


def published_schema(known: Schema, change: Change) -> Schema:
    """Give the types of the columns that are not changed, where known; labels are texts."""
    kept = {column.name: column for column in known if column.name in change.published}
    return Schema(tuple({**kept, **{name: Column(name) for name in change.labels}}.values()))


def _not_as_declared(column: Column, records: int) -> Message:
    return Message("engines.are-not-valid", column=column.name, count=records, wanted=column.wanted)


def _invalid(session: Session, relation: str, cell: Cell, column: Column, values: Values) -> int:
    """Count the records whose value is not as declared."""
    if column.type is ColumnType.DATE:
        return _wrong_dates(column, values)
    server, text = session.server, cell.text
    condition, bound = "1 = 1", []
    if column.type in CHECKED:
        condition, pattern = server.matches(text, CHECKED[column.type])
        bound.append(pattern)
    elif column.type is ColumnType.BOOLEAN:
        words = (*WORDS, "0", "1")
        condition = f"lower(trim({text})) IN ({', '.join(['%s'] * len(words))})"
        bound += words
    if column.max_length is not None:
        condition += f" AND char_length({text}) <= {column.max_length}"
    return int(
        session.one(
            f"SELECT count(*) FROM {relation} t WHERE {cell.raw} IS NOT NULL AND NOT ({condition})",
            bound,
        )
    )


def _wrong_dates(column: Column, values: Values) -> int:
    date_format = column.format or DATE_FORMATS[0]
    if not is_date_format(date_format):
        raise SchemaError("engines.column-unknown-date-format", name=column.name)
    most = column.max_length
    counted = values(column.name)
    return sum(
        records
        for text, records in zip(counted.values, counted.counts, strict=True)
        if text is not None
        and (read_moment(text, date_format) is None or (most is not None and len(text) > most))
    )
