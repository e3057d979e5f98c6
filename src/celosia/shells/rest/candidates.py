"""The candidates of a search: looked for, looked at page by page, walked through, drawn."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from celosia.shells.rest.asked_jobs import Candidates
from celosia.shells.rest.depends import JobId, Limit, Offset, TheApp, TheProject
from celosia.shells.rest.jobs import GIVES_FILE, begin
from celosia.shells.rest.shapes import CandidateRows, JobShape, NeighboursShape, Place
from celosia.shells.service import CandidateQuery, Lattice, NotFoundError

router = APIRouter(prefix="/projects/{project}/candidates", tags=["candidates"])
NODE = r"^\d{1,9}(,\d{1,9})*$"


def _lattice(
    app: TheApp,
    project: TheProject,
    job: JobId,
) -> Lattice:
    return app.lattice(project, job)


def _wanted(
    sort: Annotated[
        str | None,
        Query(description="kind, tie, loss, suppressed, classes, min_class, risk or level:NAME"),
    ] = None,
    descending: bool = False,
    level: Annotated[
        list[str] | None, Query(max_length=100, description="Only such: NAME=2 or NAME=1-3")
    ] = None,
) -> CandidateQuery:
    return CandidateQuery(sort, descending, tuple(level or ()))


TheLattice = Annotated[Lattice, Depends(_lattice)]
TheQuery = Annotated[CandidateQuery, Depends(_wanted)]
TheNode = Annotated[
    str, Query(pattern=NODE, max_length=1000, description="Its levels, such as 0,2,1")
]


@router.post("", status_code=202)
def find_candidates(app: TheApp, project: TheProject, asked: Candidates) -> JobShape:
    """Begin to look for every generalization that satisfies the models."""
    return begin(app, project, asked)


@router.get("")
def show_candidates(app: TheApp, project: TheProject) -> dict[str, Any]:
    """Sum up what was found last: the job, how many candidates, the best one."""
    job = app.jobs.latest(project, "candidates")
    if job is None:
        raise NotFoundError("rest.no-candidates-looked-yet")
    return {"job": job.id, **app.jobs.result(project, job.id)}


@router.get("/{job}/rows")
def show_rows(
    lattice: TheLattice, wanted: TheQuery, offset: Offset = 0, limit: Limit = 100
) -> CandidateRows:
    """Give candidates, the best first or sorted: their levels, then their figures."""
    page = lattice.page(offset, limit, wanted)
    return CandidateRows(
        columns=list(page.columns),
        rows=[list(row) for row in page.rows],
        offset=page.offset,
        records=page.records,
    )


@router.get("/{job}/place")
def find_place(lattice: TheLattice, wanted: TheQuery, node: TheNode) -> Place:
    """Say at which row a candidate stands; null where it is not among those wanted."""
    return Place(place=lattice.place(_levels(node), wanted))


@router.get("/{job}/around")
def look_around(lattice: TheLattice, node: TheNode) -> NeighboursShape:
    """Say what is known of a node, and of its direct generalizations and specializations."""
    return NeighboursShape.model_validate(lattice.around(_levels(node)), from_attributes=True)


@router.get("/{job}/picture", response_class=Response, responses=GIVES_FILE)
def give_picture(lattice: TheLattice) -> Response:
    """Give every node of the lattice as it is drawn: by height, the unsafe ones, then by loss.

    Arrays of as many entries as there are nodes, one after the other and little-endian: the number
    of the node, the last column's level changing fastest (uint32); its loss (float32, not a number
    where unsafe); the records left out, and those of the smallest class (uint32 each); and whether
    it is the best (0), minimal (1), safe (2) or unsafe (3) (uint8). Up to a million nodes.
    """
    return Response(lattice.drawn(), media_type="application/octet-stream")


def _levels(node: str) -> list[int]:
    return [int(level) for level in node.split(",")]
