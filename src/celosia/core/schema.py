"""What the columns of a table are, what each means for privacy, and how a file is to be read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from celosia.errors import ParameterError, RoleError, SchemaError
from celosia.text.messages import Message


class ColumnType(StrEnum):
    """How the text of a column is to be understood."""

    INTEGER = "integer"
    DECIMAL = "decimal"
    TEXT = "text"
    DATE = "date"
    BOOLEAN = "boolean"

    @property
    def told(self) -> Message:
        """What people call it."""
        return Message(f"core.type-{self.value}")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, its type, and what limits its values.

    `format` is the strptime format of a date, `max_length` the longest text allowed.
    """

    name: str
    type: ColumnType = ColumnType.TEXT
    max_length: int | None = None
    format: str | None = None

    def __post_init__(self) -> None:
        length = self.max_length
        if length is not None and (not isinstance(length, int) or length < 1):
            raise SchemaError("core.column-max-length-whole-number", name=self.name)
        if self.format is not None and not isinstance(self.format, str):
            raise SchemaError("core.column-format-text-such-d", name=self.name)
        if self.format is not None and self.type is not ColumnType.DATE:
            raise SchemaError("core.column-only-date-format", name=self.name)

    @property
    def wanted(self) -> Message:
        """What its values should be, for whoever reads that some are not."""
        if self.max_length is None:
            return Message("core.valid", type=self.type.told)
        return Message("core.valid-up-to", type=self.type.told, length=self.max_length)

    def to_dict(self) -> dict[str, Any]:
        """Give the fields that are set, for a schema file."""
        fields: dict[str, Any] = {"type": self.type.value}
        if self.max_length is not None:
            fields["max_length"] = self.max_length
        if self.format is not None:
            fields["format"] = self.format
        return fields


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a table, in their order.

    >>> Schema.from_dict({"age": {"type": "integer"}}).column("age").type
    <ColumnType.INTEGER: 'integer'>
    """

    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names):
            repeated = sorted({name for name in self.names if self.names.count(name) > 1})
            raise SchemaError("core.column-names-appear-more-once", repeated=repeated)

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """Find a column by name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise SchemaError("core.no-column-columns", name=name, names=self.names)

    def check_known(self, columns: Collection[str]) -> None:
        """Refuse to speak of columns that a table does not have."""
        unknown = [name for name in self.names if name not in columns]
        if unknown:
            raise SchemaError("core.schema-names-columns-do-not", unknown=unknown, names=columns)

    def override(self, other: Schema) -> Schema:
        """Take the given columns' declarations instead of the present ones."""
        other.check_known(self.names)
        declared = {column.name: column for column in other}
        return replace(
            self, columns=tuple(declared.get(column.name, column) for column in self.columns)
        )

    def joined(self, other: Schema) -> Schema:
        """Take what another says of columns, and of the rest what this one says.

        >>> told = Schema.from_dict({"age": {"type": "integer"}, "sex": {}})
        >>> told.joined(Schema.from_dict({"age": {}, "day": {"type": "date"}})).names
        ('age', 'sex', 'day')
        """
        known = {column.name: column for column in (*self, *other)}
        return replace(self, columns=tuple(known.values()))

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Give one entry per column, as a schema file holds it."""
        return {column.name: column.to_dict() for column in self.columns}

    @classmethod
    def from_dict(cls, entries: Mapping[str, Mapping[str, Any]]) -> Schema:
        """Read what `to_dict` gave."""
        return cls(tuple(_column(name, fields) for name, fields in entries.items()))


def _column(name: str, fields: Mapping[str, Any]) -> Column:
    if not isinstance(fields, Mapping):
        raise SchemaError("core.column-write-table-type-integer", name=name)
    unknown = set(fields) - {"type", "max_length", "format"}
    if unknown:
        raise SchemaError("core.column-unknown-entries", name=name, unknown=sorted(unknown))
    try:
        kind = ColumnType(fields.get("type", "text"))
    except ValueError:
        raise SchemaError(
            "core.column-unknown-type-types", name=name, types=(t.value for t in ColumnType)
        ) from None
    return Column(name, kind, fields.get("max_length"), fields.get("format"))


class Role(StrEnum):
    """What an attacker, or a victim, has in a column."""

    IDENTIFIER = "identifier"
    QUASI_IDENTIFIER = "quasi-identifier"
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"

    @property
    def told(self) -> Message:
        """What people call it."""
        return Message(f"core.role-{self.value}")


class RowUnit(StrEnum):
    """What a record of a table stands for, where no column says whose it is."""

    PERSONS = "persons"


@dataclass(frozen=True, slots=True)
class Roles:
    """One role for every column.

    >>> roles = Roles.of(["dni", "age"], {"dni": Role.IDENTIFIER, "age": Role.QUASI_IDENTIFIER})
    >>> roles.quasi_identifiers
    ('age',)
    """

    by_column: Mapping[str, Role]

    @classmethod
    def of(cls, columns: Iterable[str], roles: Mapping[str, Role]) -> Roles:
        """Check that every column has a role and every role a column."""
        columns = tuple(columns)
        unknown = [name for name in roles if name not in columns]
        if unknown:
            raise RoleError("core.no-columns-columns", unknown=unknown, columns=columns)
        undecided = [name for name in columns if name not in roles]
        if undecided:
            raise RoleError(
                "core.columns-without-role-say-each",
                undecided=undecided,
                roles=(role.told for role in Role),
            )
        return cls({name: Role(roles[name]) for name in columns})

    def with_role(self, role: Role) -> tuple[str, ...]:
        """List the columns of one role, in the table's order."""
        return tuple(name for name, given in self.by_column.items() if given is role)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The columns an attacker may know."""
        return self.with_role(Role.QUASI_IDENTIFIER)

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The columns that must not be learned."""
        return self.with_role(Role.SENSITIVE)

    @property
    def published(self) -> tuple[str, ...]:
        """The columns of the release: all but the identifiers."""
        return tuple(n for n, role in self.by_column.items() if role is not Role.IDENTIFIER)


LABELS, CODES = "labels", "codes"
SHOWN_AS = (LABELS, CODES)
"""What cells of statistics programs may be read as."""
HEADER = ("yes", "no")
"""What may be said of the first line: that it names the columns, or that it does not."""
RENAME, SKIP = "rename", "skip"
"""What may be chosen for repeated names of columns, and for lines that are broken."""


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
    repeated_names: str | None = None
    """`rename` numbers column names that appear more than once; a file with such is refused when
    not given."""
    broken_lines: str | None = None
    """`skip` leaves out lines that cannot be split into the columns, and says how many; a file
    with such is refused when not given."""

    header: str | None = None
    """`yes`: the first line names the columns, whatever it looks like; `no`: it is a record, and
    columns are called column_1, column_2, …. When not given, it names them, and a file whose first
    line looks like a record is refused."""
    missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """By column, texts that mean null there and may be values elsewhere; nothing for a column in
    which somebody said that none does."""

    def __post_init__(self) -> None:
        if self.separator is not None and not 1 <= len(self.separator) <= 4:
            raise ParameterError("core.separator-four-characters")
        if self.quote is not None and len(self.quote) > 1:
            raise ParameterError("core.quote-character-empty-none")
        if self.separator and self.separator == (self.quote or '"'):
            raise ParameterError("core.separator-quote-must-differ")
        if self.labels not in (None, *SHOWN_AS):
            raise ParameterError("core.labels", shown=SHOWN_AS)
        if self.repeated_names not in (None, RENAME):
            raise ParameterError("core.repeated-names", choice=RENAME)
        if self.broken_lines not in (None, SKIP):
            raise ParameterError("core.broken-lines", choice=SKIP)
        if self.header not in (None, *HEADER):
            raise ParameterError("core.header", choices=HEADER)
        if self.separator in self.null_values:
            raise ParameterError("core.separator-cannot-mean-null-well")

    def null_codes(self, columns: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Give the texts that mean null in each of a table's columns that has some.

        Raises
        ------
        ParameterError
            When codes are given for a column that is not there.

        >>> ReadOptions(null_values=("-",), missing={"pay": ("9999",)}).null_codes(["pay", "dx"])
        {'pay': ('-', '9999'), 'dx': ('-',)}
        """
        if stray := [name for name in self.missing if name not in columns]:
            raise ParameterError("core.missing-no-such-columns", stray=stray, columns=columns)
        codes = {name: (*self.null_values, *self.missing.get(name, ())) for name in columns}
        return {name: texts for name, texts in codes.items() if texts}


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
