"""Privacy models as people of each language call them."""

from __future__ import annotations

import re
from collections.abc import Iterable

import celosia

IN_SPANISH = (
    (r"(\d+)-anonymity", r"\1-anonimidad"),
    (r"distinct (\d+)-diversity of '(.*)'", r"\1-diversidad distinta de «\2»"),
    (r"([\d.]+)-closeness \(\w+\) of '(.*)'", r"\1-proximidad de «\2»"),
)
"""The models that the pages ask for; others keep the name that the literature gives them."""


def model_names(names: Iterable[str], language: celosia.Language) -> str:
    """Write the names of models one after another.

    >>> model_names(["5-anonymity", "distinct 2-diversity of 'dx'"], "es")
    '5-anonimidad, 2-diversidad distinta de «dx»'
    """
    return ", ".join(_spanish(name) if language == "es" else name for name in names)


def _spanish(name: str) -> str:
    for english, spanish in IN_SPANISH:
        if match := re.fullmatch(english, name):
            return match.expand(spanish)
    return name
