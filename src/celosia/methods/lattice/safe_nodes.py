"""Incognito: all full-domain generalizations that satisfy the models.

LeFevre, DeWitt and Ramakrishnan check every subset of the quasi-identifiers before the sets that
contain it, each subset's nodes from the bottom up. They prune by three properties: a safe node's
generalizations are safe (*generalization*), a coarser node's counts are sums of a finer one's
(*roll-up*), and a node can only be safe if its projections on subsets are (*subset*, a priori).

A subset's node is the node of the full lattice that has every other attribute at its top, where
it tells nothing. So subsets need no lattices of their own: visiting the full lattice in the order
of *number of attributes below their top, then height* is Incognito; marking upwards is its
generalization property, marking downwards its a-priori pruning, and every count rolls up the
smallest frequency set at hand.

References: LeFevre, DeWitt, Ramakrishnan, *Incognito: Efficient Full-Domain K-Anonymity*,
SIGMOD 2005.
"""

from __future__ import annotations

import numpy as np

from celosia.core.progress import Progress
from celosia.core.values import BoolArray, CodeArray, IntArray
from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.kernels.lattice_arrays import CHECKS, SAFE, UNKNOWN, UNSAFE, Lattice
from celosia.methods.lattice.lattice_problem import Frame, node_sums
from celosia.methods.lattice.plain_search import NodeSearch, spread_safe, spread_unsafe


def subset_order(lattice: Lattice) -> IntArray:
    """Order nodes as Incognito visits them: smaller subsets first, each from the bottom up."""
    sizes = [int(size) for size in lattice.sizes]
    below_top = node_sums([(np.arange(size) < size - 1).astype(np.float64) for size in sizes])
    height = node_sums([np.arange(size, dtype=np.float64) for size in sizes])
    rank = below_top * (sum(sizes) + 1) + height
    return np.argsort(rank.astype(np.int16 if rank.max() < 1 << 15 else np.int64), kind="stable")


def safe_nodes(
    frame: Frame, search: NodeSearch | None, progress: Progress
) -> tuple[BoolArray, int]:
    """Tell which nodes satisfy the models, and how many had to be counted."""
    order = subset_order(frame.lattice)
    state = np.zeros(order.size, np.int8)
    checked = 0
    if search is not None:
        task = search.classify(order, progress)
        state, checked = task.state, int(task.stats[CHECKS])
    if search is None or not frame.problem.by_size:
        state[state == SAFE] = UNKNOWN  # large enough, but not yet judged
        checked += judge_open(frame, order, state, progress)
    return state == SAFE, checked


def judge_open(frame: Frame, order: IntArray, state: CodeArray, progress: Progress) -> int:
    """Settle the unknown nodes one at a time with the models themselves; count them."""
    judge = Judge(frame.problem)
    prunable = frame.problem.prunable()
    judged = 0
    for position, node in enumerate(order):
        if state[node] != UNKNOWN:
            continue
        judged += 1
        safe = judge(frame.node(node)).suppressed <= frame.problem.budget
        spread_verdict(node, safe, prunable, frame.lattice, state)
        progress("search", position / order.size)
    return judged


def spread_verdict(
    node: int, safe: bool, prunable: bool, lattice: Lattice, state: CodeArray
) -> None:
    """Note a verdict, and what it proves of other nodes where the models allow that."""
    if not prunable:
        state[node] = SAFE if safe else UNSAFE
    elif safe:
        spread_safe(node, lattice, state)
    else:
        spread_unsafe(node, lattice, state)


def minimal_nodes(lattice: Lattice, safe: BoolArray) -> BoolArray:
    """Mark the safe nodes none of whose direct specializations is safe."""
    minimal = safe.copy()
    for j in range(lattice.sizes.size):
        above_bottom = np.flatnonzero(minimal & (lattice.levels[:, j] > 0))
        minimal[above_bottom[safe[above_bottom - lattice.strides[j]]]] = False
    return minimal
