"""Figures of a table from those of its pieces, none of which shares a class with another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from celosia.api.attribute_figures import HIGHEST_L, WORST, AttributeFigures
from celosia.api.verifying import Figures
from celosia.risk import ProsecutorRisk


def merged(pieces: Sequence[Figures]) -> Figures:
    """Add up what is counted, and take the worst of what is not."""
    records = sum(piece.records for piece in pieces)
    classes = sum(piece.classes for piece in pieces)
    expected = sum(piece.risk.expected for piece in pieces)
    over_classes = sum(piece.risk.average_over_classes * piece.classes for piece in pieces)
    return Figures(
        records=records,
        classes=classes,
        min_class=min(piece.min_class for piece in pieces),
        risk=ProsecutorRisk(
            highest=max(piece.risk.highest for piece in pieces),
            average=expected / records,
            unique=sum(piece.risk.unique for piece in pieces),
            expected=expected,
            average_over_classes=over_classes / classes,
        ),
        attributes={
            name: _worst([piece.attributes[name] for piece in pieces])
            for name in pieces[0].attributes
        },
    )


def _worst(pieces: Sequence[AttributeFigures]) -> AttributeFigures:
    figures = [asdict(piece) for piece in pieces]
    worst: dict[str, Any] = {name: pick(f[name] for f in figures) for name, pick in WORST.items()}
    worst["recursive_c_l"] = {
        l: max(piece.recursive_c_l[l] for piece in pieces)
        for l in range(2, min(worst["distinct_l"], HIGHEST_L) + 1)
    }
    return AttributeFigures(**worst)
