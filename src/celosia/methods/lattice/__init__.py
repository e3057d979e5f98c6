"""Full-domain generalization: searches over the lattice of levels."""

from celosia.methods.lattice.judge import Judge, Verdict
from celosia.methods.lattice.lattice_problem import LatticeProblem, Node
from celosia.methods.lattice.search import evaluate_node, find_all, find_best
from celosia.methods.lattice.search_result import Candidate, Height, SearchResult

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
