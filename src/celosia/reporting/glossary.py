"""What each figure means, and where it comes from, in Spanish and English."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class Entry:
    """A figure's name for people, its meaning in one sentence, and its source."""

    title: Message
    meaning: Message
    source: str
    better: str = "lower"
    """Whether `lower` or `higher` protects, or keeps, more."""


PRIVACY_GLOSSARY = {
    "k": Entry(
        Message("report.privacy-glossary-k-title"),
        Message("report.privacy-glossary-k-meaning"),
        "Sweeney 2002",
        "higher",
    ),
    "uniques": Entry(
        Message("report.privacy-glossary-uniques-title"),
        Message("report.privacy-glossary-uniques-meaning"),
        "El Emam and Dankar 2008",
    ),
    "prosecutor.highest": Entry(
        Message("report.privacy-glossary-prosecutor-highest-title"),
        Message("report.privacy-glossary-prosecutor-highest-meaning"),
        "El Emam and Dankar 2008",
    ),
    "prosecutor.average": Entry(
        Message("report.privacy-glossary-prosecutor-average-title"),
        Message("report.privacy-glossary-prosecutor-average-meaning"),
        "El Emam and Dankar 2008",
    ),
    "journalist.highest": Entry(
        Message("report.privacy-glossary-journalist-highest-title"),
        Message("report.privacy-glossary-journalist-highest-meaning"),
        "El Emam and Dankar 2008",
    ),
    "marketer": Entry(
        Message("report.privacy-glossary-marketer-title"),
        Message("report.privacy-glossary-marketer-meaning"),
        "Dankar and El Emam 2010",
    ),
    "distinct_l": Entry(
        Message("report.privacy-glossary-distinct-l-title"),
        Message("report.privacy-glossary-distinct-l-meaning"),
        "Machanavajjhala et al. 2007",
        "higher",
    ),
    "entropy_l": Entry(
        Message("report.privacy-glossary-entropy-l-title"),
        Message("report.privacy-glossary-entropy-l-meaning"),
        "Machanavajjhala et al. 2007, definition 4.1",
        "higher",
    ),
    "alpha_k": Entry(
        Message("report.privacy-glossary-alpha-k-title"),
        Message("report.privacy-glossary-alpha-k-meaning"),
        "Wong et al. 2006",
    ),
    "t_equal": Entry(
        Message("report.privacy-glossary-t-equal-title"),
        Message("report.privacy-glossary-t-equal-meaning"),
        "Li, Li and Venkatasubramanian 2007",
    ),
    "t_ordered": Entry(
        Message("report.privacy-glossary-t-ordered-title"),
        Message("report.privacy-glossary-t-ordered-meaning"),
        "Li, Li and Venkatasubramanian 2007, section 3.1",
    ),
    "beta_basic": Entry(
        Message("report.privacy-glossary-beta-basic-title"),
        Message("report.privacy-glossary-beta-basic-meaning"),
        "Cao and Karras 2012",
    ),
    "delta_disclosure": Entry(
        Message("report.privacy-glossary-delta-disclosure-title"),
        Message("report.privacy-glossary-delta-disclosure-meaning"),
        "Brickell and Shmatikov 2008",
    ),
}
"""Figures of protection, by their stable names."""

UTILITY_GLOSSARY = {
    "gcp_with_left_out": Entry(
        Message("report.utility-glossary-gcp-with-left-out-title"),
        Message("report.utility-glossary-gcp-with-left-out-meaning"),
        "Xu et al. 2006 (NCP); Ghinita et al. 2007 (GCP)",
    ),
    "suppressed_records": Entry(
        Message("report.utility-glossary-suppressed-records-title"),
        Message("report.utility-glossary-suppressed-records-meaning"),
        "Samarati 2001",
    ),
    "suppressed_cells": Entry(
        Message("report.utility-glossary-suppressed-cells-title"),
        Message("report.utility-glossary-suppressed-cells-meaning"),
        "Samarati 2001",
    ),
    "classes": Entry(
        Message("report.utility-glossary-classes-title"),
        Message("report.utility-glossary-classes-meaning"),
        "LeFevre et al. 2006",
        "higher",
    ),
    "average_class_size": Entry(
        Message("report.utility-glossary-average-class-size-title"),
        Message("report.utility-glossary-average-class-size-meaning"),
        "LeFevre et al. 2006",
    ),
    "discernibility": Entry(
        Message("report.utility-glossary-discernibility-title"),
        Message("report.utility-glossary-discernibility-meaning"),
        "Bayardo and Agrawal 2005",
    ),
    "ambiguity": Entry(
        Message("report.utility-glossary-ambiguity-title"),
        Message("report.utility-glossary-ambiguity-meaning"),
        "ARX",
    ),
    "kl_divergence": Entry(
        Message("report.utility-glossary-kl-divergence-title"),
        Message("report.utility-glossary-kl-divergence-meaning"),
        "Kifer and Gehrke 2006",
    ),
    "mutual_information_preserved": Entry(
        Message("report.utility-glossary-mutual-information-preserved-title"),
        Message("report.utility-glossary-mutual-information-preserved-meaning"),
        "Shannon 1948",
        "higher",
    ),
    "correlation_mae": Entry(
        Message("report.utility-glossary-correlation-mae-title"),
        Message("report.utility-glossary-correlation-mae-meaning"),
        "Domingo-Ferrer and Torra 2001",
    ),
    "pca_mae": Entry(
        Message("report.utility-glossary-pca-mae-title"),
        Message("report.utility-glossary-pca-mae-meaning"),
        "Pearson 1901; Domingo-Ferrer and Torra 2001",
    ),
}
"""Figures of cost, by their stable names."""

RESIDUAL_RISKS = (
    Message("report.homogeneity-class-may-share-sensitive"),
    Message("report.skewness-class-may-far-whole"),
    Message("report.background-knowledge-attacker-may-rule"),
    Message("report.composition-another-release-same-people"),
    Message("report.downcoding-minimal-generalization-tells-fine"),
)
