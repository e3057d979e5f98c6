from __future__ import annotations

import shlex
import sys
from dataclasses import replace

import pytest

from celosia.core.engine import ENGINES, engine_of
from celosia.engines.sql import SqlRelation, SqlSource, TableName, is_url
from celosia.engines.sql.connection import explain
from celosia.engines.sql.server import SERVERS
from celosia.engines.sql_engine import SqlEngine
from celosia.errors import MissingExtraError, ParameterError


def test_a_url_names_a_table_in_one_of_two_ways():
    by_option = SqlSource.parse("postgres://ana@db.example:5433/clinic?table=app.patients")

    assert by_option == SqlSource.parse("postgresql://ana@db.example:5433/clinic#app.patients")
    assert by_option.table == TableName("patients", "app")
    assert (by_option.server, by_option.port) == ("postgresql", 5433)


def test_a_url_names_a_query_and_options():
    source = SqlSource.parse(
        "mysql://ana@localhost/clinic?query=SELECT%20*%20FROM%20p;&work=scratch&ssl_ca=ca.pem"
    )

    assert (source.server, source.port) == ("mariadb", 3306)
    assert (source.query, source.work) == ("SELECT * FROM p", "scratch")
    assert source.options == (("ssl_ca", "ca.pem"),)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("t", TableName("t")),
        ("s.t", TableName("t", "s")),
        ('"s.x"."t ""q"""', TableName('t "q"', "s.x")),
        ("`a``b`", TableName("a`b")),
    ],
)
def test_names_are_read_and_written_alike(text, name):
    assert TableName.parse(text) == name
    assert TableName.parse(str(name)) == name


@pytest.mark.parametrize("text", ["", "a.b.c", ".", "a.", ".a", '"a', '""', '"a"b'])
def test_names_that_say_nothing_are_refused(text):
    with pytest.raises(ParameterError, match=r"schema\.name"):
        TableName.parse(text)


@pytest.mark.parametrize(
    "url",
    [
        "mariadb://ana:s3cret@localhost/clinic#p",
        "postgresql://ana@localhost/clinic?password=s3cret#p",
    ],
)
def test_a_password_in_the_url_is_refused_and_not_repeated(url):
    with pytest.raises(ParameterError, match="CELOSIA_PASSWORD") as refused:
        SqlSource.parse(url)

    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mariadb://localhost/", "names no database"),
        ("mariadb://localhost:x/clinic", "wrong host or port"),
        ("mariadb://localhost/clinic?colour=red", "unknown options: colour"),
        ("mariadb://localhost/clinic?query=SELECT%201#t", "not both"),
        ("sqlite://localhost/clinic", "begins with mariadb://"),
    ],
)
def test_urls_that_cannot_be_used_say_why(url, why):
    with pytest.raises(ParameterError, match=why):
        SqlSource.parse(url)


def test_a_url_is_told_from_a_file():
    assert is_url("mariadb://localhost/clinic")
    assert not is_url("mariadb.csv")


def test_advice_for_a_shell_has_all_that_it_takes_to_connect():
    url = "postgresql://a%20b@[::1]/c%20d?sslmode=verify-full&sslrootcert=/it's.pem&work=w#t"

    for_shell = SqlSource.parse(url).for_shell()

    (word,) = shlex.split(for_shell)
    assert word == (
        "postgresql://a%20b@[::1]:5432/c%20d?sslmode=verify-full&sslrootcert=/it%27s.pem"
    )
    assert SqlSource.parse(word) == replace(SqlSource.parse(url), table=None, work=None)
    assert for_shell != word


def test_a_source_is_shown_without_options():
    source = SqlSource.parse("mariadb://ana@localhost/clinic?ssl_key=k.pem#p")

    assert str(source) == "mariadb://ana@localhost:3306/clinic#p"


@pytest.mark.parametrize("missing", ["driver", "sqlalchemy"])
@pytest.mark.parametrize("scheme", SERVERS)
def test_a_missing_driver_names_the_extra(monkeypatch, scheme, missing):
    kind = SERVERS[scheme]
    monkeypatch.setitem(sys.modules, kind.driver if missing == "driver" else missing, None)

    with pytest.raises(MissingExtraError, match=rf"celosia\[{kind.extra}\]"):
        SqlRelation(f"{scheme}://localhost/clinic#p")


def test_a_server_that_is_not_there_is_told():
    with pytest.raises(Exception, match="cannot be reached") as wrong:
        SqlRelation("mariadb://ana@127.0.0.1:1/clinic#p", password="s3cret")

    assert "s3cret" not in str(wrong.value)
    with pytest.raises(Exception, match="cannot be reached"):
        SqlRelation("postgresql://ana@127.0.0.1:1/clinic#p", password="s3cret")


def test_what_a_driver_says_of_cells_is_not_repeated():
    assert "Ana" not in str(explain(Exception(1062, "Duplicate entry 'Ana' for key")))


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "mysql+pymysql", "mssql"])
def test_an_unknown_scheme_is_refused_and_no_password_repeated(scheme):
    with pytest.raises(ParameterError, match="scheme that is not known"):
        engine_of(f"{scheme}://ana@localhost/clinic#p")
    with pytest.raises(ParameterError, match="holds a password") as refused:
        engine_of(f"{scheme}://ana:s3cret@localhost/clinic#p")

    assert "s3cret" not in str(refused.value)


def test_a_server_says_its_port_its_options_and_what_a_connection_reaches():
    class Another(SERVERS["mariadb"]):
        port, options, spans_databases = 4000, ("tls",), False

    SERVERS.add("another", Another)
    ENGINES.add("another", SqlEngine("another"))
    try:
        one, other = (SqlSource.parse(f"another://h/{name}?tls=1#p") for name in ("a", "b"))

        assert one.port == 4000
        assert one.options == (("tls", "1"),)
        assert not one.same_server(other)
        with pytest.raises(ParameterError, match="ssl_ca"):
            SqlSource.parse("another://h/a?ssl_ca=x#p")
    finally:
        del SERVERS._declared["another"], ENGINES._declared["another"]
