"""How a file is to be read."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.errors import ParameterError

LABELS, CODES = "labels", "codes"
SHOWN_AS = (LABELS, CODES)
"""What cells of statistics programs may be read as."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is known of a file beforehand; what is not given is found out from the file."""

    separator: str | None = None
    quote: str | None = None
    """The quote character; an empty text means that nothing is quoted."""
    encoding: str | None = None
    null_values: tuple[str, ...] = ()
    """Texts that mean null, besides the empty one."""
    sheet: str | None = None
    """The worksheet of a spreadsheet; the first one when not given."""
    labels: str | None = None
    """Of SPSS, Stata and SAS: `labels` (as when not given) shows the label of a code, `codes` the
    code itself."""

    def __post_init__(self) -> None:
        if self.separator is not None and not 1 <= len(self.separator) <= 4:
            raise ParameterError("core.separator-four-characters")
        if self.quote is not None and len(self.quote) > 1:
            raise ParameterError("core.quote-character-empty-none")
        if self.separator and self.separator == (self.quote or '"'):
            raise ParameterError("core.separator-quote-must-differ")
        if self.labels not in (None, *SHOWN_AS):
            raise ParameterError("core.labels", shown=SHOWN_AS)
        if self.separator in self.null_values:
            raise ParameterError("core.separator-cannot-mean-null-well")


@dataclass(frozen=True, slots=True)
class OwnOptions(ReadOptions):
    """What is known of a file that was written here: an empty text in quotes is a text, no null.

    Others write quotes around whatever they like, so that elsewhere it is a null like any empty
    cell. But who looks at a release can tell the two apart, and so must who verifies it.
    """


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a delimited file was found to be written."""

    separator: str = ","
    quote: str = '"'
    encoding: str = "utf-8"
