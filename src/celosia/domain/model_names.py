"""What models are called, in Spanish and English."""

from __future__ import annotations

from collections.abc import Sequence

from celosia.domain.language import Sentence
from celosia.domain.model import DeclaredModel, PrivacyModel


def model_name(model: PrivacyModel) -> Sentence:
    """Say what a model asks for, by the name that the literature gives it.

    >>> from celosia.models import BesideOthers, TCloseness
    >>> model_name(BesideOthers(TCloseness("dx", 0.2), ("drug",))).es
    '0,2-proximidad de «dx» aunque se conozca «drug»'
    """
    if not isinstance(model, DeclaredModel):  # somebody's own
        return Sentence(str(model), str(model))
    return Sentence(model.called("en"), model.called("es"))


def model_names(models: Sequence[PrivacyModel]) -> Sentence:
    """Say what several models ask for together."""
    named = [model_name(model) for model in models]
    return Sentence(" and ".join(n.en for n in named), " y ".join(n.es for n in named))
