"""What the figures of fuzzy sets mean, and where they come from, in Spanish and English."""

from __future__ import annotations

from celosia.reporting.glossary import Entry
from celosia.text.messages import Message

FUZZY_GLOSSARY = {
    "k": Entry(
        Message("report.fuzzy-glossary-k-title"),
        Message("report.fuzzy-glossary-k-meaning"),
        "Sweeney 2002; Quirós 2013, section 4.1",
        "higher",
    ),
    "q": Entry(
        Message("report.fuzzy-glossary-q-title"),
        Message("report.fuzzy-glossary-q-meaning"),
        "Quirós 2013, definition 3.8",
        "higher",
    ),
    "at_risk": Entry(
        Message("report.fuzzy-glossary-at-risk-title"),
        Message("report.fuzzy-glossary-at-risk-meaning"),
        "sdcMicro, measure_risk",
    ),
    "singling.alone": Entry(
        Message("report.fuzzy-glossary-singling-alone-title"),
        Message("report.fuzzy-glossary-singling-alone-meaning"),
        "measured on the rounded memberships",
    ),
}
"""Figures of the sets of a table."""

FUZZY_SENSITIVE_GLOSSARY = {
    "l": Entry(
        Message("report.fuzzy-sensitive-glossary-l-title"),
        Message("report.fuzzy-sensitive-glossary-l-meaning"),
        "Quirós 2013, principle 3.20",
        "higher",
    ),
    "label_l": Entry(
        Message("report.fuzzy-sensitive-glossary-label-l-title"),
        Message("report.fuzzy-sensitive-glossary-label-l-meaning"),
        "Machanavajjhala et al. 2007",
        "higher",
    ),
    "t": Entry(
        Message("report.fuzzy-sensitive-glossary-t-title"),
        Message("report.fuzzy-sensitive-glossary-t-meaning"),
        "Quirós 2013, equation 3.12",
    ),
    "label_t": Entry(
        Message("report.fuzzy-sensitive-glossary-label-t-title"),
        Message("report.fuzzy-sensitive-glossary-label-t-meaning"),
        "Li, Li and Venkatasubramanian 2007",
    ),
}
"""Figures of each sensitive attribute."""
