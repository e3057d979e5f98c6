"""Build, propose, validate, read and write generalization hierarchies."""

from typing import TYPE_CHECKING

from celosia.core.registry import class_called
from celosia.hierarchies.date_rule import Dates
from celosia.hierarchies.digit_rule import Digits
from celosia.hierarchies.explicit_rule import ExplicitRows, FromFile
from celosia.hierarchies.formats import FORMATS, parse_hierarchy, read_hierarchy, write_hierarchy
from celosia.hierarchies.frequency_rule import Frequent
from celosia.hierarchies.interval_rule import Intervals
from celosia.hierarchies.mask_rule import Masking
from celosia.hierarchies.order_rule import OrderedGroups
from celosia.hierarchies.propose_hierarchy import ProposedHierarchy, propose_hierarchy
from celosia.hierarchies.rule import (
    RULES,
    HierarchyRule,
    RuleDescription,
    rule_from_dict,
    rule_to_dict,
    useful_levels,
)
from celosia.hierarchies.suppression_rule import Suppression
from celosia.hierarchies.taxonomy_rule import Taxonomy, TaxonomyTree

__all__ = [
    "FORMATS",
    "RULES",
    "Dates",
    "Digits",
    "ExplicitRows",
    "Frequent",
    "FromFile",
    "HierarchyRule",
    "Intervals",
    "Masking",
    "OrderedGroups",
    "ProposedHierarchy",
    "RuleDescription",
    "Suppression",
    "Taxonomy",
    "TaxonomyTree",
    "parse_hierarchy",
    "propose_hierarchy",
    "read_hierarchy",
    "rule_from_dict",
    "rule_to_dict",
    "useful_levels",
    "write_hierarchy",
]

if not TYPE_CHECKING:  # which would take every name for one that is there

    def __getattr__(name: str) -> object:
        """Find what is registered and not listed above: a file of this folder, or of others."""
        return class_called(RULES, name, __name__)
