"""What is done on a database server besides anonymizing: bring a file there, clean up."""

from __future__ import annotations

from pathlib import Path

from celosia.domain.reading import ReadOptions
from celosia.domain.schema import Schema


def load_table(
    path: str | Path,
    address: str,
    options: ReadOptions | None = None,
    schema: Schema | None = None,
    password: str | None = None,
    replace_table: bool = False,
) -> int:
    """Make a table of a file by the server's bulk path; give the number of records.

    Parameters
    ----------
    path
        A file that `read` reads. An empty cell becomes NULL.
    address
        Where, and the name of the new table: `mariadb://ana@localhost/clinic#patients`.
    schema
        Types and maximum lengths. A column that it does not name becomes text, as it stands.
    replace_table
        Whether a table of that name may be replaced, in one step, once the new one is complete.
    """
    from celosia.engines.sql import import_file

    return import_file(address, path, options, schema, password, replace_table)


def left_behind(address: str, password: str | None = None, drop_all: bool = False) -> list[str]:
    """List the working tables on a server: of runs that are under way, or were killed.

    With `drop_all` they are dropped, which a run that is under way would not survive.
    """
    from celosia.engines import sql

    return sql.left_behind(address, password, drop_all)
