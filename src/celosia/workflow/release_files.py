"""Where a release may go, how it and its certificate get names, and how they are found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from celosia.core.engine import Engine, engine_of, is_path
from celosia.core.progress import not_stopped
from celosia.core.relation import Draft, WritesTables
from celosia.core.table import Table
from celosia.errors import DataError, ParameterError
from celosia.files.atomic import Aside, make_last
from celosia.files.file_format import is_file_name
from celosia.hierarchies.rule import file_of
from celosia.recipe import Recipe
from celosia.register import (
    ENDING,
    FoundCertificate,
    certificate_of,
    outputs_of,
    read_certificate,
    write_certificate,
)
from celosia.register.certificate import evidence_beside
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
    return bool(told == committed)


def _not_found(release: str | Path) -> DataError:
    address = str(release)
    if is_path(address):
        return DataError("workflow.no-certificate-of-file", name=Path(release).name)
    if engine_of(address).table_of(address) is None:
        return DataError("workflow.no-certificate-of-release")
    return DataError("workflow.no-certificate-of-table")


def publish(
    draft: Draft, certificate: Path, proof: Mapping[str, Any], also: Sequence[Draft] = ()
) -> None:
    """Write the certificate aside too, then give all names one after the other.

    `also` are further tables that the certificate speaks of. Ctrl-C waits while names are given.
    """
    if certificate.is_dir():
        raise ParameterError("workflow.folder-certificate-needs-name", certificate=certificate)
    aside = Aside(certificate)
    try:
        write_certificate(dict(proof), aside.path)
        make_last(aside.path)
        with not_stopped():
            for each in (draft, *also):
                each.publish()
            aside.publish()
    finally:
        aside.discard()


def target_of(recipe: Recipe, output: str | Path | None, table: Table) -> str:
    """Find out what to write, before any work is done."""
    given = output if output is not None else recipe.output
    if given is None:
        raise ParameterError("workflow.name-output-file-table-where")
    others = [path for rule in recipe.hierarchies.values() if (path := file_of(rule))]
    others += [recipe.population] if recipe.population else []
    if isinstance(table.relation, WritesTables) and not is_file_name(str(given)):
        table.relation.check_target(str(given), others)
    else:
        _check_file(Path(given), table, others)
    return str(given)


def release_address(recipe: Recipe) -> str | None:
    """Say how the recipe's release is read: by its name, or by an address if it is no file."""
    if recipe.source is None or recipe.output is None:
        return recipe.output
    return engine_of(recipe.source).address_of(recipe.source, recipe.output)


def _check_file(path: Path, table: Table, others: list[str]) -> None:
    becomes_folder = engine_of(table.source).check_file(table.source, path)
    if path.is_dir() and not becomes_folder:
        raise ParameterError("workflow.folder-name-file", path=path)
    if not path.parent.is_dir():
        raise ParameterError("workflow.no-folder", parent=path.parent)
    read_from = [table.path, *map(Path, others)]
    used = [file for file in read_from if file is not None and file.exists()]
    if path.exists() and any(path.samefile(file) for file in used):
        raise ParameterError("workflow.output-must-not-source-itself-nor-hierarchy")
