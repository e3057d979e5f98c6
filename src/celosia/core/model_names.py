"""What models are called, in Spanish and English."""

from __future__ import annotations

from collections.abc import Sequence

from celosia.core.model import DeclaredModel, PrivacyModel
from celosia.text.messages import Message, verbatim


def model_name(model: PrivacyModel) -> Message:
    """Say what a model asks for, by the name that the literature gives it.

    >>> from celosia.models import BesideOthers, TCloseness
    >>> model_name(BesideOthers(TCloseness("dx", 0.2), ("drug",))).text("es")
    '0,2-proximidad de «dx» aunque se conozca «drug»'
    """
    if not isinstance(model, DeclaredModel):  # somebody's own
        return verbatim(str(model))
    return model.called


def model_names(models: Sequence[PrivacyModel]) -> Message:
    """Say what several models ask for together."""
    return Message("core.models-together", models=map(model_name, models))
