"""PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from celosia.core.schema import Column, ColumnType
from celosia.engines.sql.connection import Session
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

# object identifiers of types, which never change (`pg_type`): the driver may be absent
WHOLE = (20, 21, 23)
NUMERIC = 1700
FLOATS = (700, 701)
BOOLEAN = 16
DATE = 1082
MOMENTS = (1114, 1184)
AS_TEXT = '({})::text COLLATE "C"'
FIRST_OF_OTHERS = 16384
"""Object identifiers below are the server's own (`FirstNormalObjectId`)."""
MOST_DIGITS = 18
"""Any number of so many digits is a bigint, whatever they are."""


def _plain(kind: ColumnType | None, exact: bool) -> ColumnKind:
    return ColumnKind(AS_TEXT, "{}" if exact else AS_TEXT, AS_TEXT, AS_TEXT, kind, kept=True)


TEXT = _plain(None, exact=False)


def kind_of_type(code: int, has_scale: bool) -> ColumnKind:
    """Find how a column is read, by the type number that the driver gives."""
    if code in WHOLE:
        return _plain(ColumnType.INTEGER, exact=True)
    if code == NUMERIC:  # without a scale, 1.0 and 1.00 are equal and print differently
        return _plain(ColumnType.DECIMAL, exact=has_scale)
    if code in FLOATS:  # 0 and -0 are equal and print differently
        return _plain(ColumnType.DECIMAL, exact=False)
    if code == BOOLEAN:
        return _plain(ColumnType.BOOLEAN, exact=True)
    if code == DATE:
        return _plain(ColumnType.DATE, exact=True)
    if code in MOMENTS:
        return _plain(None, exact=True)
    return _plain(None, exact=False)


def field_type(field: WorkingField) -> str:
    """Give the type of a working table's column."""
    return "bigint" if field.holds == "number" else "text"


def stored_type(column: Column, digits: tuple[int, int]) -> str:
    """Give the type of a column of an imported table."""
    if column.type is ColumnType.INTEGER:
        return "bigint" if digits[0] <= MOST_DIGITS else "numeric"
    if column.type is ColumnType.DECIMAL:
        return "numeric"
    if column.type is ColumnType.DATE:
        return "date"
    if column.type is ColumnType.BOOLEAN:
        return "boolean"
    return f"varchar({column.max_length})" if column.max_length is not None else "text"


BLOCK = 1 << 20
"""Bytes that are sent at once by COPY."""
APPLICATION = "celosia"

FIXED = (
    ("standard_conforming_strings", "on"),
    ("DateStyle", "ISO, YMD"),
    ("IntervalStyle", "postgres"),
    ("TimeZone", "UTC"),
    ("extra_float_digits", "1"),
    ("bytea_output", "hex"),
    ("work_mem", "128MB"),
    ("client_min_messages", "error"),
)
"""Settings that change texts, and how much memory counting may take."""


@SERVERS.register("postgresql")
class PostgreSQL(Server):
    """PostgreSQL 12 or later."""

    title = "PostgreSQL"
    extra = "postgres"
    port = 5432
    options = ("host", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout")
    driver = "psycopg"
    dialect = "postgresql+psycopg"
    snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    # columns are joined with working tables as texts, by expressions of which the planner knows no
    # statistics: it would expect few rows, and choose loops or sorts where a hash is right
    joining = ("SET LOCAL enable_nestloop = off", "SET LOCAL enable_mergejoin = off")
    # a function or operator that somebody put into a schema of the search path, with a signature
    # closer than the server's own, must not be found where something is written
    write = ("BEGIN", *joining, "SET LOCAL search_path = pg_catalog, pg_temp")
    label = TEXT
    exact = '"C"'
    longest_index = 2000  # a page of 8 KB takes keys of up to 2,704 bytes
    longest_name = 63
    changed_meanwhile = ("42P07", "23505")  # there already; about to be there

    def connect_arguments(self, bulk: bool) -> dict[str, Any]:
        """Speak UTF-8; never keep a plan for other values."""
        return {
            "client_encoding": "UTF8",
            "application_name": APPLICATION,
            "prepare_threshold": None,
        }

    def hold(self, session: Session, name: str) -> None:
        """Take an advisory lock of the database."""
        session.ask("SELECT pg_advisory_lock(%s, %s)", _numbers_of(name))

    def is_held(self, session: Session, name: str) -> bool:
        """Look for the lock among those of the database."""
        ((found,),) = session.ask(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 "
            "AND classid::bigint = %s AND objid::bigint = %s AND database = "
            "(SELECT oid FROM pg_database WHERE datname = current_database())",
            tuple(number % (1 << 32) for number in _numbers_of(name)),
        )
        return bool(found)

    def settle(self, session: Session) -> Settled:
        """Fix what would change texts; give counting more memory (three times faster)."""
        fixed = ", ".join(f"set_config('{what}', '{value}', false)" for what, value in FIXED)
        *_, number, home = session.ask(
            f"SELECT {fixed}, pg_backend_pid(), coalesce(current_schema(), 'public')"
        )[0]
        return Settled(int(number), str(home))

    def name(self, identifier: str) -> str:
        """Quote with double quotes.

        >>> print(PostgreSQL().name('a "b" %'))
        "a ""b"" %%"
        """
        return '"' + identifier.replace('"', '""').replace("%", "%%") + '"'

    def literal(self, text: str) -> str:
        """Quote with single quotes, which the session's settings make safe."""
        return "'" + text.replace("'", "''").replace("%", "%%") + "'::text"

    def kinds(self, session: Session, relation: str) -> list[tuple[str, ColumnKind]]:
        """Find columns by the type that the server gives them."""
        # with a bound value the server takes one statement: no query can bring a second along
        described = session.describe(f"SELECT * FROM {relation} t LIMIT 0 OFFSET %s", (0,))
        return [(d.name, kind_of_type(d.type_code, d.scale is not None)) for d in described]

    def distinguishable(self, kind: ColumnKind) -> ColumnKind:
        """Nothing is to be done: texts are compared in full."""
        return kind

    def hash_of(self, texts: Sequence[str], seed: int) -> str:
        """MD5 as text; `||` because a function takes at most 100 arguments."""
        return f"md5(convert_to({_together(texts, seed)}, 'UTF8')) COLLATE \"C\""

    def scatter(self, texts: Sequence[str], seed: int) -> str:
        """The hash that the server itself uses to join and group."""
        return f'hashtextextended(({_together(texts, seed)}) COLLATE "C", {int(seed)})'

    def digest(self, texts: Sequence[str]) -> str:
        """SHA-256 of lengths and texts."""
        cells = " || ".join(
            f"CASE WHEN {text} IS NULL THEN 'n' "
            f"ELSE 'v' || char_length({text}) || ':' || {text} END"
            for text in texts
        )
        return f"encode(sha256(convert_to({cells}, 'UTF8')), 'hex')"

    def comparable(self, text: str) -> str:
        """Compare the text itself."""
        return text

    def key_of(self, text: str) -> str:
        """Give the text itself."""
        return text

    def share(self, hashed: str) -> str:
        """The first 15 digits of the hash."""
        return f"('x0' || left({hashed}, 15))::bit(64)::bigint::numeric"

    def as_text(self, shown: str) -> str:
        """It is text already."""
        return shown

    def number(self, text: str) -> str:
        """Read a number, with a decimal point or comma."""
        return f"{with_point(text)}::float8"

    def matches(self, text: str, pattern: str) -> tuple[str, str]:
        """Match from beginning to end."""
        return f"{text} ~ %s", f"^({pattern})$"

    def fill(
        self, session: Session, name: TableName, fields: Sequence[WorkingField], rows: Sequence[Any]
    ) -> None:
        """Create a working table by COPY; one with a schema is dropped in its transaction.

        A temporary one (without a schema) would keep the server from using several processes.
        """
        columns = ", ".join(f"{self.name(f.name)} {field_type(f)}" for f in fields)
        kept = "TEMPORARY" if name.schema is None else "UNLOGGED"
        session.run(f"CREATE {kept} TABLE {self.table(name)} ({columns})")
        copying = f"COPY {self._plain(name)} FROM STDIN"
        with session.cursor() as cursor, cursor.copy(copying) as copy:
            for row in rows:
                copy.write_row(row)
        session.run(f"ANALYZE {self.table(name)}")

    def drop_working(self, session: Session, tables: Sequence[TableName]) -> None:
        """Drop them before anyone else can have seen them."""
        if tables:
            session.run(f"DROP TABLE IF EXISTS {', '.join(map(self.table, tables))}")

    def join_key(
        self, kind: ColumnKind, column: str, values: Sequence[str]
    ) -> tuple[str, list[str] | list[bytes]]:
        """Join by the texts themselves."""
        return kind.of(kind.joined, column), list(values)

    def working_place(self, source: SqlSource, target: TableName | None) -> str | None:
        """Beside the target when a table is written, else in the session's temporary schema."""
        return None if target is None else source.work or target.schema

    def kind_of(self, session: Session, table: TableName) -> str | None:
        """Ask the catalog."""
        found = session.ask(
            "SELECT relkind FROM pg_class WHERE oid = to_regclass(%s)", (self._plain(table),)
        )
        if not found:
            return None
        return "table" if found[0][0] in ("r", "p") else "other"

    def tables_like(self, session: Session, beginning: str) -> list[TableName]:
        """Ask the catalog; temporary tables end with their connection."""
        found = session.ask(
            "SELECT c.relname, n.nspname FROM pg_class c JOIN pg_namespace n "
            "ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' "
            "AND left(c.relname, %s) = %s ORDER BY 2, 1",
            (len(beginning), beginning),
        )
        return [TableName(str(name), str(schema)) for name, schema in found]

    def inert(self, session: Session, table: TableName) -> str | None:
        """Ask the catalog: no view, no policy, no cast of somebody's, no part on another server."""
        found = session.ask(
            "SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.oid = to_regclass(%s) AND c.relkind IN ('r', 'p', 'm') "
            "AND NOT row_security_active(c.oid) AND NOT EXISTS (SELECT FROM pg_attribute a "
            "JOIN pg_cast k ON k.castsource = a.atttypid "
            f"WHERE a.attrelid = c.oid AND a.attnum > 0 AND k.castfunc >= {FIRST_OF_OTHERS}) "
            "AND NOT EXISTS (WITH RECURSIVE part AS (SELECT c.oid AS id UNION "
            "SELECT i.inhrelid FROM pg_inherits i JOIN part p ON p.id = i.inhparent) "
            "SELECT FROM part JOIN pg_class f ON f.oid = part.id WHERE f.relkind = 'f')",
            (self._plain(table),),
        )
        return self.table(TableName(table.name, str(found[0][0]))) if found else None

    def copy_source(
        self, session: Session, relation: str, cells: Sequence[Cell], name: TableName
    ) -> None:
        """By COPY from another connection, which is undone; to declare the table runs nothing.

        (An INSERT in a transaction that may only read could fill a temporary table, but would have
        to be committed, and with it what such a transaction lets pass.)
        """
        table = self.table(name)
        raw = {cell.name: cell.raw for cell in cells}
        selected = self._declare_copy(session, relation, raw, table)
        others = session.ask(
            "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0 "
            f"AND atttypid >= {FIRST_OF_OTHERS}",
            (self._plain(name),),
        )
        if others:
            session.run(f"DROP TABLE {table}")
            as_text = {str(other) for (other,) in others}
            shown = {c.name: c.text if c.name in as_text else c.raw for c in cells}
            selected = self._declare_copy(session, relation, shown, table)
        reader = Session(session.source, self, session.password)
        try:
            with (
                reader.reading(),
                reader.cursor() as out,
                out.copy(f"COPY ({selected}) TO STDOUT".replace("%%", "%")) as blocks,
                session.cursor() as into,
                into.copy(f"COPY {self._plain(name)} FROM STDIN") as copy,
            ):
                for block in blocks:
                    copy.write(block)
        finally:
            reader.close()
        session.run(f"ANALYZE {table}")

    @staticmethod
    def _declare_copy(session: Session, relation: str, shown: Mapping[str, str], table: str) -> str:
        columns = ", ".join(f"{sql} AS {session.server.name(name)}" for name, sql in shown.items())
        selected = f"SELECT {columns} FROM {relation} t"
        session.run(f"CREATE TEMPORARY TABLE {table} AS {selected} WITH NO DATA")
        return selected

    def reads(self, session: Session, relation: str, table: TableName) -> bool:
        """Look at what the server locks to plan it; with a table its partitions would go."""
        with session.reading():
            session.rows(f"EXPLAIN SELECT * FROM {relation} t")
            found = session.one(
                "WITH RECURSIVE used AS (SELECT relation AS id FROM pg_locks "
                "WHERE pid = pg_backend_pid() AND locktype = 'relation' UNION "
                "SELECT i.inhparent FROM pg_inherits i JOIN used u ON u.id = i.inhrelid) "
                "SELECT count(*) FROM used WHERE id = to_regclass(%s)",
                (self._plain(table),),
            )
        return bool(found)

    def swap(
        self, session: Session, draft: TableName, target: TableName, old: TableName, is_there: bool
    ) -> None:
        """Drop what was there and rename, in one transaction."""
        with session.transaction("BEGIN"):
            session.run(f"DROP TABLE IF EXISTS {self.table(target)}")
            session.run(f"ALTER TABLE {self.table(draft)} RENAME TO {self.name(target.name)}")

    def bulk_load(self, session: Session, table: TableName, path: Path) -> None:
        """COPY FROM STDIN."""
        with (
            session.cursor() as cursor,
            cursor.copy(f"COPY {self._plain(table)} FROM STDIN") as copy,
            path.open("rb") as file,
        ):
            while block := file.read(BLOCK):
                copy.write(block)
        session.run(f"ANALYZE {self.table(table)}")

    def column_type(self, column: Column, digits: tuple[int, int]) -> str:
        """Give the type of a declared column."""
        return stored_type(column, digits)

    def end(self, session: Session, number: int) -> None:
        """End a connection of the same user that is one of ours."""
        session.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid = %s AND usename = current_user AND application_name = %s",
            (number, APPLICATION),
        )

    def _plain(self, table: TableName) -> str:
        return self.table(table).replace("%%", "%")


def _together(texts: Sequence[str], seed: int) -> str:
    cells = " || ".join(f"chr(31) || coalesce({text}, chr(30))" for text in texts)
    return f"'{seed}' || {cells}"


def _numbers_of(name: str) -> tuple[int, int]:
    """Give the two numbers that an advisory lock is called by."""
    digest = sha256(name.encode()).digest()
    first, second = (int.from_bytes(digest[at : at + 4], signed=True) for at in (0, 4))
    return first, second
