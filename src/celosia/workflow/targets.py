"""Where a release may go, and how it gets its name: tables and certificate, all or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from celosia.core.engine import Draft, WritesTables, engine_of
from celosia.core.progress import not_stopped
from celosia.core.table import Table
from celosia.errors import ParameterError
from celosia.files.atomic import Aside, last
from celosia.files.file_format import is_file_name
from celosia.hierarchies import FromFile
from celosia.recipe import Recipe
from celosia.register import write_certificate


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
        last(aside.path)
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
    others = [rule.path for rule in recipe.hierarchies.values() if isinstance(rule, FromFile)]
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
