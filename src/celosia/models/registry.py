"""Models by name, for recipes and certificates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from celosia.domain.model import PrivacyModel
from celosia.errors import ParameterError
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


def _beside_others(of: Mapping[str, Any], others: tuple[str, ...]) -> PrivacyModel:
    return BesideOthers(model_from_dict(of), others)


MODELS: Mapping[str, Callable[..., PrivacyModel]] = {
    "k-anonymity": KAnonymity,
    "k-map": KMap,
    "estimated-k-map": EstimatedKMap,
    "alpha-k-anonymity": AlphaKAnonymity,
    "distinct-l-diversity": DistinctLDiversity,
    "entropy-l-diversity": EntropyLDiversity,
    "recursive-c-l-diversity": RecursiveCLDiversity,
    "t-closeness": TCloseness,
    "beta-likeness": BetaLikeness,
    "delta-disclosure": DeltaDisclosure,
    "delta-presence": DeltaPresence,
    "average-risk": AverageRisk,
    "sample-uniqueness": SampleUniqueness,
    "population-uniqueness": PopulationUniqueness,
    "beside-others": _beside_others,
}


def model_from_dict(entry: Mapping[str, Any]) -> PrivacyModel:
    """Build a model from what its `to_dict` gave.

    >>> model_from_dict({"model": "k-anonymity", "k": 5})
    KAnonymity(k=5)
    """
    if not isinstance(entry, Mapping):
        raise ParameterError("A model has the wrong type: give its name and its parameters.")
    if "model" not in entry:
        raise ParameterError(f"A model has no name: write model = one of {', '.join(MODELS)}.")
    name = str(entry["model"])
    if name not in MODELS:
        raise ParameterError(f"Unknown model '{name}'. Models: {', '.join(MODELS)}.")
    parameters = {key: _as_tuples(value) for key, value in entry.items() if key != "model"}
    try:
        return MODELS[name](**parameters)
    except TypeError as wrong:
        raise ParameterError(f"Model '{name}': {wrong}.") from None


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value
