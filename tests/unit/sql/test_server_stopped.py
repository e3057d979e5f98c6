"""The server itself is stopped, in the middle of the work, and started again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.support import databases
from tests.support.databases import Scratch

from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.engines.sql import ServerError, SqlRelation, left_behind

pytestmark = pytest.mark.skipif(
    not os.environ.get("CI") and not os.environ.get("CELOSIA_TEST_STOPPED"),
    reason="starts servers of its own: set CELOSIA_TEST_STOPPED=1",
)
UNDECLARED = Schema(())


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class OwnServer:
    """A server in a folder of its own, that may be stopped at once."""

    user: str

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="celosia-server-"))
        self.port = free_port()
        shutil.chown(self.folder, self.user, self.user)
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *words: str) -> None:
        """Run a program as the server's user; its own words say why it failed."""
        done = subprocess.run(
            self.as_user(*words), check=False, capture_output=True, cwd=self.folder, text=True
        )
        if done.returncode:
            raise RuntimeError(
                f"{words[0]} ended with {done.returncode}: {done.stdout}{done.stderr}"
            )

    def as_user(self, *words: str) -> list[str]:
        who = ("setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups")
        return [*who, *map(str, words)] if os.geteuid() == 0 else [*map(str, words)]

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.as_user(*self.program()),
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(600):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0 and self.answers():
                    return
            time.sleep(0.1)
        raise TimeoutError("the server did not start")

    def stop(self) -> None:
        """Pull the plug."""
        if self.process is not None:
            subprocess.run(["pkill", "-9", "-u", self.user, "-f", str(self.folder)], check=False)
            self.process.kill()
            self.process.wait()

    def program(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        try:
            left_behind(self.url)
        except ServerError:
            return False
        return True

    @property
    def url(self) -> str:
        raise NotImplementedError


class OwnPostgres(OwnServer):
    user = "postgres"

    def __init__(self) -> None:
        super().__init__()
        self.programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
        self.run(self.programs / "initdb", "-D", "data", "-A", "trust", "-U", "root", "--no-sync")

    def program(self) -> list[str]:
        options = ("-c", "listen_addresses=127.0.0.1", "-c", "fsync=off")
        data = self.folder / "data"
        return [self.programs / "postgres", "-D", data, "-p", self.port, "-k", data, *options]

    @property
    def url(self) -> str:
        return f"postgresql://root@127.0.0.1:{self.port}/postgres"


class OwnMariaDB(OwnServer):
    user = "mysql"

    def __init__(self) -> None:
        super().__init__()
        root = "--auth-root-authentication-method=normal"
        self.run("mariadb-install-db", *self.places(), root, "--skip-name-resolve")

    def places(self) -> tuple[str, ...]:
        """Name the server's own folders.

        A MariaDB that starts removes every working table that it finds in its temporary folder:
        in one that it shared with the machine's server it would take that server's away, and lose
        its own to the next one that starts.
        """
        return ("--no-defaults", f"--datadir={self.folder}/data", f"--tmpdir={self.folder}")

    def program(self) -> list[str]:
        place = (f"--socket={self.folder}/data/socket", f"--port={self.port}")
        local = ("--bind-address=127.0.0.1", "--skip-log-bin")
        return ["mariadbd", *self.places(), *place, *local]

    @property
    def url(self) -> str:
        return f"mariadb://root@127.0.0.1:{self.port}/test"


SERVERS = {
    "mariadb": ("CELOSIA_TEST_MARIADB_URL", OwnMariaDB),
    "postgresql": ("CELOSIA_TEST_POSTGRES_URL", OwnPostgres),
}


@pytest.fixture(params=SERVERS, scope="module")
def own(request):
    variable, make = SERVERS[request.param]
    server = make()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "_REACHED", {})
        patch.setenv(variable, server.url)
        try:
            server.start()
            yield request.param, server
        finally:
            server.stop()
            shutil.rmtree(server.folder, ignore_errors=True)


@pytest.fixture
def reach(own):
    """Connect to the server; what is open at the end is closed, also where a test fails.

    Else the garbage collector would close it, at a moment that nobody chose.
    """
    with ExitStack() as opened:

        def reached() -> Scratch:
            scratch = Scratch(own[0])
            opened.callback(scratch.session.close)
            return scratch

        yield reached


def slow_query(scratch, table) -> str:
    sleep = "sleep(0.3)" if scratch.server.title == "MariaDB" else "pg_sleep(0.3)::text"
    return f"{scratch.url}?query={quote(f'SELECT a, {sleep} AS slow FROM {table}')}"


def test_the_source_and_the_old_release_survive_a_server_that_is_stopped(own, reach):
    server, scratch = own[1], reach()
    table = scratch.table(["a"], [("x",), ("y",)] * 20)
    target = scratch.table(["old"], [("before",)])
    change = Recoding(("a",), ("a", "slow"), {"a": {"x": "X", "y": "Y"}})
    for work in (
        lambda relation: relation.values("slow"),
        lambda relation: relation.draft(change, target, UNDECLARED, 0),
    ):
        relation = SqlRelation(slow_query(scratch, table))
        plug = threading.Timer(1.0, server.stop)
        plug.start()

        with pytest.raises(ServerError, match=r"[Rr]un it again|cannot be reached|not answer"):
            work(relation)

        plug.join()
        server.start()
        relation.close()

    again = reach()
    assert again.session.rows(f"SELECT * FROM {target}") == [("before",)]
    assert again.session.one(f"SELECT count(*) FROM {table}") == 40
    assert left_behind(server.url) == []


def a_draft(scratch, target):
    relation = SqlRelation(scratch.at(scratch.table(["a"], [("new",)])))
    return relation, relation.draft(Recoding((), ("a",)), target, UNDECLARED, 0)


def publish(relation, draft):
    with relation:
        try:
            draft.publish()
        finally:
            draft.discard()


def test_the_old_release_survives_a_server_that_is_stopped_while_swapping(own, reach):
    server, scratch, holder = own[1], reach(), reach()
    target = scratch.table(["old"], [("before",)])
    relation, draft = a_draft(scratch, target)
    if scratch.server.title == "MariaDB":
        holder.session.run(f"LOCK TABLES {target} READ")
    else:
        holder.session.run("BEGIN")
        holder.session.run(f"LOCK TABLE {target} IN ACCESS SHARE MODE")
    plug = threading.Timer(1.0, server.stop)
    plug.start()

    with pytest.raises(ServerError) as told:
        publish(relation, draft)
    assert f"{target} is now the old table or the new one" in str(told.value)
    assert " --drop` drops them" in str(told.value)
    plug.join()
    server.start()

    assert reach().session.rows(f"SELECT * FROM {target}") == [("before",)]
    assert left_behind(server.url, drop_all=True) == [str(draft.table)]
    assert left_behind(server.url) == []


def test_a_release_that_was_swapped_survives_a_server_that_is_stopped(own, reach):
    server, scratch = own[1], reach()
    target = scratch.table(["old"], [("before",)])
    relation, draft = a_draft(scratch, target)

    draft.publish()
    server.stop()
    with pytest.raises(ServerError, match="What was published stays so"):
        relation.close()
    server.start()

    assert reach().session.rows(f"SELECT * FROM {target}") == [("new",)]
    left_behind(server.url, drop_all=True)
    assert left_behind(server.url) == []
