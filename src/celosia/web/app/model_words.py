"""Privacy models as people of each language call them."""

from __future__ import annotations

from collections.abc import Iterable

import celosia


def model_names(models: Iterable[celosia.PrivacyModel], language: celosia.Language) -> str:
    """Write the names of models one after another.

    >>> model_names([celosia.KAnonymity(5), celosia.TCloseness("dx", 0.2)], "es")
    '5-anonimidad, 0,2-proximidad de «dx»'
    """
    return ", ".join(celosia.model_name(model).text(language) for model in models)
