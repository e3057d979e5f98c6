"""The arrays that the lattice kernels share, grouped and named.

Plain named tuples of arrays: numba unpacks them at no cost, and a reader sees what belongs
together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

Array = NDArray[Any]
Int = Any
"""A whole number: Python's in Python, a machine word once compiled."""
CHECKS, ROLLUPS, SCANNED, KEPT, SWEEPS, USELESS = range(6)
"""Places in `Task.stats`."""
UNKNOWN, SAFE, UNSAFE = 0, 1, 2
"""What is known of a node."""
PATIENCE = 2
"""Sweeps in a row that may tell little, before sweeping ends; an estimate."""
FEW = 300
"""A sweep tells little when it marks less than one node in so many; an estimate."""
TIE = 1e-12
"""Scores closer than this are equal: sums of the same costs in another order."""
DENSE_DOMAIN = 4096
"""Keys up to so many are always counted by direct address: 16 KB, half of a first cache."""
DENSE_FACTOR = 12
"""Beyond, while the table is at most so many times the entries: clearing it costs less than
hashing them."""


def bits_for(length: int) -> int:
    """Size a hash table so that it is at most half full, as a power of two."""
    bits = 8
    while (1 << bits) < 2 * length:
        bits += 1
    return bits


class Lattice(NamedTuple):
    """The nodes, numbered in mixed radix: node = sum of level * stride."""

    sizes: Array
    """(d,) number of levels of each attribute."""
    strides: Array
    """(d,) distance between two neighbouring levels."""
    levels: Array
    """(nodes, d) the levels of each node."""


class Packing(NamedTuple):
    """How the level-0 codes of d attributes are packed into a few columns."""

    column: Array
    """(d,) the packed column that holds the attribute."""
    divisor: Array
    """(d,) its weight inside that column."""
    cards: Array
    """(d,) number of level-0 codes."""
    members: Array
    """(d,) attributes, column by column, lightest weight first."""
    width: Array
    """(columns,) number of attributes packed in each column."""
    offset: Array
    """(columns + 1,) where each column's part of a look-up table starts; last: its size."""


class Levels(NamedTuple):
    """What every value becomes at every level, laid end to end."""

    start: Array
    """(d, max levels) where the groups of an attribute at a level start."""
    cards: Array
    """(d, max levels) number of groups there."""
    group: Array
    """Group of each level-0 code."""
    rest: Array
    """What suppressing the value would cost on top of generalizing it to that level."""


class Pool(NamedTuple):
    """Frequency sets in one arena; set 0 is the base set, the others roll it up."""

    packed: Array
    """(columns, capacity) packed codes of one representative per combination."""
    counts: Array
    """(capacity,) records of the combination."""
    start: Array
    """(sets,)"""
    size: Array
    """(sets,)"""
    node: Array
    """(sets,) the node whose classes the set holds."""
    bounds: Array
    """(sets, parts + 1) where each code of the partition attribute starts, or the first one of each
    group of codes at the set's node."""
    used: Array
    """[sets in use, end of the arena in use]"""


class Scratch(NamedTuple):
    """Work space, allocated once."""

    lookup: Array
    """Part of a class key that each packed code contributes."""
    rest: Array
    """Part of the suppression penalty that each packed code contributes."""
    keys: Array
    """(base set,) class key, then table slot, of each entry."""
    table: Array
    """Records per class; zero between uses."""
    slots: Array
    """Keys of a hash table; zero between uses."""


class Task(NamedTuple):
    """What is asked, and what is known so far."""

    order: Array
    """(nodes,) the order in which nodes are visited; of equal scores the earlier node wins."""
    rank: Array
    """(nodes,) position of each node in the order."""
    floor: Array
    """(nodes,) cost of the generalization alone: never above the score."""
    state: Array
    """(nodes,) UNKNOWN, SAFE or UNSAFE."""
    penalty_floor: Array
    """(nodes,) a suppression penalty that the node cannot avoid."""
    done: Array
    """(nodes,) 1 when the score is final."""
    score: Array
    """(nodes,) floor + suppression penalty, infinite while unknown."""
    best: Array
    """[lowest score so far]"""
    leader: Array
    """[rank of the node that has it]"""
    stack: Array
    """(nodes + 1,) work space of the tagging."""
    path: Array
    """Work space of the binary search."""
    cursor: Array
    """[position in the order]"""
    stats: Array
    """[checks, roll-ups, entries scanned, sets kept, sweeps, useless sweeps in a row]"""


class Rules(NamedTuple):
    """Scalars of a search."""

    k: int
    budget: int
    """Most records that may be suppressed."""
    part: int
    """The partition attribute."""
    records: int
    optimize: bool
    """Look for the best node only; otherwise classify every node."""
    penalized: bool
    """Suppressed records raise the score."""
    longest_path: int
    """1 visits node by node; more searches paths by bisection."""


class Measures(NamedTuple):
    """What one pass over the classes of a node gives."""

    classes: int
    outliers: int
    """Records in classes smaller than k."""
    small: int
    """Classes smaller than k."""
    squares: float
    """Sum of squared sizes of the classes of at least k."""
    all_squares: float
    penalty: float
    """Mean cost of suppressing the outliers, on top of the generalization."""
    smallest: int
    """Records of the smallest class of at least k; 0 without any."""
