"""Full-domain generalization: searches over the lattice of levels."""

from celosia.methods.lattice.judge import Judge, Verdict
from celosia.methods.lattice.problem import LatticeProblem, Node
from celosia.methods.lattice.result import Candidate, Height, SearchResult
from celosia.methods.lattice.search import evaluate_node, find_all, find_best

__all__ = [
    "Candidate",
    "Height",
    "Judge",
    "LatticeProblem",
    "Node",
    "SearchResult",
    "Verdict",
    "evaluate_node",
    "find_all",
    "find_best",
]
