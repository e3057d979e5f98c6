"""Long work: begin, watch, stop, and take its result, candidates and releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from pydantic import Field

from celosia.text.languages import ENGLISH, languages
from celosia.text.messages import Message
from celosia.vault.cipher import passphrase_secret
from celosia.web.rest.declared_shapes import shape_of
from celosia.web.rest.problem_details import asked_language
from celosia.web.rest.project_routes import rows_of
from celosia.web.rest.recipe_routes import download
from celosia.web.rest.shapes import (
    CandidateRowsShape,
    JobId,
    JobShape,
    Language,
    Limit,
    NeighboursShape,
    Offset,
    PlaceShape,
    RowsShape,
    Strict,
    TheApp,
    TheProject,
)
from celosia.web.service import (
    FIGURES,
    JOB_KINDS,
    LEVEL_OF,
    App,
    CandidateLattice,
    CandidateQuery,
    NotFoundError,
    Project,
    SealedFile,
    write_for_spreadsheet,
)
from celosia.web.service.work import Secret


class Asked(Strict):
    """A job, and what it needs to know."""

    kind: str

    def options(self) -> dict[str, Any]:
        """Give what was said, without the kind and the secrets."""
        unsaid = {"kind", *(name for name, _, _ in SECRETS.values())}
        return self.model_dump(exclude=unsaid, exclude_none=True)

    def secret(self, which: Secret) -> bytes | None:
        """Give a secret, if it was said."""
        name, _, read = SECRETS[which]
        said = getattr(self, name, None)
        return None if said is None else read(said)


SECRETS: dict[Secret, tuple[str, Any, Any]] = {
    "key": (
        "key",
        Annotated[str | None, Field(pattern="^([0-9a-f]{2})+$", max_length=256)],
        bytes.fromhex,
    ),
    "vault": (
        "vault_passphrase",
        Annotated[
            str | None,
            Field(
                max_length=1000,
                description=Message("rest.described-vault-passphrase").text(ENGLISH),
            ),
        ],
        passphrase_secret,
    ),
}
"""What each is called in a request, what it may be, and how it is read."""


def _shape(name: str) -> type[Asked]:
    """Make what is sent for a kind of job. Where only one kind is possible, it need not be said."""
    kind = JOB_KINDS[name]
    more: dict[str, tuple[Any, Any]] = {"kind": (Literal[name], name)}
    for secret in kind.secrets:
        called, shape, _ = SECRETS[secret]
        more[called] = (shape, None)
    title = "".join(word.capitalize() for word in name.split("-"))
    made = shape_of(kind.options, Asked, title, more)
    made.__doc__ = kind.work.__doc__
    return made  # type: ignore[return-value]


SHAPES = {name: _shape(name) for name in JOB_KINDS}

if TYPE_CHECKING:
    AnyJob: TypeAlias = Asked
    Candidates: TypeAlias = Asked
    Anonymize: TypeAlias = Asked
    Report: TypeAlias = Asked
else:
    AnyJob = Annotated[Union[tuple(SHAPES.values())], Field(discriminator="kind")]  # noqa: UP007
    Candidates, Anonymize, Report = (SHAPES[name] for name in ("candidates", "anonymize", "report"))


job_router = APIRouter(prefix="/projects/{project}", tags=["jobs"])
GIVES_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string"}}}}
}


@job_router.post("/jobs", status_code=202)
def begin_job(request: Request, app: TheApp, project: TheProject, asked: AnyJob) -> JobShape:
    """Begin a job on the current recipe; the answer comes at once."""
    return begin(request, app, project, asked)


@job_router.get("/jobs")
def list_jobs(
    app: TheApp, project: TheProject, kind: str | None = None, language: Language = "en"
) -> list[JobShape]:
    """List the jobs of a project, the newest first."""
    return [JobShape(**job.to_dict(language)) for job in app.jobs.list(project, kind)]


@job_router.get("/jobs/{job}")
def show_job(app: TheApp, project: TheProject, job: JobId, language: Language = "en") -> JobShape:
    """Tell how far a job is."""
    return JobShape(**app.jobs.get(project, job).to_dict(language))


@job_router.post("/jobs/{job}/cancel")
def cancel_job(app: TheApp, project: TheProject, job: JobId, language: Language = "en") -> JobShape:
    """Stop a job; one that has ended stays as it is."""
    return JobShape(**app.jobs.cancel(project, job).to_dict(language))


@job_router.get("/jobs/{job}/result")
def show_result(app: TheApp, project: TheProject, job: JobId) -> dict[str, Any]:
    """Give the result of a job that is done."""
    return app.jobs.result(project, job)


@job_router.get("/jobs/{job}/files/{name}", response_class=Response, responses=GIVES_FILE)
def give_file(app: TheApp, project: TheProject, job: JobId, name: str) -> Response:
    """Give a file that a job made."""
    return _given(app.jobs.file(project, job, name))


def _given(file: SealedFile) -> Response:
    """Give a file as it is, block by block; it is sealed where it lies."""
    headers = {**download(file.name), "Content-Length": str(file.size)}
    return StreamingResponse(file.blocks(), media_type="application/octet-stream", headers=headers)


def begin(request: Request, app: App, project: Project, asked: Asked) -> JobShape:
    """Begin what is asked for; if it says no language, in the project's or the request's."""
    key, vault = asked.secret("key"), asked.secret("vault")
    options = asked.options()
    if "language" in type(asked).model_fields and "language" not in asked.model_fields_set:
        noted = str(project.notes.get("language", ""))
        options["language"] = noted if noted in languages() else asked_language(request)
    job = app.jobs.start(project, asked.kind, options, key, vault)
    return JobShape(**job.to_dict())


release_router = APIRouter(prefix="/projects/{project}")
SANDBOXED = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'; "
    "sandbox allow-scripts"
)
GIVES_PAGE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/html": {"schema": {"type": "string"}}}}
}


@release_router.post("/releases", status_code=202, tags=["releases"])
def publish(request: Request, app: TheApp, project: TheProject, asked: Anonymize) -> JobShape:
    """Begin to make a release: the best generalization, a chosen one, or groups."""
    return begin(request, app, project, asked)


@release_router.get("/releases", tags=["releases"])
def list_releases(app: TheApp, project: TheProject, language: Language = "en") -> list[JobShape]:
    """List the jobs that made or make releases, the newest first."""
    return [JobShape(**job.to_dict(language)) for job in app.jobs.list(project, "anonymize")]


@release_router.get("/releases/{job}/rows", tags=["releases"])
def show_release(
    app: TheApp,
    project: TheProject,
    job: JobId,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: str | None = None,
    descending: bool = False,
) -> RowsShape:
    """Give rows of a release."""
    _release(app, project, job)
    return rows_of(app.readers.page(project, job, offset, limit, sort, descending))


@release_router.get(
    "/releases/{job}/file", tags=["releases"], response_class=Response, responses=GIVES_FILE
)
def give_release(
    app: TheApp, project: TheProject, job: JobId, escape_formulas: bool = False
) -> Response:
    """Give the released file.

    With `escape_formulas` it is text for a spreadsheet program, in which no cell can be taken for
    a formula, with the separator of the release and a mark by which accents are read right. It has
    a name of its own; the certificate is about the file without it.
    """
    told = _release(app, project, job)
    if escape_formulas:
        blocks = write_for_spreadsheet(app.readers, project, job)
        name = f"{told['file'].partition('.')[0]}-spreadsheet.csv"
        return StreamingResponse(blocks, media_type="text/csv", headers=download(name))
    return _given(app.jobs.file(project, job, told["file"]))


@release_router.get("/releases/{job}/certificate", tags=["releases"])
def give_certificate(app: TheApp, project: TheProject, job: JobId) -> Response:
    """Give the public certificate of a release."""
    proof = app.jobs.file(project, job, _release(app, project, job)["certificate"])
    return Response(proof.read_bytes(), media_type="application/json")


@release_router.get("/releases/{job}/evidence", tags=["releases"])
def give_evidence(app: TheApp, project: TheProject, job: JobId) -> Response:
    """Give what only the owner of a release may know of it: never publish it."""
    evidence = app.jobs.file(project, job, _release(app, project, job)["evidence"])
    return Response(evidence.read_bytes(), media_type="application/json")


@release_router.post("/reports", status_code=202, tags=["reports"])
def write_report(request: Request, app: TheApp, project: TheProject, asked: Report) -> JobShape:
    """Begin to write the page about a release."""
    return begin(request, app, project, asked)


@release_router.get(
    "/reports/{job}", tags=["reports"], response_class=HTMLResponse, responses=GIVES_PAGE
)
def give_report(app: TheApp, project: TheProject, job: JobId) -> Response:
    """Give the page about a release."""
    page = app.jobs.file(project, job, "report.html")
    headers = {"Content-Security-Policy": SANDBOXED}
    return Response(page.read_bytes(), media_type="text/html", headers=headers)


def _release(app: App, project: Project, job: str) -> dict[str, Any]:
    """Make sure that a job made a release, and give its result."""
    if app.jobs.get(project, job).kind != "anonymize":
        raise NotFoundError("rest.job-makes-no-release")
    return app.jobs.result(project, job)


candidate_router = APIRouter(prefix="/projects/{project}/candidates", tags=["candidates"])
NODE = r"^\d{1,9}(,\d{1,9})*$"


def _lattice(
    app: TheApp,
    project: TheProject,
    job: JobId,
) -> CandidateLattice:
    return app.lattice(project, job)


def _query(
    sort: Annotated[
        str | None,
        Query(
            description=Message("rest.described-sort", figures=FIGURES, level=LEVEL_OF).text(
                ENGLISH
            )
        ),
    ] = None,
    descending: bool = False,
    level: Annotated[
        list[str] | None,
        Query(max_length=100, description=Message("rest.described-level").text(ENGLISH)),
    ] = None,
) -> CandidateQuery:
    return CandidateQuery(sort, descending, tuple(level or ()))


TheLattice = Annotated[CandidateLattice, Depends(_lattice)]
TheQuery = Annotated[CandidateQuery, Depends(_query)]
TheNode = Annotated[
    str,
    Query(pattern=NODE, max_length=1000, description=Message("rest.described-node").text(ENGLISH)),
]


@candidate_router.post("", status_code=202)
def find_candidates(
    request: Request, app: TheApp, project: TheProject, asked: Candidates
) -> JobShape:
    """Begin to look for every generalization that satisfies the models."""
    return begin(request, app, project, asked)


@candidate_router.get("")
def show_candidates(app: TheApp, project: TheProject) -> dict[str, Any]:
    """Sum up what was found last: the job, how many candidates, the best one."""
    job = app.jobs.latest(project, "candidates")
    if job is None:
        raise NotFoundError("rest.no-candidates-looked-yet")
    return {"job": job.id, **app.jobs.result(project, job.id)}


@candidate_router.get("/{job}/rows")
def show_rows(
    lattice: TheLattice, wanted: TheQuery, offset: Offset = 0, limit: Limit = 100
) -> CandidateRowsShape:
    """Give candidates, the best first or sorted: their levels, then their figures."""
    page = lattice.page(offset, limit, wanted)
    return CandidateRowsShape(
        columns=list(page.columns),
        rows=[list(row) for row in page.rows],
        offset=page.offset,
        records=page.records,
    )


@candidate_router.get("/{job}/place")
def find_place(lattice: TheLattice, wanted: TheQuery, node: TheNode) -> PlaceShape:
    """Say at which row a candidate stands; null where it is not among those wanted."""
    return PlaceShape(place=lattice.place(_levels(node), wanted))


@candidate_router.get("/{job}/around")
def look_around(lattice: TheLattice, node: TheNode) -> NeighboursShape:
    """Say what is known of a node, and of its direct generalizations and specializations."""
    return NeighboursShape.model_validate(lattice.around(_levels(node)), from_attributes=True)


@candidate_router.get("/{job}/picture", response_class=Response, responses=GIVES_FILE)
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
