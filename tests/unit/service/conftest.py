"""A desk with a small project on it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from celosia.shells.service import Desk, Project

PATIENTS = """fnac;sexo;cod_postal;dolencia
1986;M;53715;gripe
1996;F;53715;neumonía
1986;M;53703;bronquitis
1986;M;53703;fractura brazo
1996;F;53706;apendicitis
1986;F;53706;fractura pierna
"""
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
def desk(home: Path) -> Iterator[Desk]:
    with Desk(home, workers=1) as opened:
        yield opened


@pytest.fixture
def project(desk: Desk) -> Project:
    made = desk.store.create("pacientes")
    made.upload("pacientes.csv", BytesIO(PATIENTS.encode()))
    made.save_recipe(RECIPE)
    return made
