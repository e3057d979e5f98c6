"""Models by name, for recipes and certificates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from celosia.domain.model import PrivacyModel
from celosia.errors import ParameterError
from celosia.models.distinct_l_diversity import DistinctLDiversity
from celosia.models.k_anonymity import KAnonymity

MODELS: Mapping[str, Callable[..., PrivacyModel]] = {
    "k-anonymity": KAnonymity,
    "distinct-l-diversity": DistinctLDiversity,
}


def model_from_dict(entry: Mapping[str, Any]) -> PrivacyModel:
    """Build a model from what its `to_dict` gave.

    >>> model_from_dict({"model": "k-anonymity", "k": 5})
    KAnonymity(k=5)
    """
    name = str(entry.get("model"))
    if name not in MODELS:
        raise ParameterError(f"Unknown model '{name}'. Models: {', '.join(MODELS)}.")
    parameters = {key: value for key, value in entry.items() if key != "model"}
    try:
        return MODELS[name](**parameters)
    except TypeError as wrong:
        raise ParameterError(f"Model '{name}': {wrong}.") from None
