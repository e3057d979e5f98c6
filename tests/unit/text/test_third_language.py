"""A language is added by adding its files: here one with three plural forms, made by a script."""

from __future__ import annotations

import os
from contextlib import nullcontext

import pytest
from click.testing import CliRunner
from tests.support.pseudo import CLOSE, OPEN, POLISH, write_pseudo_language

from celosia.cli.main import cli
from celosia.errors import CelosiaError, DataError
from celosia.text.languages import language_of_system, languages
from celosia.text.messages import Message

POLISH_CODE = "pl"


@pytest.fixture(autouse=True)
def polish(tmp_path, monkeypatch):
    write_pseudo_language(tmp_path / "locale", POLISH_CODE, POLISH)
    more = f"{tmp_path / 'locale'}{os.pathsep}{os.environ['CELOSIA_LOCALE_PATH']}"
    monkeypatch.setenv("CELOSIA_LOCALE_PATH", more)


def test_it_is_there_beside_the_others():
    assert {"en", "es", POLISH_CODE} <= set(languages())
    assert language_of_system({"LANG": "pl_PL.UTF-8"}) == POLISH_CODE


@pytest.mark.parametrize(("count", "form"), [(1, 1), (2, 2), (5, 3), (12, 3), (22, 2), (0, 3)])
def test_a_number_chooses_among_three_forms(count, form):
    noun = "record" if count == 1 else "records"

    said = Message("count.records", count=count).text(POLISH_CODE)

    assert said == f"{form}.{OPEN}{count} {noun}{CLOSE}"


def test_two_numbers_of_a_sentence_choose_two_forms():
    said = Message("cli.wrote-levels-values", output="x", number=2, number2=5).text(POLISH_CODE)

    assert f"2.{OPEN}2 levels{CLOSE}, 3.{OPEN}5 values{CLOSE}" in said


@pytest.mark.parametrize(
    ("args", "environment"),
    [
        (["--lang", POLISH_CODE], {}),
        ([], {"CELOSIA_LANG": POLISH_CODE}),
        ([], {"CELOSIA_LANG": "", "LC_ALL": "pl_PL.UTF-8"}),
    ],
    ids=["option", "variable", "machine"],
)
def test_the_terminal_speaks_it(args, environment):
    helped = CliRunner(env=environment).invoke(cli, [*args, "anonymize", "--help"])
    refused = CliRunner(env=environment).invoke(cli, [*args, "anonymize"])

    assert f"[{'|'.join(languages())}]" in helped.output
    assert f"{OPEN}Usage:{CLOSE}" in helped.output
    assert f"{OPEN}Missing argument" in refused.output


def test_an_error_is_said_in_it():
    done = CliRunner().invoke(cli, ["--lang", POLISH_CODE, "profile", "nowhere.csv"])

    assert isinstance(done.exception, DataError)
    assert done.exception.text(POLISH_CODE) == f"{OPEN}There is no file nowhere.csv.{CLOSE}"


def test_the_app_offers_it():
    pytest.importorskip("nicegui", reason="needs the extra `app`")
    from nicegui import Client, ElementFilter, ui

    from celosia.web.app.look import language_switch

    with Client(ui.page("/nowhere"), request=None):
        language_switch("en", lambda language: nullcontext())
        offered = {each.props["lang"]: each.text for each in ElementFilter(kind=ui.button)}

    assert set(offered) == set(languages())
    assert (offered["es"], offered[POLISH_CODE]) == ("Español", f"{OPEN}English{CLOSE}")


def test_the_web_interface_answers_in_it(tmp_path):
    pytest.importorskip("fastapi", reason="needs the extra `app`")
    from starlette.testclient import TestClient

    from celosia.web.rest import TokenAuthentication, authorities, create_api
    from celosia.web.service import App

    with App(tmp_path / "home", workers=1) as app:
        api = create_api(app, TokenAuthentication("t"), authorities(8000))
        client = TestClient(api, base_url="http://127.0.0.1:8000")
        asked = {"Authorization": "Bearer t", "Accept-Language": "xx, pl-PL;q=0.9, en;q=0.5"}
        told = client.get("/api/v1/projects/none", headers=asked)

    assert told.headers["content-language"] == POLISH_CODE
    assert {told.json()[name][0] for name in ("title", "detail", POLISH_CODE)} == {OPEN}


def test_an_error_of_another_package_is_named_by_its_kind():
    from celosia.cli.language import forget, kind_of_error, listen

    class FarError(DataError):
        """An error that no catalogue knows."""

    listen(["--lang", POLISH_CODE])
    try:
        assert kind_of_error(FarError("core.nothing-left")) == f"{OPEN}DataError{CLOSE}"
        assert kind_of_error(CelosiaError("core.nothing-left")) == f"{OPEN}CelosiaError{CLOSE}"
    finally:
        forget()
