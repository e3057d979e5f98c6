"""What the pages and the REST interface share: projects, jobs, grids. No HTTP in it."""

from celosia.web.service.application import App
from celosia.web.service.candidate_file import (
    FIGURES,
    LEVEL_OF,
    MOST_DRAWN,
    CandidateLattice,
    CandidateQuery,
    Neighbours,
    Node,
    NodeInfo,
)
from celosia.web.service.job_folder import Job, JobState, SealedFile
from celosia.web.service.jobs import Jobs
from celosia.web.service.project_files import Limits, Receiving
from celosia.web.service.project_tables import (
    ProjectSource,
    read_population_columns,
    read_population_names,
    shown_name,
    take_population,
)
from celosia.web.service.projects import Project
from celosia.web.service.row_grid import SOURCE, write_for_spreadsheet
from celosia.web.service.service_errors import (
    ConflictError,
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
    "CandidateLattice",
    "CandidateQuery",
    "ConflictError",
    "Job",
    "JobKind",
    "JobState",
    "Jobs",
    "Limits",
    "Neighbours",
    "Node",
    "NodeInfo",
    "NotFoundError",
    "Project",
    "ProjectSource",
    "Receiving",
    "SealedFile",
    "TooLargeError",
    "read_population_columns",
    "read_population_names",
    "shown_name",
    "take_population",
    "write_for_spreadsheet",
]
