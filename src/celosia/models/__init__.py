"""What private means: one file per model."""

from typing import TYPE_CHECKING

from celosia.core.model import MODELS
from celosia.core.registry import class_called
from celosia.models.alpha_k_anonymity import AlphaKAnonymity
from celosia.models.average_risk import AverageRisk
from celosia.models.beside_others import BesideOthers
from celosia.models.beta_likeness import BetaLikeness
from celosia.models.delta_disclosure import DeltaDisclosure
from celosia.models.delta_presence import DeltaPresence
from celosia.models.distinct_l_diversity import DistinctLDiversity
from celosia.models.entropy_l_diversity import EntropyLDiversity
from celosia.models.k_anonymity import KAnonymity
from celosia.models.k_map import EstimatedKMap, KMap
from celosia.models.population_uniqueness import PopulationUniqueness
from celosia.models.recursive_c_l_diversity import RecursiveCLDiversity
from celosia.models.sample_uniqueness import SampleUniqueness
from celosia.models.t_closeness import TCloseness

__all__ = [
    "AlphaKAnonymity",
    "AverageRisk",
    "BesideOthers",
    "BetaLikeness",
    "DeltaDisclosure",
    "DeltaPresence",
    "DistinctLDiversity",
    "EntropyLDiversity",
    "EstimatedKMap",
    "KAnonymity",
    "KMap",
    "PopulationUniqueness",
    "RecursiveCLDiversity",
    "SampleUniqueness",
    "TCloseness",
]

if not TYPE_CHECKING:  # which would take every name for one that is there

    def __getattr__(name: str) -> object:
        """Find what is registered and not listed above: a file of this folder, or of others."""
        return class_called(MODELS, name, __name__)
