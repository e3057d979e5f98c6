"""Techniques by kind, for recipes and certificates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from celosia.domain.entries import from_entries, to_entries
from celosia.domain.technique import Technique
from celosia.errors import ParameterError
from celosia.methods.techniques.coding import HierarchyLevel, RareToOthers
from celosia.methods.techniques.coordinates import CoordinateRounding
from celosia.methods.techniques.correlated_noise import CorrelatedNoise
from celosia.methods.techniques.date_shift import DateShift
from celosia.methods.techniques.dates import DatePeriod
from celosia.methods.techniques.differential_privacy import LaplaceMechanism, RandomizedResponse
from celosia.methods.techniques.extremes import TopBottomCoding
from celosia.methods.techniques.fake_values import FakeValue
from celosia.methods.techniques.format_preserving import FormatPreservingPseudonym
from celosia.methods.techniques.intervals import FixedIntervals
from celosia.methods.techniques.masks.characters import Masking
from celosia.methods.techniques.masks.format_masking import FormatMasking
from celosia.methods.techniques.microaggregation import Microaggregate
from celosia.methods.techniques.noise import GaussianNoise, UniformNoise
from celosia.methods.techniques.outliers import OutlierSuppression
from celosia.methods.techniques.pram import Pram
from celosia.methods.techniques.pseudonyms_keyed import KeyedPseudonym
from celosia.methods.techniques.pseudonyms_random import RandomPseudonym
from celosia.methods.techniques.records import RecordSuppression
from celosia.methods.techniques.rounding import Rounding
from celosia.methods.techniques.semantic_noise import SemanticNoise
from celosia.methods.techniques.small_classes import SmallClassSuppression
from celosia.methods.techniques.suppression import AttributeSuppression
from celosia.methods.techniques.swapping import RankSwap, SemanticRankSwap, Swap

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
