"""A app with a small project on it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from tests.support.patients import PATIENTS

from celosia.web.service import App, Project

RECIPE = """
[roles]
fnac = "quasi-identifier"
cod_postal = "quasi-identifier"
sexo = "identifier"
dolencia = "sensitive"
[[models]]
model = "k-anonymity"
k = 2
[hierarchies.fnac]
kind = "digits"
levels = 2
[hierarchies.cod_postal]
kind = "digits"
levels = 2
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def app(home: Path) -> Iterator[App]:
    with App(home, workers=1) as opened:
        yield opened


@pytest.fixture
def project(app: App) -> Project:
    made = app.store.create("pacientes")
    made.upload("pacientes.csv", BytesIO(PATIENTS.encode()))
    made.save_recipe(RECIPE)
    return made
