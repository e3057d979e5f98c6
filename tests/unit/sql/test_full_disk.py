"""A disk that is really full: a small file system under the server, where one can be mounted."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from tests.support.databases import Scratch

from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import ServerError, SqlRelation, left_behind

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(
        not os.environ.get("CI") and not os.environ.get("CELOSIA_TEST_FULL_DISK"),
        reason="mounts file systems under the servers: set CELOSIA_TEST_FULL_DISK=1",
    ),
]
CHANGE = Recoding((), ("a", "b"))
UNDECLARED = Schema(())


@contextmanager
def mounted(folder: Path, user: str):
    """Put a file system of 4 MB over a folder of the server's, for a while."""
    if not folder.parent.is_dir():
        pytest.skip("the server is not on this machine")
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs a machine on which a file system can be mounted")
    try:
        shutil.chown(folder, user, user)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def many_rows(scratch) -> str:
    rows = [(f"{n:09}", uuid4().hex * 8) for n in range(40_000)]
    return scratch.table(["a", "b"], rows, ["VARCHAR(9)", "VARCHAR(300)"])


def test_postgresql_has_no_room_for_the_release():
    scratch = Scratch("postgresql")
    folder = Path("/var/lib/postgresql") / f"celosia_{uuid4().hex}"
    space = f"space_{uuid4().hex}"
    target = scratch.table(["old"], [("before",)])
    table = many_rows(scratch)
    folder.mkdir()
    try:
        with mounted(folder, "postgres"):
            scratch.session.run(f"CREATE TABLESPACE {space} LOCATION '{folder}'")
            with SqlRelation(scratch.at(table)) as relation:
                relation.session.run(f"SET default_tablespace = '{space}'")
                with pytest.raises(ServerError, match=r"limit: disk.*code 53100"):
                    relation.draft(CHANGE, target, UNDECLARED, 0)
            assert left_behind(scratch.url) == []
            scratch.session.run(f"DROP TABLESPACE {space}")
        assert scratch.session.rows(f"SELECT * FROM {target}") == [("before",)]
        assert scratch.session.one(f"SELECT count(*) FROM {table}") == 40_000
    finally:
        folder.rmdir()
        scratch.close()


def test_mariadb_has_no_room_for_the_release():
    scratch = Scratch("mariadb")
    schema = f"full_{uuid4().hex}"
    table = many_rows(scratch)
    folder = Path(str(scratch.session.one("SELECT @@datadir"))) / schema
    scratch.session.run(f"CREATE DATABASE {schema}")
    try:
        with mounted(folder, "mysql"):
            with (
                SqlRelation(scratch.at(table)) as relation,
                pytest.raises(ServerError, match="limit: disk"),
            ):
                relation.draft(CHANGE, f"{schema}.release", UNDECLARED, 0)
            assert left_behind(scratch.url) == []
        assert scratch.session.one(f"SELECT count(*) FROM {table}") == 40_000
    finally:
        scratch.session.run(f"DROP DATABASE {schema}")
        scratch.close()
