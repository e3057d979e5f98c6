"""Full-domain generalization: searches over the lattice of levels."""

from celosia.methods.lattice.evaluation import Candidate, SearchedHeight, SearchResult
from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.lattice_problem import LatticeProblem
from celosia.methods.lattice.search import evaluate_node, find_all, find_best

__all__ = [
    "Candidate",
    "Judge",
    "LatticeProblem",
    "SearchResult",
    "SearchedHeight",
    "evaluate_node",
    "find_all",
    "find_best",
]
