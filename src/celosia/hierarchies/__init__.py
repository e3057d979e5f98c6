"""Build, propose, validate, read and write generalization hierarchies."""

from celosia.hierarchies.dates import Dates
from celosia.hierarchies.digits import Digits
from celosia.hierarchies.formats import FORMATS, parse_hierarchy, read_hierarchy, write_hierarchy
from celosia.hierarchies.frequency import Frequent
from celosia.hierarchies.intervals import Intervals
from celosia.hierarchies.masking import Masking
from celosia.hierarchies.ordered import OrderedGroups
from celosia.hierarchies.propose import ProposedHierarchy, propose_hierarchy
from celosia.hierarchies.rules import (
    RULES,
    HierarchyRule,
    RuleDescription,
    rule_from_dict,
    rule_to_dict,
    usual_rule,
)
from celosia.hierarchies.suppression import Suppression
from celosia.hierarchies.table import ExplicitRows, FromFile
from celosia.hierarchies.taxonomy import Taxonomy, TaxonomyTree
from celosia.hierarchies.useful import useful_levels, without_idle_levels

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
    "usual_rule",
    "without_idle_levels",
    "write_hierarchy",
]
