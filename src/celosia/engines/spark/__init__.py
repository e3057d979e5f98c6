"""The Spark engine: tables that outgrow one machine, counted and written by a cluster."""

from celosia.engines.spark.parts import Parts, grouped_in_parts
from celosia.engines.spark.relation import SparkRelation
from celosia.engines.spark.source import SparkSource, is_spark

__all__ = ["Parts", "SparkRelation", "SparkSource", "grouped_in_parts", "is_spark"]
