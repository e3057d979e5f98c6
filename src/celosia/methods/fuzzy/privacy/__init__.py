"""What private means when records are shared among fuzzy sets."""

from celosia.methods.fuzzy.privacy.closeness import Distance, distances, t_closeness
from celosia.methods.fuzzy.privacy.diversity import distinct_values, l_diversity
from celosia.methods.fuzzy.privacy.measure_risk import k_anonymity, records_at_risk
from celosia.methods.fuzzy.privacy.posterior import Beliefs, posterior
from celosia.methods.fuzzy.privacy.q_anonymity import AGGREGATIONS, QAnonymity

__all__ = [
    "AGGREGATIONS",
    "Beliefs",
    "Distance",
    "QAnonymity",
    "distances",
    "distinct_values",
    "k_anonymity",
    "l_diversity",
    "posterior",
    "records_at_risk",
    "t_closeness",
]
