"""The Spark engine: tables that outgrow one machine, counted, grouped and written by a cluster."""

from celosia.engines.spark.draft import check_target, evidence_of
from celosia.engines.spark.loading import local_path
from celosia.engines.spark.relation import SparkRelation
from celosia.engines.spark.source import Division, SparkSource, is_spark
from celosia.engines.spark.writing import output_format

__all__ = [
    "Division",
    "SparkRelation",
    "SparkSource",
    "check_target",
    "evidence_of",
    "is_spark",
    "local_path",
    "output_format",
]
