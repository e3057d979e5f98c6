"""The certificate of a table, wherever the table lives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from celosia.domain.places import Place, place_of
from celosia.register import (
    ENDING,
    FoundCertificate,
    certificate_beside,
    certificate_of,
    outputs_of,
    read_certificate,
)


def find_certificate(source: str | Path, password: str | None = None) -> FoundCertificate | None:
    """Find the certificate of a table; None if there is none that can be read.

    That of a file, or of a folder that Spark wrote, lies beside it. That of a server's table lies
    where it was made: it is looked for in the working folder, by what it says.
    """
    match place_of(str(source)):
        case Place.SERVER:
            return _of_server(str(source), password)
        case Place.SPARK:
            return _of_spark(str(source))
        case Place.FILE:
            return certificate_beside(source)


def _of_spark(source: str) -> FoundCertificate | None:
    from celosia.engines.spark import SparkSource, evidence_of, local_path

    path = local_path(SparkSource.parse(source))
    if path is None or not path.exists():
        return None
    proof = read_certificate(certificate_of(path))
    if proof is None:
        return None
    told = evidence_of(path)
    is_this = any(_same(told, output) for output in outputs_of(proof))
    return FoundCertificate(certificate_of(path), proof, is_this)


def _of_server(source: str, password: str | None) -> FoundCertificate | None:
    """Look among the certificates of the working folder; the server is asked only if one fits."""
    from celosia.engines.sql import SqlRelation, SqlSource, TableName

    table = SqlSource.parse(source).table
    if table is None:
        return None
    found = [(path, read_certificate(path)) for path in sorted(Path().glob(f"*{ENDING}"))]
    ending = str(TableName(table.name))
    named = [
        (path, proof, output)
        for path, proof in found
        for output in outputs_of(proof or {})
        if proof and str(output.get("table")).endswith(ending)
    ]
    if not named:
        return None
    with SqlRelation(source, password) as relation:
        told = relation.evidence()
    about = [
        FoundCertificate(path, proof, _same(told, output))
        for path, proof, output in named
        if all(output.get(key) == told[key] for key in ("server", "table"))
    ]
    return max(about, key=lambda one: one.of_this_file, default=None)


def _same(told: Mapping[str, str | int], output: Mapping[str, Any]) -> bool:
    """Tell whether a certificate's output is a table of which that is told."""
    return all(output.get(key) == value for key, value in told.items())
