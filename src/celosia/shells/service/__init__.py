"""What the pages and the REST interface share: projects, jobs, grids. No HTTP in it."""

from celosia.shells.service.choices import with_hierarchy, with_roles
from celosia.shells.service.desk import Desk, Finished
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
from celosia.shells.service.projects import Project, Source
from celosia.shells.service.store import ProjectStore
from celosia.shells.service.uploads import Limits, Receiving
from celosia.shells.service.work import FORMATS, WORK

__all__ = [
    "FORMATS",
    "SOURCE",
    "WORK",
    "ConflictError",
    "Desk",
    "EraseError",
    "Finished",
    "Job",
    "JobState",
    "Jobs",
    "Limits",
    "NotFoundError",
    "Project",
    "ProjectStore",
    "Readers",
    "Receiving",
    "Source",
    "TooLargeError",
    "escaped_csv",
    "with_hierarchy",
    "with_roles",
]
