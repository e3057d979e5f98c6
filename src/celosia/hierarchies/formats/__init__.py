"""Hierarchies as files: own CSV, ARX, Amnesia, taxonomy text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from celosia.core.hierarchy import Hierarchy
from celosia.errors import HierarchyError, system_error
from celosia.files.atomic import write_whole
from celosia.files.dialect import find_mixture
from celosia.hierarchies.formats import level_csv, tree_text
from celosia.text.messages import Message

__all__ = ["FORMATS", "parse_hierarchy", "read_hierarchy", "read_text", "sniff", "write_hierarchy"]


class HierarchyFormat(NamedTuple):
    """How a format is read from text and written to it."""

    title: Message
    """What people call it."""
    read: Callable[[str, str], Hierarchy]
    write: Callable[[Hierarchy], str]


FORMATS: dict[str, HierarchyFormat] = {
    "own": HierarchyFormat(Message("hierarchies.format-own"), level_csv.read, level_csv.write),
    "arx": HierarchyFormat(
        Message("hierarchies.format-arx"), level_csv.read_arx, level_csv.write_arx
    ),
    "amnesia": HierarchyFormat(
        Message("hierarchies.format-amnesia"), tree_text.read_amnesia, tree_text.write_amnesia
    ),
    "taxonomy": HierarchyFormat(
        Message("hierarchies.format-taxonomy"), tree_text.read_taxonomy, tree_text.write_taxonomy
    ),
}
"""Every format by its name."""


LARGEST = 64 << 20
"""Bytes; a hierarchy of a million values and six levels of ten signs has as many."""


def read_hierarchy(path: str | Path, attribute: str, format: str | None = None) -> Hierarchy:
    """Read a hierarchy file; the format is recognized from the content when not given."""
    return parse_hierarchy(read_text(path), attribute, format)


def write_hierarchy(hierarchy: Hierarchy, path: str | Path, format: str = "own") -> None:
    """Write a hierarchy file in UTF-8; nothing is written if the format cannot hold it."""
    write_whole(Path(path), _format(format).write(hierarchy))


def parse_hierarchy(text: str, attribute: str, format: str | None = None) -> Hierarchy:
    r"""Read a hierarchy from text.

    >>> parse_hierarchy("Male;*\nFemale;*\n", "sex").height
    1
    """
    return _format(format or sniff(text)).read(text, attribute)


def read_text(path: str | Path) -> str:
    """Read a text file in UTF-8 or UTF-16 with a mark, strict UTF-8, or cp1252."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise HierarchyError("hierarchies.hierarchy-file-too-large", most=LARGEST >> 20)
        content = Path(path).read_bytes()
    except OSError as error:
        raise HierarchyError(
            "hierarchies.hierarchy-file-cannot-read", path=path, why=system_error(error)
        ) from None
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(content, "utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if found := find_mixture(content.splitlines()):
            raise HierarchyError(
                "hierarchies.mixed-encodings",
                utf8=found.utf8,
                others=found.others,
                lines=found.first,
            ) from None
        return _decoded(content, "cp1252")


def _decoded(content: bytes, encoding: str) -> str:
    """Decode all of it: a value that was read with a replaced sign would be another value."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as wrong:
        line = content.count(b"\n", 0, wrong.start) + 1
        raise HierarchyError("hierarchies.line-not-valid", line=line, encoding=encoding) from None


def sniff(text: str) -> str:
    r"""Name the format: own, amnesia, arx, or taxonomy when rows differ in length.

    >>> sniff("India;Asia;*\nChile;*\n"), sniff("India;Asia;*\n")
    ('taxonomy', 'arx')
    """
    if level_csv.has_header(text):
        return "own"
    if tree_text.is_amnesia(text):
        return "amnesia"
    lengths = {len(row) for row in level_csv.table(level_csv.parse(text, ";"))}
    if lengths == {1} and "," in text:
        raise HierarchyError("hierarchies.format-hierarchy-file-not-clear")
    return "arx" if len(lengths) <= 1 else "taxonomy"


def _format(name: str) -> HierarchyFormat:
    if name not in FORMATS:
        raise HierarchyError(
            "hierarchies.unknown-hierarchy-format-formats", name=name, formats=FORMATS
        )
    return FORMATS[name]
