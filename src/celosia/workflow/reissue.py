"""Published tables whose pseudonyms are exchanged: for others, or for who is behind them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from celosia.core.engine import engine_of
from celosia.core.parameters import published_entries
from celosia.core.randomness import Randomness
from celosia.core.relation import Draft
from celosia.core.table import Table
from celosia.core.technique import (
    Cipher,
    Pseudonym,
    Technique,
    TechniqueContext,
    published_parameters,
    technique_from_dict,
)
from celosia.errors import DataError, ParameterError
from celosia.files.atomic import Aside
from celosia.register import certificate_of
from celosia.register.certificate import Evidence, private_beside
from celosia.techniques.pseudonyms.pseudonym import NAMES_PEOPLE, PERSONAL_DATA
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.vault.upkeep import Renaming, draw_renaming
from celosia.vault.vault import Vault, VaultFile, draft_relabelled
from celosia.workflow.certify import FORMAT
from celosia.workflow.gather_evidence import versions
from celosia.workflow.release_files import find_certificate, publish


@dataclass(frozen=True, slots=True, eq=False)
class Exchanged:
    """A table that was written with other labels in a column; it is personal data."""

    output: str
    certificate: Path
    records: int
    label: Message
    """Why it is personal data."""


def write_renamed(
    table: Table,
    again: Renaming,
    output: str | Path,
    vault: VaultFile | None = None,
    key: bytes | None = None,
) -> Exchanged:
    """Write a table with new pseudonyms, its certificate and its vault: all of them or none.

    `key` is the secret of the new pseudonyms, if they have one.
    """
    path = certificate_of(output)
    kept: AbstractContextManager[Aside | None] = nullcontext()
    if vault is not None:
        vault.check_place(apart_from=(Path(output), path))
        kept = vault.keep_new(again.vault)
    statement = Message(
        "workflow.column-holds-other-pseudonyms", column=again.column, name=table.name
    )
    made = cast(Technique, again.technique)
    with kept as aside:
        also = () if aside is None else (aside,)
        return _write_exchanged(
            table, again.column, again.renamed, output, statement, PERSONAL_DATA, made, key, also
        )


def write_named(table: Table, people: Vault, column: str, output: str | Path) -> Exchanged:
    """Write a table with the people in the place of a whole column of pseudonyms."""
    statement = Message("workflow.column-tells-who", column=column)
    labels = people.column(column)
    return _write_exchanged(table, column, labels, output, statement, NAMES_PEOPLE)


def find_coding(table: Table, column: str) -> Pseudonym | None:
    """Give the technique that made a column's pseudonyms, as the table's certificate says."""
    return _coding_in(_entries(table, column))


def decipher(
    table: Table, column: str, key: bytes, pseudonyms: Sequence[str] | None = None
) -> Vault:
    """Find who is behind some or all format-preserving pseudonyms of a column, by the key alone.

    Under a wrong key every text would lead back to some other one of its format, so the certificate
    of the table must say how the column was enciphered, and confirm the key.
    """
    return _decipher_by(_cipher(table, column, key), table, key, pseudonyms)


def rekey(table: Table, column: str, old: bytes, new: bytes) -> Renaming:
    """Decipher a format-preserving column with the old key, and encipher it with the new one."""
    cipher = _cipher(table, column, old)
    people = _decipher_by(cipher, table, old).column(column)
    return draw_renaming(cipher, people, TechniqueContext(_randomness(), new))


def _decipher_by(
    cipher: Cipher,
    table: Table,
    key: bytes,
    pseudonyms: Sequence[str] | None = None,
) -> Vault:
    known = table.relation.values(cipher.column).texts
    asked = known if pseudonyms is None else pseudonyms
    unknown = len(set(asked) - set(known))
    if unknown:
        raise DataError(
            "workflow.column-does-not-hold-pseudonyms", column=cipher.column, unknown=unknown
        )
    values = cipher.restored(asked, TechniqueContext(_randomness(), key))
    return Vault({cipher.column: dict(zip(asked, values, strict=True))})


def _coding_in(entries: Mapping[str, Any] | None) -> Pseudonym | None:
    if entries is None:
        return None
    technique = technique_from_dict(published_parameters(entries))
    return cast(Pseudonym, technique) if technique.pseudonymizes else None


def _cipher(table: Table, column: str, key: bytes) -> Cipher:
    """Give the technique that enciphered a column, if this is its key."""
    entries = _entries(table, column)
    technique = _coding_in(entries)
    check = technique and technique.key_check(TechniqueContext(_randomness(), key))
    if technique is None or entries is None or check is None:
        raise _not_enciphered(table, column)
    if "key_check" not in entries:
        raise ParameterError("workflow.no-evidence-checks-key", name=table.name, column=column)
    if check != entries["key_check"]:
        raise ParameterError("workflow.not-key-column-enciphered-nothing", column=column)
    return cast(Cipher, technique)


def _not_enciphered(table: Table, column: str) -> ParameterError:
    """Say that no certificate leads back, and where one was looked for."""
    if engine_of(table.source).table_of(table.source) is not None:
        return ParameterError("workflow.no-certificate-folder-says-column", column=column)
    return ParameterError(
        "workflow.no-certificate-beside-says-column", name=table.name, column=column
    )


def _entries(table: Table, column: str) -> dict[str, Any] | None:
    """Find what certificate and evidence of this very table say of a column's pseudonyms.

    The certificate says how they were made. What tells the right key from a wrong one would let
    anybody try keys, so only the evidence has it.
    """
    found = find_certificate(table.source)
    if found is None or not found.of_this_file:
        return None
    public = _last(found.proof.get("techniques", ()), column)
    if public is None:
        return None
    private = private_beside(found.path) or {}
    checked = _last(private.get("techniques", ()), column) or {}
    return {**public, **{key: value for key, value in checked.items() if key == "key_check"}}


def _last(steps: Iterable[Mapping[str, Any]], column: str) -> Mapping[str, Any] | None:
    changes = [step for step in steps if step.get("column") == column]
    return changes[-1] if changes else None


def _randomness() -> Randomness:
    return Randomness(os.urandom(32))


def _step(technique: Technique, key: bytes | None) -> dict[str, Any]:
    check = technique.key_check(TechniqueContext(_randomness(), key))
    return {**published_entries(technique), **({"key_check": check} if check else {})}


def _others(told: Mapping[str, Any], column: str) -> list[Mapping[str, Any]]:
    """Give the techniques that changed other columns."""
    return [step for step in told.get("techniques", ()) if step.get("column") != column]


def _write_exchanged(
    table: Table,
    column: str,
    labels: Mapping[str, str],
    output: str | Path,
    statement: Message,
    label: Message,
    technique: Technique | None = None,
    key: bytes | None = None,
    kept: Sequence[Aside] = (),
) -> Exchanged:
    """Write the table aside, then give it and its certificate their names."""
    path = certificate_of(output)
    found = find_certificate(table.source)
    before = found.proof if found and found.of_this_file else None
    private = (private_beside(found.path) if found and found.of_this_file else None) or {}
    others = _others(before or {}, column)
    told = [published_entries(technique)] if technique else []
    checks = [*_others(private, column), *([_step(technique, key)] if technique else [])]
    draft = draft_relabelled(table, column, labels, output)
    try:
        proof = {
            "format": FORMAT,
            "statement": statement.text(ENGLISH),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": {"celosia": version("celosia")},
            "input": {"name": table.name, "records": table.records, "certificate": before},
            "output": _output(draft, output),
            "techniques": [*others, *told],
            "personal_data": True,
            "warnings": [label.text(ENGLISH)],
        }
        entries = {"versions": versions(), "techniques": checks}
        publish(draft, path, proof, Evidence.new(), entries, kept=kept)
    finally:
        draft.discard()
    return Exchanged(str(output), path, draft.records, label)


def _output(draft: Draft, output: str | Path) -> dict[str, Any]:
    return {"name": Path(output).name, **draft.evidence(), "records": draft.records}
