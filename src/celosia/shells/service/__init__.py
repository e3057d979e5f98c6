"""What the pages and the REST interface share: projects, jobs, grids. No HTTP in it."""

from celosia.shells.service.application import App, Finished
from celosia.shells.service.candidates import (
    FIGURES,
    LEVEL_OF,
    MOST_DRAWN,
    CandidatePage,
    CandidateQuery,
    Lattice,
    Neighbours,
    NodeInfo,
)
from celosia.shells.service.choices import with_hierarchy, with_roles
from celosia.shells.service.errors import (
    ConflictError,
    EraseError,
    NotFoundError,
    TooLargeError,
)
from celosia.shells.service.exporting import escaped_csv
from celosia.shells.service.grid import SOURCE, Readers
from celosia.shells.service.job_folder import Job, JobState
from celosia.shells.service.jobs import Jobs
from celosia.shells.service.numbering import Node
from celosia.shells.service.populations import population_names, take_population
from celosia.shells.service.projects import Project
from celosia.shells.service.sources import Source, shown_name
from celosia.shells.service.store import ProjectStore
from celosia.shells.service.uploads import Limits, Receiving
from celosia.shells.service.work import JOB_KINDS, JobKind

__all__ = [
    "FIGURES",
    "JOB_KINDS",
    "LEVEL_OF",
    "MOST_DRAWN",
    "SOURCE",
    "App",
    "CandidatePage",
    "CandidateQuery",
    "ConflictError",
    "EraseError",
    "Finished",
    "Job",
    "JobKind",
    "JobState",
    "Jobs",
    "Lattice",
    "Limits",
    "Neighbours",
    "Node",
    "NodeInfo",
    "NotFoundError",
    "Project",
    "ProjectStore",
    "Readers",
    "Receiving",
    "Source",
    "TooLargeError",
    "escaped_csv",
    "population_names",
    "shown_name",
    "take_population",
    "with_hierarchy",
    "with_roles",
]
