"""What a role that may only read can do."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from click.testing import CliRunner

import celosia
from celosia.cli.main import cli
from celosia.core.counts import Codebook
from celosia.core.relation import Recoding
from celosia.core.schema import Schema
from celosia.core.technique import technique_from_dict
from celosia.core.values import NullPolicy
from celosia.engines.sql import ServerError, SqlRelation, SqlSource, left_behind
from celosia.models import KAnonymity

CHANGE = Recoding(("a",), ("a", "b"), {"a": {"x": "X", "y": "Y", None: "N"}}, (("Y",),))
UNDECLARED = Schema(())
MASKED = {"kind": "masking", "column": "b", "mask_first": 1}
PASSWORD = "p4ss word"


@pytest.fixture
def reader(scratch):
    """A table, its URL for a role that may read it and nothing else, and that role's name."""
    table = scratch.table(["a", "b"], [("x", "1"), ("y", "2"), (None, "3")])
    role = f"ro_{uuid4().hex[:20]}"
    run = scratch.session.run
    if scratch.server.title == "MariaDB":
        run(f"CREATE USER {role}@'%%' IDENTIFIED BY '{PASSWORD}'")
        run(f"GRANT SELECT ON {table} TO {role}@'%%'")
    else:
        run(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
        run(f"GRANT SELECT ON {table} TO {role}")
    yield replace(SqlSource.parse(scratch.at(table)), user=role), role
    if scratch.server.title == "MariaDB":
        run(f"DROP USER {role}@'%%'")
    else:
        run(f"DROP OWNED BY {role}")
        run(f"DROP ROLE {role}")


def test_reading_is_enough_to_count_and_measure(reader):
    source, _ = reader
    with SqlRelation(source, PASSWORD) as relation:
        assert relation.values("a").counts == (1, 1, 1)
        assert relation.count([Codebook("a", ("x", "y", None))]).records == 3
        for nulls in NullPolicy:
            assert relation.classes(["a"], [("b",)], nulls).number == (
                2 if nulls == "excluded" else 3
            )
        assert relation.propose_schema().names == ("a", "b")
        assert relation.evidence()["records"] == 3


def test_a_file_is_written_with_temporary_tables(scratch, reader, tmp_path):
    source, role = reader
    if scratch.server.title == "MariaDB":
        with (
            SqlRelation(source, PASSWORD) as relation,
            pytest.raises(ServerError, match=r"`work`"),
        ):
            relation.write(CHANGE, tmp_path / "out.csv", UNDECLARED, 0)
        work = scratch.name()
        scratch.session.run(f"CREATE DATABASE {work}")
        scratch.session.run(f"GRANT CREATE TEMPORARY TABLES ON {work}.* TO {role}@'%%'")
        source = replace(source, work=work)
    try:
        with SqlRelation(source, PASSWORD) as relation:
            assert relation.write(CHANGE, tmp_path / "out.csv", UNDECLARED, 0) == 2
    finally:
        if source.work:
            scratch.session.run(f"DROP DATABASE {source.work}")
            scratch.tables.remove(source.work)


@pytest.fixture
def guarded(scratch, reader):
    """A name for a table where the reading role may make none, whoever set up the server."""
    _, role = reader
    name = scratch.name()
    if scratch.server.title == "MariaDB":
        yield name
        return
    schema = f"kept_{uuid4().hex}"  # everybody may write into `public` on many a PostgreSQL
    scratch.session.run(f"CREATE SCHEMA {schema}")
    scratch.session.run(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
    yield f"{schema}.{name}"
    scratch.session.run(f"DROP SCHEMA {schema} CASCADE")


def test_a_table_is_refused_and_nothing_is_left(scratch, reader, guarded):
    source, _ = reader
    with (
        SqlRelation(source, PASSWORD) as relation,
        pytest.raises(ServerError, match="may not do this"),
    ):
        relation.draft(CHANGE, guarded, UNDECLARED, 0)

    assert left_behind(scratch.url) == []


@pytest.fixture
def open_place(scratch, reader):
    """A schema or database of its own, where the reading role may also write."""
    _, role = reader
    place = f"open_{uuid4().hex}"
    scratch.session.run(f"CREATE SCHEMA {place}")
    if scratch.server.title == "MariaDB":
        scratch.session.run(f"GRANT ALL ON {place}.* TO {role}@'%%'")
        yield place
        scratch.session.run(f"DROP SCHEMA {place}")
        return
    scratch.session.run(f"GRANT ALL ON SCHEMA {place} TO {role}")
    yield place
    scratch.session.run(f"DROP SCHEMA {place} CASCADE")


@pytest.mark.parametrize("output", ["release", "release.csv"])
def test_techniques_work_where_the_role_may_write(
    scratch, reader, open_place, output, tmp_path, monkeypatch
):
    source, _ = reader
    monkeypatch.chdir(tmp_path)
    recipe = celosia.Recipe(
        roles={"a": celosia.Role.QUASI_IDENTIFIER, "b": celosia.Role.INSENSITIVE},
        models=(KAnonymity(3),),
        techniques=(technique_from_dict(MASKED),),
    )
    target = output if output.endswith(".csv") else f"{open_place}.{output}"

    with celosia.read(str(source).replace("#", f"?work={open_place}#"), None, None, PASSWORD) as t:
        release = celosia.anonymize(t, recipe, target)

    assert release.after.figures.records == 3
    assert left_behind(scratch.url) == []


def test_the_password_comes_from_the_environment(scratch, reader, monkeypatch):
    source, _ = reader
    monkeypatch.setenv("CELOSIA_PASSWORD", PASSWORD)

    with SqlRelation(source) as relation:
        assert relation.records == 3
        assert PASSWORD not in repr(vars(relation)) + str(relation.session.engine)


def test_the_password_is_asked_for(scratch, reader, monkeypatch):
    source, _ = reader
    monkeypatch.setenv("CELOSIA_PASSWORD", "another one")

    words = ["verify", str(source), "--qi", "a", "-k", "1", "--ask-password", "--json"]
    done = CliRunner().invoke(cli, words, input=f"{PASSWORD}\n", catch_exceptions=False)

    assert done.exit_code == 0
    assert json.loads(done.stdout)["records"] == 3
    assert "Password:" in done.stderr
    assert PASSWORD not in done.output


def test_a_wrong_password_is_told_and_not_repeated(scratch, reader):
    source, _ = reader
    if scratch.server.title == "PostgreSQL":
        pytest.skip("the test server trusts everybody")

    with pytest.raises(ServerError, match="refused the login") as wrong:
        SqlRelation(source, "wr0ng")

    assert "wr0ng" not in str(wrong.value)
