"""What a release may be written to."""

from __future__ import annotations

from pathlib import Path

from celosia.domain.places import Place, is_file_name, place_of
from celosia.domain.table import Table
from celosia.engines.embedded import output_format
from celosia.errors import ParameterError
from celosia.hierarchies import FromFile
from celosia.recipe import Recipe


def target_of(recipe: Recipe, output: str | Path | None, table: Table) -> str:
    """Find out what to write, before any work is done."""
    given = output if output is not None else recipe.output
    if given is None:
        raise ParameterError("Name the output: a file, or a table where the source is one.")
    if place_of(table.source) is not Place.SERVER or is_file_name(str(given)):
        _check_file(Path(given), recipe, table)
    return str(given)


def _check_file(path: Path, recipe: Recipe, table: Table) -> None:
    writes_folder = _writes_folder(path, table)
    if path.is_dir() and not writes_folder:
        raise ParameterError(f"{path} is a folder; name a file.")
    if not path.parent.is_dir():
        raise ParameterError(f"There is no folder {path.parent}.")
    read_from = [table.path, Path(recipe.population) if recipe.population else None]
    read_from += [Path(r.path) for r in recipe.hierarchies.values() if isinstance(r, FromFile)]
    used = [file for file in read_from if file is not None and file.exists()]
    if path.exists() and any(path.samefile(file) for file in used):
        raise ParameterError(
            "The output must not be the source itself, nor a hierarchy or the population."
        )


def _writes_folder(path: Path, table: Table) -> bool:
    """Refuse a format that the engine cannot write; tell whether it writes a folder of files."""
    if place_of(table.source) is Place.SPARK:
        from celosia.engines.spark import output_format as format_on_spark

        return format_on_spark(path) == ".parquet"
    output_format(path)
    return False
