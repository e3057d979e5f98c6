"""A table of a database server, named in the page and taken to a release; it stays where it is."""

from __future__ import annotations

import csv

import pytest
from tests.support.databases import SERVERS, Scratch

ROWS = [(str(1950 + i % 4), "FM"[i % 2], f"secret {i % 5}") for i in range(60)]


@pytest.fixture(params=SERVERS)
def scratch(request):
    scratch = Scratch(request.param)
    yield scratch
    scratch.close()


def connect(person, address):
    person.the("address").fill(address)
    person.click("connect")


def test_a_table_of_a_server_from_its_address_to_its_release(visit, scratch, tmp_path):
    table = scratch.table(("born", "sex", "illness"), ROWS)
    person = visit("es-ES")
    person.click("begin")
    person.the("database").get_by_role("button").first.click()

    connect(person, "patients.csv")
    person.see("Esa no es la dirección de una tabla.")
    connect(person, scratch.at(table))
    person.see("La tabla se queda en su servidor")
    person.until_quiet()
    person.go("choose")
    person.click("search")
    person.await_result("generalizaciones alcanzan el objetivo.")
    person.click("make")
    person.await_result("Hecho con los niveles")
    person.go("release")
    person.click("verify")
    person.await_result("en los 60 registros")
    release = person.take("take-release", tmp_path)
    person.click("finish")
    person.click("sure")
    person.see("Se ha borrado todo lo de este proyecto")

    rows = list(csv.DictReader(release.read_text(encoding="utf-8").splitlines()))
    assert sorted(row["illness"] for row in rows) == sorted(row[2] for row in ROWS)
    assert scratch.session.one(f"SELECT count(*) FROM {table}") == 60


def test_a_table_that_is_not_there_is_told_in_the_language_of_the_page(visit, scratch):
    person = visit("es-ES")
    person.click("begin")
    person.the("database").get_by_role("button").first.click()

    connect(person, scratch.at("nowhere_to_be_found"))

    person.see("No se ha podido usar la tabla en su servidor")
