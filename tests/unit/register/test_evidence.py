"""What ties a certificate to its original."""

from __future__ import annotations

import json

import pytest

import celosia
from celosia.errors import DataError
from celosia.register.certificate import (
    Evidence,
    belong_together,
    certificate_of,
    evidence_beside,
    evidence_of,
    private_beside,
)
from celosia.workflow.release_files import is_made_of

HASHED = {"bytes": 120, "sha256": "ab" * 32, "server": "MariaDB", "table": "clinic.people"}


def test_without_the_salt_it_says_nothing_of_size_or_hash():
    first, second = Evidence.new().of_table(HASHED), Evidence.new().of_table(HASHED)

    assert first != second
    assert "ab" * 32 not in first


def test_with_the_salt_any_change_shows():
    evidence = Evidence.new()

    assert evidence.of_table(HASHED) == evidence.of_table(dict(reversed(HASHED.items())))
    assert evidence.of_table(HASHED) != evidence.of_table({**HASHED, "bytes": 121})
    assert evidence.of_table(HASHED) != evidence.of_table({**HASHED, "sha256": "ba" * 32})
    assert evidence.of_table(HASHED) == evidence.of_table({**HASHED, "table": "moved.people"})


def written(release, evidence, private=None):
    """Write a certificate and its private file, as a release does."""
    public = b"{}\n"
    certificate_of(release).write_bytes(public)
    evidence_of(release).write_bytes(evidence.file(public, private or {}))


def test_the_private_file_holds_the_salt_and_the_rest(tmp_path):
    evidence = Evidence.new()

    written(tmp_path / "out.csv", evidence, {"seed": 7, "delta": float("inf")})

    assert evidence_beside(certificate_of(tmp_path / "out.csv")) == evidence
    assert evidence.salt.hex() not in repr(evidence)
    certificate = certificate_of(tmp_path / "out.csv")
    assert private_beside(certificate) == {"seed": 7, "delta": "Infinity"}
    assert private_beside(certificate_of(tmp_path / "other.csv")) is None


def test_files_of_two_releases_are_told_from_those_of_one(tmp_path):
    certificate = certificate_of(tmp_path / "out.csv")
    written(tmp_path / "out.csv", Evidence.new())
    assert belong_together(certificate)

    certificate.write_bytes(b'{"of": "another"}')
    assert not belong_together(certificate)


def test_no_two_releases_share_it():
    assert evidence_of("a.certificate.csv") != evidence_of("a.evidence.csv")


def test_damage_and_loss_are_told(tmp_path):
    release = tmp_path / "out.csv"
    with pytest.raises(DataError, match="only its owner has it"):
        evidence_beside(certificate_of(release))
    evidence_of(release).write_text("{}")
    with pytest.raises(DataError, match="damaged or changed"):
        evidence_beside(certificate_of(release))


def test_a_table_without_a_certificate_of_its_own_proves_nothing(tmp_path):
    for name in ("out.csv", "data.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n")

    with (
        celosia.read(tmp_path / "data.csv") as table,
        pytest.raises(DataError, match="no certificate of this very file"),
    ):
        is_made_of(tmp_path / "out.csv", table)


def test_for_a_table_of_a_server_it_says_where_the_certificate_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text("a,b\n1,2\n")
    others = {"output": {"server": "MariaDB", "table": "clinic.persons"}}
    (tmp_path / "clinic.persons.certificate.json").write_text(json.dumps(others))

    with (
        celosia.read(tmp_path / "data.csv") as table,
        pytest.raises(DataError, match="no certificate of this very table in this folder"),
    ):
        is_made_of("mariadb://ana@host/clinic?table=people", table)
