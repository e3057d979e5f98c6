"""Hierarchies written out, in the recipe or in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from celosia.core.address_secrets import refuse_secret
from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import PUBLIC, Public, check_parameters
from celosia.core.values import ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies.formats import FORMATS, parse_hierarchy, read_text, tree_text
from celosia.hierarchies.rule import RULES, RuleDescription
from celosia.text.messages import Message


@RULES.register("rows", order=9)
@dataclass(frozen=True, slots=True)
class ExplicitRows:
    """One row per value, the value first and its coarsest label last.

    >>> rows = (("F", "*"), ("M", "*"))
    >>> ExplicitRows(rows).build("sex", ValueCounts.of(["F"])).rows == rows
    True
    """

    rows: tuple[tuple[str, ...], ...]
    kind: ClassVar[str] = "rows"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.rows"),
        labels={"rows": Message("hierarchies.label-rows")},
        not_offered={"app": Message("hierarchies.rows-not-offered-app")},
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if not self.rows or not all(self.rows):
            raise ParameterError("hierarchies.explicitrows-give-least-row-no")
        if len({len(row) for row in self.rows}) > 1:
            raise ParameterError("hierarchies.explicitrows-every-row-needs-same")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Give the rows as they are, whatever values occur."""
        return Hierarchy.from_rows(attribute, self.rows)


def _file_name(path: str) -> str:
    return Path(path).name


FILE_NAME = Public(_file_name)
"""Of a path, only what it ends in may be published."""


@RULES.register("file", order=10)
@dataclass(frozen=True, slots=True)
class FromFile:
    """A hierarchy file, read anew each time; `format` is recognized when not given.

    Nearly every file lists the values themselves. An Amnesia file of number ranges does not, so
    the values that occur are placed into its ranges. A relative path is resolved by the caller.
    """

    path: Annotated[str, FILE_NAME]
    format: Annotated[str, PUBLIC] | None = None
    kind: ClassVar[str] = "file"
    reads_file: ClassVar[bool] = True
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.file"),
        labels={
            "path": Message("hierarchies.label-path"),
            "format": Message("hierarchies.label-file-format"),
        },
        not_offered={
            "app": Message("hierarchies.file-not-offered-app"),
            "rest": Message("hierarchies.file-not-offered-rest"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        refuse_secret(self.path)
        if self.format is not None and self.format not in FORMATS:
            raise ParameterError("hierarchies.fromfile-unknown-format-formats", formats=FORMATS)

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Read the file."""
        text = read_text(self.path)
        if self.format in (None, "amnesia") and tree_text.has_ranges(text):
            return tree_text.place(text, attribute, values)
        return parse_hierarchy(text, attribute, self.format)
