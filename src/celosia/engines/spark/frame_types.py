"""What the columns of a DataFrame hold, and any DataFrame as one of texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from celosia.core.schema import Column as Described, ColumnType, ReadOptions, Schema
from celosia.engines.duckdb.file_types import BOOLEANS, DATE_FORMATS, TRUE
from celosia.engines.spark.driver import F, T
from celosia.engines.spark.frame_query import found
from celosia.errors import DataError, SchemaError
from celosia.files.dialect import settled_names
from celosia.text.days import shape
from celosia.text.messages import Message
from celosia.text.numerals import (
    BLANKS,
    CODE_CELL,
    COMMA,
    INTEGER_CELL,
    NUMBER_CELL,
    POINT,
    SHORT_INTEGER_CELL,
)

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import DataType


def cell_names(number: int) -> list[str]:
    """Name the columns inside Spark: c0, c1, ..., so that no name of the user's can clash.

    >>> cell_names(2)
    ['c0', 'c1']
    """
    return [f"c{i}" for i in range(number)]


def as_texts(frame: DataFrame) -> DataFrame:
    """Turn every column into text, under the names c0, c1, ..."""
    settled_names(frame.columns, ReadOptions())
    kinds = [field.dataType for field in frame.schema.fields]
    unfit = [name for name, kind in zip(frame.columns, kinds, strict=True) if not _is_plain(kind)]
    if unfit:
        raise DataError("engines.columns-hold-no-single-values", unfit=unfit)
    names = cell_names(len(kinds))
    plain = frame.toDF(*names)
    return plain.select(
        *(_text(name, kind).alias(name) for name, kind in zip(names, kinds, strict=True))
    )


def without_codes(frame: DataFrame, codes: Mapping[str, Sequence[str]]) -> DataFrame:
    """Make nulls of the texts that mean null in some columns."""
    if not codes:
        return frame
    known = [
        F.when(~F.col(name).isin(list(codes[name])), F.col(name)).alias(name)
        if name in codes
        else F.col(name)
        for name in frame.columns
    ]
    return frame.select(*known)


def described(frame: DataFrame) -> Schema:
    """Say what the columns are by their types in Spark."""
    fields = frame.schema.fields
    return Schema(tuple(Described(f.name, *_column_type(f.dataType)) for f in fields))


def _is_plain(kind: DataType) -> bool:
    return not isinstance(kind, T.ArrayType | T.MapType | T.StructType | T.BinaryType)


def _text(name: str, kind: DataType) -> Column:
    """Write numbers and times as the embedded engine does; a collation is left behind."""
    if isinstance(kind, T.FloatType | T.DoubleType):
        shortest = _short_single if isinstance(kind, T.FloatType) else _short_double
        return F.udf(shortest, "string", useArrow=True)(name)
    if isinstance(kind, T.TimestampType):
        there = F.to_utc_timestamp(F.col(name), F.current_timezone())
        return F.concat(there.cast("string"), F.lit("+00"))
    return F.col(name).cast("string")


def _short_double(number: float | None) -> str | None:
    """Write a number with as few digits as tell it apart; Java 17 sometimes writes more."""
    return None if number is None else repr(float(number))


def _short_single(number: float | None) -> str | None:
    from numpy import float32

    return None if number is None else repr(float(str(float32(number))))


def _column_type(kind: DataType) -> tuple[ColumnType, None, str | None]:
    if isinstance(kind, T.ByteType | T.ShortType | T.IntegerType | T.LongType):
        return ColumnType.INTEGER, None, None
    if isinstance(kind, T.DecimalType | T.FloatType | T.DoubleType):
        return ColumnType.DECIMAL, None, None
    if isinstance(kind, T.DateType):
        return ColumnType.DATE, None, "%Y-%m-%d"
    if isinstance(kind, T.BooleanType):
        return ColumnType.BOOLEAN, None, None
    return ColumnType.TEXT, None, None


PARTS = {"%Y": "y", "%m": "M", "%d": "d", "%H": "H", "%M": "m", "%S": "s"}
"""What Spark calls the parts of a date."""


def full_match(cell: Column, pattern: str) -> Column:
    r"""Match the whole of a text: `$` alone would let a line end pass."""
    return cell.rlike(rf"\A(?:{pattern})\z")


def propose(frame: DataFrame, cells: Mapping[str, str]) -> Schema:
    """Find the narrowest type that fits every value of each column, in one pass."""
    wanted: dict[str, Column] = {}
    for cell in cells.values():
        for what, column in _tests(F.col(cell)).items():
            wanted[f"{cell}_{what}"] = column
    row = _one_row(frame, wanted, Message("engines.looking-at-the-columns"))
    return Schema(tuple(_proposed(name, cell, row) for name, cell in cells.items()))


def _tests(cell: Column) -> dict[str, Column]:
    lower = F.lower(cell)
    no_code = ~full_match(cell, CODE_CELL)
    tests = {
        "values": F.count(cell),
        "longest": F.max(F.length(cell)),
        "integers": F.count_if(full_match(cell, SHORT_INTEGER_CELL) & no_code),
        "decimals": F.count_if(full_match(cell, NUMBER_CELL) & no_code),
        "booleans": F.count_if(lower.isin(*BOOLEANS)),
    }
    for i, date_format in enumerate(DATE_FORMATS):
        tests[f"dates{i}"] = F.count_if(as_time(cell, date_format).isNotNull())
    return tests


def _proposed(name: str, cell: str, row: Mapping[str, Any]) -> Described:
    values = row[f"{cell}_values"]
    if values == 0:
        return Described(name)
    for what, kind in (
        ("integers", ColumnType.INTEGER),
        ("decimals", ColumnType.DECIMAL),
        ("booleans", ColumnType.BOOLEAN),
    ):
        if row[f"{cell}_{what}"] == values:
            return Described(name, kind)
    for i, date_format in enumerate(DATE_FORMATS):
        if row[f"{cell}_dates{i}"] == values:
            return Described(name, ColumnType.DATE, format=date_format)
    return Described(name, ColumnType.TEXT, max_length=row[f"{cell}_longest"])


def invalid(frame: DataFrame, schema: Schema, cells: Mapping[str, str]) -> dict[str, int]:
    """Count the values of each declared column that are not as declared."""
    wanted = {
        f"n{i}": F.count_if(F.col(cells[column.name]).isNotNull() & ~_is_valid(column, cells))
        for i, column in enumerate(schema)
    }
    if not wanted:
        return {}
    row = _one_row(frame, wanted, Message("engines.checking-the-columns"))
    return {column.name: row[f"n{i}"] for i, column in enumerate(schema)}


def not_as_declared(schema: Schema, wrong: Mapping[str, int]) -> list[Message]:
    """Say of each column how many values are wrong, and what they should be."""
    shown = []
    for name, number in wrong.items():
        declared = schema.column(name)
        kind = Message("engines.not-valid", column=name, wanted=declared.wanted)
        if number:
            shown.append(Message("engines.records", number=number, what=kind))
    return shown


def _is_valid(column: Described, cells: Mapping[str, str]) -> Column:
    cell = F.col(cells[column.name])
    if column.type is ColumnType.INTEGER:
        valid = full_match(cell, INTEGER_CELL)
    elif column.type is ColumnType.DECIMAL:
        valid = full_match(cell, NUMBER_CELL)
    elif column.type is ColumnType.BOOLEAN:
        valid = F.lower(F.trim(cell)).isin(*BOOLEANS, "0", "1")
    elif column.type is ColumnType.DATE:
        valid = as_time(cell, _date_format(column)).isNotNull()
    else:
        valid = F.lit(True)
    if column.max_length is not None:
        valid = valid & (F.length(cell) <= column.max_length)
    return valid


def as_typed(column: Described, cell: Column) -> Column:
    """Turn a text into its type, for typed file formats; null where it cannot be."""
    if column.type is ColumnType.INTEGER:
        return F.btrim(cell, F.lit(BLANKS)).try_cast("bigint")
    if column.type is ColumnType.DECIMAL:
        number = as_number(cell, NUMBER_CELL)
        return F.when(F.abs(number) < float("inf"), number)
    if column.type is ColumnType.BOOLEAN:
        return F.trim(F.lower(cell)).isin(*TRUE, "1")
    if column.type is ColumnType.DATE:
        date_format = _date_format(column)
        time = as_time(cell, date_format)
        has_time = any(part in date_format for part in ("%H", "%M", "%S"))
        return time.cast("timestamp_ntz") if has_time else time.cast("date")
    return cell


def as_number(cell: Column, pattern: str) -> Column:
    """Read what fits a pattern of numbers; null where it does not."""
    written = F.replace(F.btrim(cell, F.lit(BLANKS)), F.lit(COMMA), F.lit(POINT))
    return F.when(full_match(cell, pattern), written).try_cast("double")


def typed_cells(frame: DataFrame, columns: Sequence[tuple[str, Described | None]]) -> list[Column]:
    """Give each cell its type, unless that could not hold every value; None stays text."""
    typed = {
        cell: as_typed(column, F.col(cell))
        for cell, column in columns
        if column is not None and column.type is not ColumnType.TEXT
    }
    lost = {
        cell: F.count_if(F.col(cell).isNotNull() & value.isNull()) for cell, value in typed.items()
    }
    row = _one_row(frame, lost, Message("engines.looking-at-the-types")) if lost else {}
    kept = {cell for cell, number in row.items() if number == 0}
    return [typed[cell] if cell in kept else F.col(cell) for cell, _ in columns]


def as_time(cell: Column, date_format: str) -> Column:
    """Read a date; null where it is none, as the 30th of February."""
    trimmed = F.btrim(cell, F.lit(BLANKS))
    written = shape(date_format)
    assert written is not None  # `_date_format` lets no other format pass
    plausible = F.when(full_match(trimmed, written), trimmed)
    return F.try_to_timestamp(plausible, F.lit(_translated(date_format)))


def _date_format(column: Described) -> str:
    date_format = column.format or DATE_FORMATS[0]
    if shape(date_format) is None or re.search("(?<!%)[A-Za-z]", date_format):
        raise SchemaError("engines.column-unknown-date-format-spark", name=column.name, parts=PARTS)
    return date_format


def _translated(date_format: str) -> str:
    """Write a format as Spark does.

    >>> _translated("%d/%m/%Y")
    'd/M/y'
    """
    pattern = ""
    for part in re.findall("%.|[^%]", date_format):
        spark = PARTS.get(part, part if part in "/-.:, " else f"'{part}'")
        pattern += spark.replace("'''", "''")
    return pattern


def _one_row(frame: DataFrame, wanted: Mapping[str, Column], what: Message) -> dict[str, Any]:
    columns = [column.alias(name) for name, column in wanted.items()]
    row: dict[str, Any] = found(frame.agg(*columns), what).to_pylist()[0]
    return row
