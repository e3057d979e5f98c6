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
    else:
        _check_table(str(given), recipe, table)
    return str(given)


def release_address(recipe: Recipe) -> str | None:
    """Say how the recipe's release is read: by its name, or by an address if it is no file."""
    if recipe.source is None or recipe.output is None:
        return recipe.output
    match place_of(recipe.source):
        case Place.SERVER if not is_file_name(recipe.output):
            return _table_address(recipe.source, recipe.output)
        case Place.SPARK if Path(recipe.output).is_dir():
            from celosia.engines.spark import SparkSource

            return SparkSource.parse(recipe.source).address_of(recipe.output)
        case _:
            return recipe.output


def _table_address(source: str, output: str) -> str:
    if place_of(output) is Place.SERVER:
        return output
    from celosia.engines.sql import SqlSource, TableName

    return SqlSource.parse(source).at(TableName.parse(output)).address


def _check_table(target: str, recipe: Recipe, table: Table) -> None:
    from celosia.engines.sql import SqlRelation

    others = [rule.path for rule in recipe.hierarchies.values() if isinstance(rule, FromFile)]
    others += [recipe.population] if recipe.population else []
    assert isinstance(table.relation, SqlRelation)
    table.relation.check_target(target, others)


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
    """Refuse what the engine cannot or must not write; tell whether it writes a folder."""
    if place_of(table.source) is Place.SPARK:
        from celosia.engines import spark

        spark.check_target(path, spark.local_path(spark.SparkSource.parse(table.source)))
        return spark.output_format(path) == ".parquet"
    output_format(path)
    return False
