"""The Spark engine: tables that outgrow one machine, counted, grouped and written by a cluster."""

from celosia.engines.spark.frame_relation import SparkRelation
from celosia.engines.spark.spark_source import Division, SparkSource

__all__ = [
    "Division",
    "SparkRelation",
    "SparkSource",
]
