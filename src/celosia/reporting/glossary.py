"""What each figure means, and where it comes from, in Spanish and English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from celosia.core.model import MODELS
from celosia.text.messages import Message, verbatim
from celosia.utility.cost_figure import COST_FIGURES


@dataclass(frozen=True, slots=True)
class Entry:
    """A figure's name for people, its meaning in one sentence, and its source."""

    title: Message
    meaning: Message
    source: Message
    better: str = "lower"
    """Whether `lower` or `higher` protects, or keeps, more."""


RISK_GLOSSARY = {
    "uniques": Entry(
        Message("report.privacy-glossary-uniques-title"),
        Message("report.privacy-glossary-uniques-meaning"),
        verbatim("El Emam and Dankar 2008"),
    ),
    "prosecutor.highest": Entry(
        Message("report.privacy-glossary-prosecutor-highest-title"),
        Message("report.privacy-glossary-prosecutor-highest-meaning"),
        verbatim("El Emam and Dankar 2008"),
    ),
    "prosecutor.average": Entry(
        Message("report.privacy-glossary-prosecutor-average-title"),
        Message("report.privacy-glossary-prosecutor-average-meaning"),
        verbatim("El Emam and Dankar 2008"),
    ),
    "journalist.highest": Entry(
        Message("report.privacy-glossary-journalist-highest-title"),
        Message("report.privacy-glossary-journalist-highest-meaning"),
        verbatim("El Emam and Dankar 2008"),
    ),
    "marketer": Entry(
        Message("report.privacy-glossary-marketer-title"),
        Message("report.privacy-glossary-marketer-meaning"),
        verbatim("Dankar and El Emam 2010"),
    ),
    "subject_k": Entry(
        Message("report.privacy-glossary-subject-k-title"),
        Message("report.privacy-glossary-subject-k-meaning"),
        verbatim("El Emam 2013"),
        "higher",
    ),
    "records_per_subject": Entry(
        Message("report.privacy-glossary-records-per-subject-title"),
        Message("report.privacy-glossary-records-per-subject-meaning"),
        verbatim("El Emam 2013"),
    ),
}
"""Figures of protection that belong to no model, by their stable names."""


def privacy_glossary() -> dict[str, Entry]:
    """Give the figures of protection by their stable names: of the table, then of attributes.

    Those of models are what the models declare, also somebody's own.
    """
    of_table = dict(_model_figures(of_table=True))
    return {**of_table, **RISK_GLOSSARY, **sensitive_glossary()}


def sensitive_glossary() -> dict[str, Entry]:
    """Give the figures of each sensitive attribute, as models declare them."""
    return dict(_model_figures(of_table=False))


def model_glossary() -> dict[str, Entry]:
    """Give every model that there is: what it is called, protects against, and who defined it."""
    return {
        name: Entry(
            model.described.title, model.described.protects, verbatim(model.described.reference)
        )
        for name, model in MODELS.items()
    }


def _model_figures(of_table: bool) -> Iterator[tuple[str, Entry]]:
    for model in MODELS.values():
        for figure in model.described.figures:
            if figure.of_table is of_table:
                source = verbatim(figure.reference or model.described.reference)
                yield figure.name, Entry(figure.title, figure.meaning, source, figure.better)


def utility_glossary() -> dict[str, Entry]:
    """Give the figures of cost by their stable names, as what measures them declares them."""
    return {
        name: Entry(figure.title, figure.meaning, verbatim(figure.reference), figure.better)
        for name, figure in COST_FIGURES.items()
    }
