"""A second opinion: every model once more, in plain Python from its definition.

Only the verifier asks it. It imports neither the models nor the search, so that a formula that is
wrong there stops a release here. A module of this package declares the opinions on some models;
there must be one for every model of `celosia.models`.
"""

from celosia.second_opinion.opinion import OPINIONS, rejected_records
from celosia.second_opinion.reread import Reread

__all__ = ["OPINIONS", "Reread", "rejected_records"]
