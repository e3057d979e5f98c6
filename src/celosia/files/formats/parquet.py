"""Parquet: columns with types, read and written by the engine as a stream."""

from __future__ import annotations

from pathlib import Path

from celosia.domain.language import Sentence
from celosia.domain.schema import ColumnType
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


def read(source: Source, table: Incoming) -> Loaded:
    """Let the engine read it."""
    try:
        return Loaded(schema=table.parquet(source.path))
    except Unreadable as wrong:
        raise DataError(f"{source.path.name} cannot be read as Parquet: {wrong}.") from None


def write(release: Outgoing, path: Path) -> int:
    """Let the engine write it."""
    return release.parquet(path)


FILE_FORMATS.add(
    "parquet",
    Format(
        name="parquet",
        title=Sentence("Parquet", "Parquet"),
        endings=(".parquet",),
        media_type="application/vnd.apache.parquet",
        magic=(b"PAR1",),
        read=read,
        write=write,
        choices={".parquet": Sentence("Parquet", "Parquet")},
        holds=frozenset(ColumnType),
        keeps=Sentence("Types and nulls", "Tipos y nulos"),
    ),
    order=30,
)
