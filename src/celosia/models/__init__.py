"""What private means: one file per model."""

from celosia.models.distinct_l_diversity import DistinctLDiversity
from celosia.models.k_anonymity import KAnonymity
from celosia.models.registry import model_from_dict

__all__ = ["DistinctLDiversity", "KAnonymity", "model_from_dict"]
