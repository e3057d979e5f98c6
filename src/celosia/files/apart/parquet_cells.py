"""Write a Parquet file again, in the child process: the parent opens what DuckDB wrote here."""

from __future__ import annotations

from typing import Any

from celosia.files.apart.child_task import Refused

SHARE = 2
"""What DuckDB calls memory is half of what the process may reserve."""


def write_clean(path: str, target: str, memory: int, space: str) -> dict[str, Any]:
    """Write all cells as texts, in columns called c0, c1, …; give names, types and records."""
    import duckdb

    most = f"{memory // SHARE // 1024}KiB"
    with duckdb.connect(
        config={"threads": 1, "memory_limit": most, "temp_directory": space}
    ) as connection:
        # [] keeps a name with * or ? from being taken for a pattern
        escaped = "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path)
        source = f"read_parquet({_text(escaped)}, hive_partitioning = false)"
        try:
            described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
            told = connection.execute(
                f"SELECT sum(num_rows) FROM parquet_file_metadata({_text(escaped)})"
            ).fetchone()
            texts = ", ".join(
                f"{_name(row[0])}::VARCHAR AS c{place}" for place, row in enumerate(described)
            )
            written = connection.execute(
                f"COPY (SELECT {texts} FROM {source}) TO {_text(target)} (FORMAT parquet)"
            ).fetchone()
        except duckdb.OutOfMemoryException:
            raise MemoryError from None
        except (duckdb.Error, UnicodeDecodeError) as wrong:  # its text may quote the data
            raise Refused("files.cannot-read-parquet", kind=type(wrong).__name__) from None
    assert told is not None
    assert written is not None
    if int(told[0] or 0) != int(written[0]):
        raise Refused("files.records-lost", there=int(told[0] or 0), read=int(written[0]))
    return {
        "columns": [row[0] for row in described],
        "types": [str(row[1]) for row in described],
        "records": int(written[0]),
    }


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
