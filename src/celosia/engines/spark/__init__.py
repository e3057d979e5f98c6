"""The Spark engine: tables that outgrow one machine, counted, grouped and written by a cluster."""

from celosia.engines.spark.frame_draft import check_target, evidence_of, output_format
from celosia.engines.spark.frame_relation import SparkRelation
from celosia.engines.spark.open_frame import local_path
from celosia.engines.spark.spark_source import Division, SparkSource, is_spark

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
