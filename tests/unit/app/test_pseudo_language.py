"""No page says anything that is not in the catalogues."""

from __future__ import annotations

import os
import re
from io import BytesIO

import pytest
from tests.support.pseudo import CODE, escaped, write_pseudo_language

import celosia
from celosia.models import KAnonymity

pytest.importorskip("nicegui", reason="needs the extra `app`")

from nicegui import Client, ElementFilter, background_tasks, ui

from celosia.web.app import pages as layout, steps  # noqa: F401 - the steps declare themselves
from celosia.web.app.page_session import PageSession
from celosia.web.app.step import STEPS
from celosia.web.service import App

TABLE = b"age,dx\n30,flu\n31,flu\n30,cold\n45,cold\n46,flu\n"
WORDS = re.compile(r"[^\W\d_]{2,}")
KNOWN = {"age", "dx", "flu", "cold", "patients", "csv", "Celosía", "MB", "Español", "English"}
"""The table, its file, and names that are the same in every language."""


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A visitor whose language is made of brackets."""
    write_pseudo_language(tmp_path / "locale")
    more = f"{tmp_path / 'locale'}{os.pathsep}{os.environ['CELOSIA_LOCALE_PATH']}"
    monkeypatch.setenv("CELOSIA_LOCALE_PATH", more)
    monkeypatch.setattr(background_tasks, "create", lambda told, **_: told.close())  # no browser
    with App(tmp_path / "home", workers=1) as app, Client(ui.page("/nowhere"), request=None):
        project = app.store.create("p")
        project.upload("patients.csv", BytesIO(TABLE))
        roles = {"age": celosia.Role.QUASI_IDENTIFIER, "dx": celosia.Role.SENSITIVE}
        project.save_recipe(celosia.Recipe(roles=roles, models=(KAnonymity(2),)))
        yield PageSession(app, project, CODE)


def said():
    """Give what the elements of the page show, and what is read aloud of them; no citations."""
    for element in ElementFilter():
        if "cited" in element.classes:
            continue
        yield getattr(element, "text", "")
        yield from (element.props.get(name, "") for name in ("label", "hint", "aria-label"))


@pytest.mark.parametrize("step", list(STEPS))
def test_a_step_says_nothing_of_its_own(page, step):
    page.step = step

    layout.fill(page, step, *layout.load(page, step))

    left = {word for text in said() for word in WORDS.findall(escaped(str(text or "")))}
    assert left - KNOWN == set()
