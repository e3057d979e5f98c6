"""What models are called, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from celosia.domain.language import Sentence
from celosia.domain.model import PrivacyModel

IN_SPANISH: Mapping[str, str] = {
    "k-anonymity": "{k}-anonimidad",
    "k-map": "{k}-map",
    "estimated-k-map": "{k}-map estimado por {estimator} (k'={least_size})",
    "alpha-k-anonymity": "({alpha}, {k})-anonimidad de «{attribute}»",
    "distinct-l-diversity": "{l}-diversidad distinta de «{attribute}»",
    "entropy-l-diversity": "{l}-diversidad por entropía de «{attribute}»",
    "recursive-c-l-diversity": "({c}, {l})-diversidad recursiva de «{attribute}»",
    "t-closeness": "{t}-proximidad de «{attribute}»",
    "beta-likeness": "{beta}-semejanza de «{attribute}»",
    "delta-disclosure": "privacidad de {delta}-revelación de «{attribute}»",
    "delta-presence": "({lowest}, {highest})-presencia",
    "average-risk": "riesgo medio de {threshold} como máximo",
    "sample-uniqueness": "{threshold} de registros únicos como máximo",
    "population-uniqueness": "{threshold} de la población única como máximo "
    "(estimado por {estimator}, fracción {fraction})",
}
"""By the names of recipes; in English models say their name themselves."""


def model_name(model: PrivacyModel) -> Sentence:
    """Say what a model asks for, by the name that the literature gives it.

    >>> from celosia.models import BesideOthers, TCloseness
    >>> model_name(BesideOthers(TCloseness("dx", 0.2), ("drug",))).es
    '0,2-proximidad de «dx» aunque se conozca «drug»'
    """
    return Sentence(str(model), _in_spanish(model))


def model_names(models: Sequence[PrivacyModel]) -> Sentence:
    """Say what several models ask for together."""
    named = [model_name(model) for model in models]
    return Sentence(" and ".join(n.en for n in named), " y ".join(n.es for n in named))


def _in_spanish(model: PrivacyModel) -> str:
    entries = model.to_dict()
    if entries["model"] == "beside-others":
        inner: PrivacyModel = model.model  # type: ignore[attr-defined]
        known = ", ".join(f"«{other}»" for other in entries["others"])
        return f"{_in_spanish(inner)} aunque se conozca {known}"
    if entries["model"] not in IN_SPANISH:  # somebody's own
        return str(model)
    said = {name: _number(value) for name, value in entries.items()}
    return IN_SPANISH[entries["model"]].format(**said, least_size=model.least_size)


def _number(value: Any) -> Any:
    return f"{value:g}".replace(".", ",") if isinstance(value, float) else value
