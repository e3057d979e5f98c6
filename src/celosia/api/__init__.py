"""Read, propose, search, anonymize, verify: the only wiring."""

from celosia.api.proposing import ColumnProfile, Proposal, init, propose
from celosia.api.reading import read, read_schema, write_schema
from celosia.api.releasing import Release, anonymize
from celosia.api.searching import Candidates, KCurve, KPoint, candidates, propose_k
from celosia.api.verifying import Figures, Verification, verify

__all__ = [
    "Candidates",
    "ColumnProfile",
    "Figures",
    "KCurve",
    "KPoint",
    "Proposal",
    "Release",
    "Verification",
    "anonymize",
    "candidates",
    "init",
    "propose",
    "propose_k",
    "read",
    "read_schema",
    "verify",
    "write_schema",
]
