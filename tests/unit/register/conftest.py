"""A vault, and a file that holds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.people import PEOPLE, QUICK, SECRET

from celosia.core.technique import Identities
from celosia.vault.vault import Vault


@pytest.fixture
def vault() -> Vault:
    return Vault.of([Identities("person", PEOPLE)])


@pytest.fixture
def file(vault: Vault, tmp_path: Path) -> Path:
    path = tmp_path / "people.vault"
    vault.write(path, SECRET, QUICK)
    return path
