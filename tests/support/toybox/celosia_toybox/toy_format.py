"""A file format: a line of JSON for each record."""

from __future__ import annotations

import json

from celosia.core.values import Cells
from celosia.files.file_format import FILE_FORMATS, Format, Loaded
from celosia.text.messages import Message


def read(source, table):
    rows = [json.loads(line) for line in source.path.read_text(encoding="utf-8").splitlines()]
    table.cells(Cells.of({name: [row[name] for row in rows] for name in rows[0]}))
    return Loaded()


def write(release, path):
    lines = [json.dumps(dict(zip(release.columns, row, strict=True))) for row in release.rows()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return len(lines)


FILE_FORMATS.add(
    "toy-lines",
    Format(
        name="toy-lines",
        title=Message("toys.format"),
        endings=(".toylines",),
        media_type="application/jsonl",
        keeps=Message("toys.format-keeps"),
        read=read,
        write=write,
        choices={".toylines": Message("toys.format")},
        magic=(b'{"',),
    ),
)
