"""Spark: tables that outgrow one machine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from celosia.core.engine import ENGINES, Engine
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions
from celosia.text.messages import Message


class SparkEngine(Engine):
    """A cluster, or all cores of this machine."""

    title = Message("engines.spark-engine")
    example = "spark://host:7077?data=/data/people.parquet"
    short = True

    def open(self, address: str, options: ReadOptions, password: str | None = None) -> Relation:
        """Open files or a table, in the session that runs or one that is started."""
        from celosia.engines.spark.frame_relation import SparkRelation

        return SparkRelation.open(address, options)

    def check_file(self, address: str, path: Path) -> bool:
        """Refuse to write over the source or around it; Parquet is written as a folder."""
        from celosia.engines.spark.frame_draft import check_target, output_format
        from celosia.engines.spark.spark_source import SparkSource, local_path

        check_target(path, local_path(SparkSource.parse(address)))
        return output_format(path) == ".parquet"

    def address_of(self, source: str, output: str) -> str:
        """Have a folder read by Spark, as the source was."""
        from celosia.engines.spark.spark_source import SparkSource

        return SparkSource.parse(source).address_of(output) if Path(output).is_dir() else output

    def path_of(self, address: str) -> Path | None:
        """Give the file or folder, if the driver sees it."""
        from celosia.engines.spark.spark_source import SparkSource, local_path

        path = local_path(SparkSource.parse(address))
        return path if path is not None and path.exists() else None

    def settle(self, address: str) -> None:
        """Finish in the folder of files that the driver sees what a killed run had begun."""
        from celosia.engines.spark.spark_source import SparkSource, local_path
        from celosia.files.journal import settle

        path = local_path(SparkSource.parse(address))
        if path is not None:
            settle(path.parent)

    def evidence_of(self, path: Path) -> Mapping[str, str | int]:
        """Size and hash of a file, or of all files of a folder."""
        from celosia.engines.spark.frame_draft import evidence_of

        return evidence_of(path)


ENGINES.add("spark", SparkEngine(), order=2)
