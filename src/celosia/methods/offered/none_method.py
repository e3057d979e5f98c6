"""No method at all: what the techniques make is published as it is."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.methods.method import METHODS, NoMethod

METHODS.add(
    "none",
    NoMethod(
        title=Sentence("techniques alone", "solo técnicas"),
        explanation=Sentence(
            "Generalizes nothing: the models only judge what the techniques made.",
            "No generaliza nada: los modelos solo juzgan lo que hicieron las técnicas.",
        ),
    ),
    order=13,
)
