"""Parquet: columns with types, read and written by the engine as a stream."""

from __future__ import annotations

from pathlib import Path

from celosia.core.schema import ColumnType
from celosia.errors import DataError
from celosia.files.file_format import (
    FILE_FORMATS,
    Format,
    Incoming,
    Loaded,
    Outgoing,
    Source,
    Unreadable,
)
from celosia.text.messages import Message


def read(source: Source, table: Incoming) -> Loaded:
    """Let the engine read it."""
    try:
        return Loaded(schema=table.parquet(source))
    except Unreadable as wrong:
        raise DataError("files.cannot-read-parquet", name=source.path.name, kind=wrong) from None


def write(release: Outgoing, path: Path) -> int:
    """Let the engine write it."""
    return release.parquet(path)


FILE_FORMATS.add(
    "parquet",
    Format(
        name="parquet",
        title=Message("files.parquet"),
        endings=(".parquet",),
        media_type="application/vnd.apache.parquet",
        magic=(b"PAR1",),
        read=read,
        write=write,
        choices={".parquet": Message("files.parquet")},
        holds=frozenset(ColumnType),
        keeps=Message("files.types-nulls"),
    ),
    order=30,
)
