"""Any DataFrame as one of texts, written as the embedded engine writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celosia.domain.schema import Column as Described, ColumnType, Schema
from celosia.engines.spark.driver import F, T
from celosia.errors import DataError
from celosia.files.dialect import check_names

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
    check_names(frame.columns)
    kinds = [field.dataType for field in frame.schema.fields]
    unfit = [name for name, kind in zip(frame.columns, kinds, strict=True) if not _is_plain(kind)]
    if unfit:
        raise DataError("engines.columns-hold-no-single-values", unfit=unfit)
    names = cell_names(len(kinds))
    plain = frame.toDF(*names)
    return plain.select(
        *(_text(name, kind).alias(name) for name, kind in zip(names, kinds, strict=True))
    )


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
