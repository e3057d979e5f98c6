"""Techniques by kind, for recipes and certificates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from celosia.domain.entries import from_entries, to_entries
from celosia.domain.technique import Technique
from celosia.errors import ParameterError
from celosia.methods.techniques.generalization.categories import HierarchyLevel, RareToOthers
from celosia.methods.techniques.generalization.coordinates import CoordinateRounding
from celosia.methods.techniques.generalization.dates import DatePeriod
from celosia.methods.techniques.generalization.extremes import TopBottomCoding
from celosia.methods.techniques.generalization.intervals import FixedIntervals
from celosia.methods.techniques.generalization.rounding import Rounding
from celosia.methods.techniques.masking.characters import Masking
from celosia.methods.techniques.masking.format_masking import FormatMasking
from celosia.methods.techniques.perturbation.correlated_noise import CorrelatedNoise
from celosia.methods.techniques.perturbation.date_shift import DateShift
from celosia.methods.techniques.perturbation.differential_privacy import (
    LaplaceMechanism,
    RandomizedResponse,
)
from celosia.methods.techniques.perturbation.microaggregation import Microaggregate
from celosia.methods.techniques.perturbation.noise import GaussianNoise, UniformNoise
from celosia.methods.techniques.perturbation.pram import Pram
from celosia.methods.techniques.perturbation.semantic_noise import SemanticNoise
from celosia.methods.techniques.perturbation.swapping import RankSwap, SemanticRankSwap, Swap
from celosia.methods.techniques.pseudonyms.fake_values import FakeValue
from celosia.methods.techniques.pseudonyms.format_preserving import FormatPreservingPseudonym
from celosia.methods.techniques.pseudonyms.keyed import KeyedPseudonym
from celosia.methods.techniques.pseudonyms.random import RandomPseudonym
from celosia.methods.techniques.suppression.columns import AttributeSuppression
from celosia.methods.techniques.suppression.outliers import OutlierSuppression
from celosia.methods.techniques.suppression.records import RecordSuppression
from celosia.methods.techniques.suppression.small_classes import SmallClassSuppression

TECHNIQUES: Mapping[str, type[Technique]] = {
    technique.kind: technique
    for technique in (
        AttributeSuppression,
        RecordSuppression,
        OutlierSuppression,
        SmallClassSuppression,
        Masking,
        FormatMasking,
        RandomPseudonym,
        KeyedPseudonym,
        FormatPreservingPseudonym,
        FakeValue,
        FixedIntervals,
        TopBottomCoding,
        HierarchyLevel,
        RareToOthers,
        DatePeriod,
        Rounding,
        CoordinateRounding,
        Swap,
        RankSwap,
        SemanticRankSwap,
        UniformNoise,
        GaussianNoise,
        CorrelatedNoise,
        DateShift,
        Microaggregate,
        Pram,
        SemanticNoise,
        LaplaceMechanism,
        RandomizedResponse,
    )
}
"""Every technique by its kind, in the order of the guide's annex A."""


def technique_to_dict(technique: Technique) -> dict[str, Any]:
    """Give the kind and the fields that differ from their default.

    >>> technique_to_dict(Rounding("age", 5))
    {'kind': 'rounding', 'column': 'age', 'base': 5}
    """
    return to_entries(technique)


def technique_from_dict(entries: Mapping[str, Any]) -> Technique:
    """Read what `technique_to_dict` gave.

    >>> technique_from_dict({"kind": "rounding", "column": "age", "base": 5}).changes
    ('age',)
    """
    return from_entries(entries, TECHNIQUES, "technique", ParameterError)
