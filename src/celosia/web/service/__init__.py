"""What the pages and the REST interface share: projects, jobs, grids. No HTTP in it."""

from celosia.web.service.application import App, Finished
from celosia.web.service.candidate_file import (
    FIGURES,
    LEVEL_OF,
    MOST_DRAWN,
    CandidatePage,
    CandidateQuery,
    Lattice,
    Neighbours,
    Node,
    NodeInfo,
)
from celosia.web.service.job_folder import Job, JobState
from celosia.web.service.jobs import Jobs
from celosia.web.service.project_files import Limits, Receiving
from celosia.web.service.project_store import ProjectStore
from celosia.web.service.project_tables import Source, population_names, shown_name, take_population
from celosia.web.service.projects import Project
from celosia.web.service.recipe_choices import with_hierarchy, with_roles
from celosia.web.service.row_grid import SOURCE, Readers, escaped_csv
from celosia.web.service.service_errors import (
    ConflictError,
    EraseError,
    NotFoundError,
    TooLargeError,
)
from celosia.web.service.work import JOB_KINDS, JobKind

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
