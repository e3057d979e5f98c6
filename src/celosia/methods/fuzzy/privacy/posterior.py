"""What an attacker believes of a sensitive value after seeing the fuzzy table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from celosia.methods.fuzzy.cardinality import nonfuzzy_cardinality
from celosia.methods.fuzzy.partitions import FuzzyPartition


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """For each sensitive value, in the order of numpy, the steps towards the belief in it."""

    values: CodeArray
    amount: FloatArray
    """n(s, q, T*): members with the value in the sets of q (equation 3.5)."""
    share: FloatArray
    """f(s | q*): the value's share in those sets (equation 3.6)."""
    weight: FloatArray
    """g(s): amount × f(s | q) / share; 0 for a value that no member has."""

    @property
    def belief(self) -> FloatArray:
        """β: the weights, made to add up to 1 (equation 3.8)."""
        return np.asarray(self.weight / self.weight.sum())


def posterior(
    partition: FuzzyPartition, sensitive: CodeArray, alike: BoolArray, record: int
) -> Beliefs:
    """Reckon what is believed of a record, given who had its quasi-identifiers originally.

    The numbers of members are non-fuzzy cardinalities (equation 2.12). They do not add up: those
    of a set's values may sum to more or less than the set's own, so `share` is no probability,
    against theorem 3.15 of the source. Nothing here relies on it.

    Parameters
    ----------
    alike
        The records with the same original quasi-identifiers as `record`, itself included.

    References: Quirós 2013, definitions 3.12, 3.14 and 3.17; Machanavajjhala et al., ACM TKDD
    1(1), 2007.
    """
    values, codes = np.unique(sensitive, return_inverse=True)
    members = _members(partition.memberships, codes, values.size)
    sizes = nonfuzzy_cardinality(partition.memberships)
    shares = np.divide(members, sizes, out=np.zeros(members.shape), where=sizes > 0)
    mine = partition.memberships[record]
    amount, share = members @ mine, shares @ mine
    before = np.bincount(codes[alike], minlength=values.size) / alike.sum()
    weight = np.divide(amount * before, share, out=np.zeros(values.size), where=share > 0)
    return Beliefs(values, amount, share, weight)


def _members(memberships: FloatArray, codes: IntArray, values: int) -> IntArray:
    """Count the members of each set that have each value: (values, sets)."""
    return np.stack([nonfuzzy_cardinality(memberships[codes == value]) for value in range(values)])
