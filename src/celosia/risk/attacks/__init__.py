"""Attack tests on a release: what an attacker achieves, measured, with an interval.

Singling out, linkability and inference are the three risks of WP216 (Article 29 Working Party,
2014), measured as in Giomi et al., PoPETs 2023(2), against a control group of people whose records
did not go into the release.
"""

from celosia.risk.attacks.class_secrets import HomogeneityRisk, SkewnessRisk
from celosia.risk.attacks.exact_linkage import ExactLinkage, match_rows
from celosia.risk.attacks.inference import inference
from celosia.risk.attacks.linkability import linkability
from celosia.risk.attacks.linkage import LinkageRisk, candidates, linkage
from celosia.risk.attacks.singling_out import singling_out
from celosia.risk.attacks.trial import AttackResult, Persons, Rate

__all__ = [
    "AttackResult",
    "ExactLinkage",
    "HomogeneityRisk",
    "LinkageRisk",
    "Persons",
    "Rate",
    "SkewnessRisk",
    "candidates",
    "inference",
    "linkability",
    "linkage",
    "match_rows",
    "singling_out",
]
