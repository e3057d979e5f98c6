"""The certificate of a table, wherever the table lives, and which original it was made of."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from celosia.core.engine import Engine, engine_of, is_path
from celosia.core.table import Table
from celosia.errors import DataError
from celosia.register import ENDING, FoundCertificate, certificate_of, outputs_of, read_certificate
from celosia.register.evidence import evidence_beside
from celosia.workflow.read import read


def find_certificate(source: str | Path, password: str | None = None) -> FoundCertificate | None:
    """Find the certificate of a table; None if there is none that can be read.

    That of a file, or of a folder that Spark wrote, lies beside it. That of a server's table lies
    where it was made: it is looked for in the working folder, by what it says.
    """
    engine, address = engine_of(str(source)), str(source)
    path = engine.path_of(address)
    if path is not None:
        return _beside(path, engine)
    table = engine.table_of(address)
    return None if table is None else _in_working_folder(address, table, password)


def _beside(path: Path, engine: Engine) -> FoundCertificate | None:
    """Look beside a file or folder; what somebody else wrote under that name is none."""
    lies = certificate_of(path)
    proof = read_certificate(lies)
    outputs = outputs_of(proof or {})
    if proof is None or not all("sha256" in output for output in outputs):
        return None
    told = engine.evidence_of(path)
    return FoundCertificate(lies, proof, any(_same(told, output) for output in outputs))


def _in_working_folder(source: str, table: str, password: str | None) -> FoundCertificate | None:
    """Look among the certificates of the working folder; the server is asked only if one fits."""
    found = [(path, read_certificate(path)) for path in sorted(Path().glob(f"*{ENDING}"))]
    named = [
        (path, proof, output)
        for path, proof in found
        for output in outputs_of(proof or {})
        if proof and str(output.get("table")).endswith(table)
    ]
    if not named:
        return None
    with read(source, password=password) as opened:
        told = opened.relation.evidence()
    about = [
        FoundCertificate(path, proof, _same(told, output))
        for path, proof, output in named
        if all(output.get(key) == told[key] for key in ("server", "table"))
    ]
    return max(about, key=lambda one: one.of_this_file, default=None)


def _same(told: Mapping[str, str | int], output: Mapping[str, Any]) -> bool:
    """Tell whether a certificate's output is a table of which that is told."""
    return all(output.get(key) == value for key, value in told.items())


def is_made_of(release: str | Path, original: Table) -> bool:
    """Tell whether a release was made of this very table, by what its owner kept beside it.

    The certificate commits to the original without telling anything of it; the private file
    beside it opens that commitment.
    """
    found = find_certificate(release)
    if found is None or not found.of_this_file:
        raise _not_found(release)
    committed = found.proof.get("input", {}).get("commitment")
    if committed is None:
        raise DataError("workflow.does-not-say-table-made", name=found.path.name)
    told = evidence_beside(found.path).of_table(original.relation.evidence())
    return bool(told["commitment"] == committed)


def _not_found(release: str | Path) -> DataError:
    address = str(release)
    if is_path(address):
        return DataError("workflow.no-certificate-of-file", name=Path(release).name)
    if engine_of(address).table_of(address) is None:
        return DataError("workflow.no-certificate-of-release")
    return DataError("workflow.no-certificate-of-table")
