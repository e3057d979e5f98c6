"""MariaDB and MySQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from celosia.core.schema import Column, ColumnType
from celosia.engines.sql.connection import NEEDED, ServerError, Session
from celosia.engines.sql.server import (
    SERVERS,
    Cell,
    ColumnKind,
    Server,
    Settled,
    WorkingField,
    with_point,
)
from celosia.engines.sql.server_source import SqlSource, TableName
from celosia.errors import DataError

# codes of types as the protocol has them (`pymysql.constants.FIELD_TYPE`): the driver may be absent
WHOLE = (1, 2, 3, 8, 9)
DECIMALS = (0, 246)
FLOATS = (4, 5)
DATES = (10, 14)
MOMENTS = (7, 12)
OTHER_NUMBERS = (6, 11, 13)
"""Null, time, year."""
BITS = 16
JSON = 245
"""MySQL's own type; MariaDB's is a long text."""
CHARACTERS = (15, 247, 248, 249, 250, 251, 252, 253, 254)
AS_TEXT = "CAST({} AS CHAR CHARACTER SET utf8mb4)"
MOST_VARCHAR = 8_000
"""Characters of a column of VARCHAR: two such of four bytes each fill a row of 65,535 bytes."""
MOST_WORKING = 500
"""Characters of a working table's text that is no long text: a row holds 65,535 bytes of them."""
MOST_DIGITS = 18
"""Any number of so many digits is a BIGINT, whatever they are."""
DECIMAL_DIGITS, DECIMAL_PLACES = 65, 38
"""What the server's DECIMAL holds, in all and behind the point."""


USUAL_WIDTHS = {
    **{(1, 4): "TINYINT", (1, 3): "TINYINT UNSIGNED"},
    **{(2, 6): "SMALLINT", (2, 5): "SMALLINT UNSIGNED"},
    **{(9, 9): "MEDIUMINT", (9, 8): "MEDIUMINT UNSIGNED"},
    **{(3, 11): "INT", (3, 10): "INT UNSIGNED"},
    **{(8, 20): "DECIMAL(20, 0)", (8, 21): "DECIMAL(20, 0)"},
}
"""Whole numbers by code and width; the widest has one width with a sign and without."""
MOST_FRACTION = 6
OWN_ENGINES = ("InnoDB", "Aria", "MyISAM", "MEMORY", "ARCHIVE", "ROCKSDB", "Columnstore")
"""Engines that keep records themselves; others fetch them from who knows where."""


def _characters(text: str, kept: bool) -> ColumnKind:
    as_bytes = f"CAST({text} AS BINARY)"
    return ColumnKind(text, as_bytes, as_bytes, as_bytes, kept=kept)


def _plain(kind: ColumnType | None, exact: bool, kept: bool = True) -> ColumnKind:
    as_bytes = f"CAST({AS_TEXT} AS BINARY)"
    if exact:
        return ColumnKind(AS_TEXT, "{}", AS_TEXT, as_bytes, kind, kept)
    return ColumnKind(AS_TEXT, as_bytes, as_bytes, as_bytes, kind, kept)


LABEL = _characters("{}", True)
"""A column of characters in utf8mb4: its bytes are its text."""


def kind_of_type(code: int, charset: str) -> ColumnKind:
    """Find how a column is read, by the type code that the driver gives."""
    if code in WHOLE:
        return _plain(ColumnType.INTEGER, exact=True)
    if code in DECIMALS:
        return _plain(ColumnType.DECIMAL, exact=True)
    if code in FLOATS:  # 0 and -0 are equal and print differently; floats print rounded
        return _plain(ColumnType.DECIMAL, exact=False, kept=False)
    if code in DATES:
        return _plain(ColumnType.DATE, exact=True)
    if code in MOMENTS or code in OTHER_NUMBERS:
        return _plain(None, exact=True)
    if code == BITS:
        return _characters(AS_TEXT.replace("{}", "({} + 0)"), True)
    if code == JSON:
        return _characters(AS_TEXT, True)
    if code in CHARACTERS and charset == "utf8mb4":
        return LABEL
    if code in CHARACTERS and charset != "binary":
        return _characters("CONVERT({} USING utf8mb4)", True)
    return _characters("CONVERT(lower(hex({})) USING utf8mb4)", False)


def field_type(field: WorkingField) -> str:
    """Give the type of a working table's column."""
    if field.holds == "number":
        return "BIGINT NOT NULL" if field.is_key else "BIGINT"
    if field.holds == "key":
        return f"VARBINARY({max(field.longest, 1)}) NOT NULL"
    return _varchar(field.longest, MOST_WORKING)


def stored_type(column: Column, digits: tuple[int, int]) -> str:
    """Give the type of a column of an imported table."""
    before, after = digits
    if before + after > DECIMAL_DIGITS or after > DECIMAL_PLACES:
        raise DataError(
            "engines.numbers-digits-decimals-server-holds",
            name=column.name,
            before=before,
            after=after,
            digits=DECIMAL_DIGITS,
            places=DECIMAL_PLACES,
        )
    if column.type is ColumnType.INTEGER:
        return "BIGINT" if before <= MOST_DIGITS else f"DECIMAL({before}, 0)"
    if column.type is ColumnType.DECIMAL:
        return f"DECIMAL({before + after}, {after})"
    if column.type is ColumnType.DATE:
        return "DATE"
    if column.type is ColumnType.BOOLEAN:
        return "BOOLEAN"
    return _varchar(column.max_length) if column.max_length is not None else _text("LONGTEXT")


def copied_type(code: int, _: Any, length: int, __: Any, scale: int) -> str | None:
    """Give the type of a column of a source that is copied; None where its text is.

    A whole number that is not shown in its usual width has zeros in front, which are its text.

    >>> copied_type(3, None, 11, None, 0), copied_type(3, None, 5, None, 0)
    ('INT', None)
    """
    if code in DECIMALS:
        return f"DECIMAL({min(length - (scale > 0), DECIMAL_DIGITS)}, {scale})"
    if code in DATES:
        return "DATE"
    if code in MOMENTS and scale <= MOST_FRACTION:
        return f"DATETIME({scale})"
    return USUAL_WIDTHS.get((code, length))


def _varchar(longest: int, most: int = MOST_VARCHAR) -> str:
    return _text(f"VARCHAR({max(longest, 1)})" if longest <= most else "LONGTEXT")


def _text(stored: str) -> str:
    return f"{stored} CHARACTER SET utf8mb4"


SMALL = 64 << 20
"""Bytes up to which a working table may live in memory: a quarter of what `settle` allows, as our
estimate of a row may be too low."""
NOTES = 64
"""How many notes of the server must be kept: one of them tells what a query reads."""
MODE = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,NO_BACKSLASH_ESCAPES"


@SERVERS.register("mariadb")
class MariaDB(Server):
    """MariaDB 10.6 or later; MySQL 8.0.17 or later."""

    title = "MariaDB"
    extra = "mariadb"
    port = 3306
    options = ("unix_socket", "ssl_ca", "ssl_cert", "ssl_key", "connect_timeout")
    spans_databases = True
    driver = "pymysql"
    dialect = "mysql+pymysql"
    snapshot = "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"
    write = ("BEGIN",)
    label = LABEL
    exact = "utf8mb4_nopad_bin"
    explain = "SET STATEMENT expensive_subquery_limit = 0 FOR EXPLAIN EXTENDED"
    widest_row = 60_000  # of 65,535 bytes, which numbers and long texts need too
    longest_index = 700  # InnoDB's smallest limit of a key is 767 bytes
    changed_meanwhile = ("1050", "1146")
    longest_key = 1000  # max_sort_length is 1024: a sort takes longer texts for equal

    def connect_arguments(self, bulk: bool) -> dict[str, Any]:
        """Speak utf8mb4; a file is sent only by a connection that was opened for it."""
        return {"charset": "utf8mb4", "local_infile": bulk}

    def settle(self, session: Session) -> Settled:
        """Fix what would change texts; give counting more memory (three times faster)."""
        version, notes, number, home = session.ask(
            "SELECT version(), @@max_error_count, connection_id(), database()"
        )[0]
        if "mariadb" not in str(version).lower():
            self.exact = "utf8mb4_0900_bin"  # MySQL's collation without padding
            self.explain = "EXPLAIN FORMAT = TRADITIONAL"  # it notes the rewritten query always
        more = f", max_error_count = {NOTES}" if int(notes) < NOTES else ""
        session.run(  # MySQL lets not everybody set max_error_count
            f"SET NAMES utf8mb4 COLLATE {self.exact}, SESSION sql_mode = '{MODE}', "
            "time_zone = '+00:00', max_sort_length = 1024, tmp_table_size = 268435456, "
            f"max_heap_table_size = 268435456, sort_buffer_size = 33554432, sql_notes = 1{more}"
        )
        return Settled(int(number), str(home))

    def hold(self, session: Session, name: str) -> None:
        """Take a lock of the server."""
        session.ask("SELECT GET_LOCK(%s, 0)", (name,))

    def is_held(self, session: Session, name: str) -> bool:
        """Ask for the lock; members of a cluster do not know each other's."""
        spread = session.ask(
            "SHOW VARIABLES WHERE (variable_name = 'wsrep_on' AND value = 'ON') "
            "OR (variable_name = 'group_replication_group_name' AND value <> '')"
        )
        ((holder,),) = session.ask("SELECT IS_USED_LOCK(%s)", (name,))
        return bool(spread) or holder is not None

    def name(self, identifier: str) -> str:
        """Quote with backticks.

        >>> print(MariaDB().name("50 `%`"))
        `50 ``%%```
        """
        return "`" + identifier.replace("`", "``").replace("%", "%%") + "`"

    def literal(self, text: str) -> str:
        """Write the bytes of a text."""
        return f"_utf8mb4 X'{text.encode().hex()}'"

    def kinds(self, session: Session, relation: str) -> list[tuple[str, ColumnKind]]:
        """Find columns by the type and character set that the server gives them."""
        with session.reading():
            described = session.describe(f"SELECT * FROM {relation} t LIMIT 0")
            if not described:
                return []
            # charset() is of a cell: the left join gives one, a null, of an empty table too
            asked = ", ".join(f"charset(t.{self.name(column[0])})" for column in described)
            sets = session.rows(
                f"SELECT {asked} FROM (SELECT 1 AS one) AS o "
                f"LEFT JOIN (SELECT * FROM {relation} u LIMIT 1) AS t ON 1 = 1"
            )[0]
        return [
            (column[0], kind_of_type(int(column[1]), str(charset)))
            for column, charset in zip(described, sets, strict=True)
        ]

    def distinguishable(self, kind: ColumnKind) -> ColumnKind:
        """Group by a digest: a sort compares only the first 1024 bytes of a text."""
        return replace(kind, key=f"unhex(sha2({kind.text}, 256))", shown=kind.text)

    def hash_of(self, texts: Sequence[str], seed: int) -> str:
        """MD5 as 16 bytes; char() gives bytes, so that nothing is converted."""
        return f"unhex(md5({_together(texts, seed)}))"

    def scatter(self, texts: Sequence[str], seed: int) -> str:
        """CRC-32 of the cells, forwards and backwards."""
        cells = _together(texts, seed)
        return f"(crc32({cells}) << 32) | crc32(reverse({cells}))"

    def digest(self, texts: Sequence[str]) -> str:
        """SHA-256 of lengths and texts."""
        cells = ", ".join(
            f"CASE WHEN {text} IS NULL THEN 'n' "
            f"ELSE concat('v', char_length({text}), ':', {text}) END"
            for text in texts
        )
        return self.comparable(f"sha2(concat('', {cells}), 256)")

    def comparable(self, text: str) -> str:
        """Compare bytes."""
        return f"CAST({text} AS BINARY)"

    def key_of(self, text: str) -> bytes:
        """Give the bytes."""
        return text.encode()

    def share(self, hashed: str) -> str:
        """The first 15 digits of the hash."""
        return f"CAST(conv(left(hex({hashed}), 15), 16, 10) AS DECIMAL(20))"

    def as_text(self, shown: str) -> str:
        """Read bytes as the text they are."""
        return f"CONVERT({shown} USING utf8mb4)"

    def number(self, text: str) -> str:
        """Read a number, with a decimal point or comma."""
        return f"CAST({with_point(text)} AS DOUBLE)"

    def matches(self, text: str, pattern: str) -> tuple[str, str]:
        r"""Match to the very end: `$` would also match before a last newline."""
        return f"{text} REGEXP %s", rf"^({pattern})\z"

    def fill(
        self, session: Session, name: TableName, fields: Sequence[WorkingField], rows: Sequence[Any]
    ) -> None:
        """Create a temporary table with a key (without one a join takes minutes)."""
        columns = ", ".join(f"{self.name(f.name)} {field_type(f)}" for f in fields)
        width = sum(4 * f.longest + 16 for f in fields)
        small = width * len(rows) < SMALL and all(f.longest <= MOST_WORKING for f in fields)
        keyed = ", ".join(self.name(f.name) for f in fields if f.is_key)
        session.run(
            f"CREATE TEMPORARY TABLE {self.table(name)} ({columns}, PRIMARY KEY ({keyed})) "
            f"ENGINE = {'MEMORY' if small else 'InnoDB'}"
        )
        marks = ", ".join(["%s"] * len(fields))
        session.run_many(f"INSERT INTO {self.table(name)} VALUES ({marks})", rows)

    def drop_working(self, session: Session, tables: Sequence[TableName]) -> None:
        """Drop temporary tables, which commits nothing."""
        if tables:
            named = ", ".join(map(self.table, tables))
            session.run(f"DROP TEMPORARY TABLE IF EXISTS {named}")

    def join_key(
        self, kind: ColumnKind, column: str, values: Sequence[str]
    ) -> tuple[str, list[str] | list[bytes]]:
        """Join by bytes, or by their digest where they are too long for an index."""
        keys = [value.encode() for value in values]
        if max(map(len, keys), default=0) <= self.longest_index:
            return kind.of(kind.joined, column), keys
        text = kind.of(kind.text, column)
        return f"unhex(sha2({text}, 256))", [sha256(key).digest() for key in keys]

    def working_place(self, source: SqlSource, target: TableName | None) -> str | None:
        """Temporary tables need a database too."""
        return source.work or source.database

    def kind_of(self, session: Session, table: TableName) -> str | None:
        """Ask the catalog."""
        found = session.ask(
            "SELECT table_type FROM information_schema.tables "
            "WHERE table_schema = %s AND table_name = %s",
            (table.schema or session.home, table.name),
        )
        if not found:
            return None
        return "table" if found[0][0] == "BASE TABLE" else "other"

    def tables_like(self, session: Session, beginning: str) -> list[TableName]:
        """Ask the catalog; temporary tables are not in it, and end with the connection."""
        found = session.ask(
            "SELECT table_name, table_schema FROM information_schema.tables "
            "WHERE left(table_name, %s) = %s ORDER BY 2, 1",
            (len(beginning), beginning),
        )
        return [TableName(str(name), str(schema)) for name, schema in found]

    def inert(self, session: Session, table: TableName) -> str | None:
        """Ask the catalog: a table whose engine keeps the records itself."""
        marks = ", ".join(["%s"] * len(OWN_ENGINES))
        found = session.ask(
            "SELECT 1 FROM information_schema.tables WHERE table_type = 'BASE TABLE' "
            f"AND table_schema = %s AND table_name = %s AND engine IN ({marks})",
            (table.schema or session.home, table.name, *OWN_ENGINES),
        )
        return self.table(table) if found else None

    def copy_source(
        self, session: Session, relation: str, cells: Sequence[Cell], name: TableName
    ) -> None:
        """By an INSERT into a temporary table, which is all that may be written while reading.

        To declare the table of the query itself would run it where more can be written: the types
        are those that the driver tells.
        """
        described = {d[0]: d for d in session.describe(f"SELECT * FROM {relation} t LIMIT 0")}
        types = {cell.name: copied_type(*described[cell.name][1:6]) for cell in cells}
        columns = ", ".join(f"{self.name(n)} {t or _text('LONGTEXT')}" for n, t in types.items())
        shown = ", ".join(cell.raw if types[cell.name] else cell.text for cell in cells)
        session.run(f"CREATE TEMPORARY TABLE {self.table(name)} ({columns}) ENGINE = InnoDB")
        with session.reading():
            session.run(f"INSERT INTO {self.table(name)} SELECT {shown} FROM {relation} t")
            session.run("COMMIT")  # nothing but the temporary table can have been written

    def reads(self, session: Session, relation: str, table: TableName) -> bool:
        """Look for the table in the query as the server rewrote it, views resolved.

        A subquery whose result it knows beforehand may be gone then (fewer are so with LIMIT 0 and
        where each counts as expensive), so that the query is looked at too.
        """
        home = session.home
        full = replace(table, schema=table.schema or home)
        with session.reading():
            session.rows(f"{self.explain} SELECT * FROM {relation} t LIMIT 0")
            notes = "\n".join(str(row[2]) for row in session.rows("SHOW WARNINGS")).lower()
        read = re.escape(self.table(full).replace("%%", "%").lower()) + r"(?!\.`)"  # no column
        return bool(re.search(read, notes)) or mentions(relation.replace("%%", "%"), full, home)

    def swap(
        self, session: Session, draft: TableName, target: TableName, old: TableName, is_there: bool
    ) -> None:
        """Rename both in one step; foreign keys would follow the old table to its new name."""
        first = ""
        if is_there:
            self._check_unneeded(session, target)
            first = f"{self.table(target)} TO {self.table(old)}, "
        session.run(f"RENAME TABLE {first}{self.table(draft)} TO {self.table(target)}")

    def _check_unneeded(self, session: Session, table: TableName) -> None:
        own = (table.schema or session.home, table.name)
        [[needing]] = session.ask(
            "SELECT count(*) FROM information_schema.key_column_usage "
            "WHERE referenced_table_schema = %s AND referenced_table_name = %s "
            "AND NOT (table_schema = %s AND table_name = %s)",
            (*own, *own),
        )
        if needing:
            raise ServerError(NEEDED, code="1451")

    def bulk_load(self, session: Session, table: TableName, path: Path) -> None:
        """LOAD DATA LOCAL INFILE."""
        if not session.ask("SELECT @@local_infile")[0][0]:
            raise ServerError("engines.server-does-not-take-files")
        place = str(path).replace("'", "''").replace("%", "%%")
        session.run(
            f"LOAD DATA LOCAL INFILE '{place}' INTO TABLE {self.table(table)} "
            "CHARACTER SET utf8mb4 FIELDS TERMINATED BY X'09' ESCAPED BY X'5C' "
            "LINES TERMINATED BY X'0A'"
        )
        if changed := int(session.ask("SELECT @@warning_count")[0][0]):
            raise DataError("engines.server-would-changed-cells-fit", changed=changed)

    def column_type(self, column: Column, digits: tuple[int, int]) -> str:
        """Give the type of a declared column."""
        return stored_type(column, digits)

    def end(self, session: Session, number: int) -> None:
        """End a connection of the same user."""
        session.run(f"KILL CONNECTION {int(number)}")


def _together(texts: Sequence[str], seed: int) -> str:
    cells = ", ".join(f"coalesce({text}, char(30))" for text in texts)
    return f"concat_ws(char(31), '{seed}', {cells})"


FROM = r"\b(from|\w*join)\b((?!\b(select|where|group|having|order|limit)\b).)*?"
DOT = r"\s*\.\s*"


def mentions(query: str, table: TableName, home: str) -> bool:
    """Tell whether a query reads from what it calls by a table's name, in backticks or without.

    A name without a schema is one of `home`.

    >>> patients = TableName("patients", "clinic")
    >>> mentions("SELECT * FROM visits v, `Clinic`.patients", patients, "open")
    True
    >>> mentions("SELECT patients FROM open.patients AS patients", patients, "open")
    False
    """
    schema, name = _part(table.schema or home), _part(table.name)
    called = [rf"{schema}{DOT}{name}"]
    if (table.schema or home).lower() == home.lower():
        called.append(rf"(?<![.`])(?<!\.\s)(?<!\bas\s){name}(?!{DOT})")
    found = rf"{FROM}({'|'.join(called)})"
    return re.search(found, query, re.IGNORECASE | re.DOTALL) is not None


def _part(name: str) -> str:
    quoted = "`" + name.replace("`", "``") + "`"
    return rf"(?:{re.escape(quoted)}|(?<![\w$`]){re.escape(name)}(?![\w$`]))"
