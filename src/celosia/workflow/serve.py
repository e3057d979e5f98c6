"""What is done besides anonymizing: bring a file to a database server, clean up there or here."""

from __future__ import annotations

from pathlib import Path

from celosia.core.engine import engine_of
from celosia.core.schema import ReadOptions, Schema


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
    return engine_of(address).load(
        Path(path), address, options or ReadOptions(), schema, password, replace_table
    )


def left_behind(address: str, password: str | None = None, drop_all: bool = False) -> list[str]:
    """List the working tables on a server, or what was written aside in a folder.

    It belongs to runs that are under way, or that were killed. With `drop_all` it is removed, which
    a run that is under way would not survive; a folder that a killed run had moved away, to give
    its name to another, is put back.
    """
    return engine_of(address).left_behind(address, password, drop_all)


def moved_away(address: str) -> list[str]:
    """List the folders that a killed run had moved away, and that nothing replaced."""
    return engine_of(address).moved_away(address)
