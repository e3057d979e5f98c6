"""The recipe and its parts: columns, roles, hierarchies, techniques; and undo."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

import celosia
from celosia.core.technique import technique_from_dict, technique_to_dict
from celosia.errors import RoleError, SchemaError
from celosia.hierarchies import FORMATS as HIERARCHY_FORMATS, HierarchyRule, rule_to_dict
from celosia.register import json_ready
from celosia.text.messages import Message
from celosia.web.rest.declared_shapes import RECIPE, REFERENCE, HierarchyGiven, TechniqueEntries
from celosia.web.rest.shapes import (
    ColumnAsked,
    ColumnShape,
    HierarchyFormat,
    HierarchyShape,
    Language,
    Limit,
    ProblemsShape,
    ReadingShape,
    RolesShape,
    SchemaShape,
    Strict,
    TheApp,
    TheProject,
    VersionShape,
    as_text,
    file_body,
    small_file,
)
from celosia.web.service import (
    App,
    ConflictError,
    Project,
    recipe_parts as service,
    recipe_parts as trees,
)
from celosia.workflow.change_recipe import apply_remedy, set_hierarchy, set_roles
from celosia.workflow.preview import TriedStep
from celosia.workflow.remedies import Remedy

recipe_router = APIRouter(prefix="/projects/{project}")
TOML = file_body("text/plain", Message("rest.described-recipe-file"))
TOML["requestBody"]["content"]["application/json"] = {"schema": {"$ref": REFERENCE + RECIPE}}
GIVES_TOML: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


@recipe_router.get(
    "/recipe", tags=["recipes"], response_class=PlainTextResponse, responses=GIVES_TOML
)
def show_recipe(project: TheProject) -> PlainTextResponse:
    """Give the recipe as TOML."""
    text = project.recipe_text()
    if text is None:
        raise ConflictError("rest.no-recipe-yet-ask-profile")
    return PlainTextResponse(text)


@recipe_router.put("/recipe", tags=["recipes"], openapi_extra=TOML)
async def put_recipe(request: Request, project: TheProject) -> VersionShape:
    """Begin a new version of the recipe, from TOML or JSON. Source and output are the project's."""
    text = as_text(await small_file(request, project.limits.hierarchy))
    is_json = request.headers.get("content-type", "").startswith("application/json")
    given = celosia.Recipe.from_json(text) if is_json else text
    await run_in_threadpool(project.save_recipe, given)
    return version(project)


@recipe_router.post("/recipe/undo", tags=["recipes"])
def undo(project: TheProject) -> VersionShape:
    """Go back to the version before, if there is one."""
    project.undo()
    return version(project)


@recipe_router.post("/recipe/redo", tags=["recipes"])
def redo(project: TheProject) -> VersionShape:
    """Go forth to the version that was undone, if there is one."""
    project.redo()
    return version(project)


@recipe_router.get("/reading", tags=["schema"])
def show_reading(project: TheProject) -> ReadingShape:
    """Tell how the file is read; what is null is found out."""
    found = project.recipe().reading
    return ReadingShape(
        separator=found.separator,
        quote=found.quote,
        encoding=found.encoding,
        null_values=list(found.null_values),
        sheet=found.sheet,
        labels=found.labels,
        header=found.header,
        repeated_names=found.repeated_names,
        broken_lines=found.broken_lines,
        missing={column: list(codes) for column, codes in found.missing.items()},
    )


@recipe_router.put("/reading", tags=["schema"])
def put_reading(project: TheProject, reading: ReadingShape) -> VersionShape:
    """Say how the file is to be read."""
    given = reading.model_dump()
    missing = {column: tuple(codes) for column, codes in reading.missing.items()}
    texts = {"null_values": tuple(reading.null_values), "missing": missing}
    options = celosia.ReadOptions(**{**given, **texts})
    project.change_recipe(lambda recipe: replace(recipe, reading=options))
    return version(project)


@recipe_router.get("/schema", tags=["schema"])
def show_schema(app: TheApp, project: TheProject) -> SchemaShape:
    """Tell what the columns are: as declared, else as found."""
    schema = app.readers.schema(project)
    return SchemaShape(
        columns={name: ColumnShape(**entries) for name, entries in schema.to_dict().items()}
    )


@recipe_router.put("/schema", tags=["schema"])
def put_schema(app: TheApp, project: TheProject, given: SchemaShape) -> VersionShape:
    """Declare what columns are; values that are not so are reported by the next job."""
    entries = given.model_dump(exclude_none=True)["columns"]
    schema = celosia.Schema.from_dict(entries)
    with app.readers.table(project) as table:
        unknown = [name for name in schema.names if name not in table.columns]
    if unknown:
        raise SchemaError("rest.columns-schema-do-not-exist", unknown=len(unknown))
    project.change_recipe(lambda recipe: replace(recipe, schema=schema))
    return version(project)


@recipe_router.get("/roles", tags=["roles"])
def show_roles(project: TheProject) -> RolesShape:
    """Tell the role of each column that has one."""
    roles = project.recipe().roles
    return RolesShape(roles=dict(roles))


@recipe_router.put("/roles", tags=["roles"])
def put_roles(app: TheApp, project: TheProject, given: RolesShape) -> VersionShape:
    """Decide roles; columns that are not named keep theirs."""
    with app.readers.table(project) as table:
        unknown = [name for name in given.roles if name not in table.columns]
    if unknown:
        raise RoleError("rest.columns-do-not-exist", unknown=len(unknown))
    roles = given.roles
    project.change_recipe(lambda recipe: set_roles(recipe, roles))
    return version(project)


def version(project: Project) -> VersionShape:
    """Tell which version of the recipe holds now."""
    history = project.history
    return VersionShape(
        recipe_version=history.current, can_undo=history.can_undo, can_redo=history.can_redo
    )


hierarchy_router = APIRouter(prefix="/projects/{project}/hierarchy", tags=["hierarchies"])
FILE = file_body(
    "text/plain",
    Message(
        "rest.described-hierarchy-file",
        formats=[each.title for each in HIERARCHY_FORMATS.values()],
    ),
)
GIVES_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}}
}


@hierarchy_router.get("")
def show_hierarchy(
    app: TheApp, project: TheProject, column: ColumnAsked, limit: Limit = 1000
) -> HierarchyShape:
    """Give the hierarchy that the recipe has for a column, else the proposed one."""
    rule = project.recipe().hierarchies.get(column)
    if rule is None:
        return propose(app, project, column, "en", limit)
    hierarchy = trees.build(app.readers, project, column, rule)
    return _shape(app, project, hierarchy, limit, rule_to_dict(rule))


@hierarchy_router.get("/proposal")
def propose(
    app: TheApp,
    project: TheProject,
    column: ColumnAsked,
    language: Language = "en",
    limit: Limit = 1000,
) -> HierarchyShape:
    """Propose a hierarchy for a column, with the reason."""
    found, hierarchy = trees.propose(app.readers, project, column)
    rule, reason = rule_to_dict(found.rule), found.reason.text(language)
    return _shape(app, project, hierarchy, limit, rule, reason)


@hierarchy_router.put("")
def put_hierarchy(
    app: TheApp, project: TheProject, column: ColumnAsked, given: HierarchyGiven
) -> VersionShape:
    """Decide the hierarchy of a quasi-identifier. One that misses values is not refused here."""
    rule = _rule(column, given)
    project.change_recipe(lambda recipe: set_hierarchy(recipe, column, rule))
    return version(project)


@hierarchy_router.delete("")
def drop_hierarchy(project: TheProject, column: ColumnAsked) -> VersionShape:
    """Let the hierarchy of a column be proposed again."""

    def without(recipe: celosia.Recipe) -> celosia.Recipe:
        kept = {name: rule for name, rule in recipe.hierarchies.items() if name != column}
        return replace(recipe, hierarchies=kept, node={})

    project.change_recipe(without)
    return version(project)


@hierarchy_router.post("/check")
def check_hierarchy(
    app: TheApp,
    project: TheProject,
    column: ColumnAsked,
    given: HierarchyGiven,
    limit: Limit = 1000,
) -> HierarchyShape:
    """Say what a hierarchy misses, lists twice or splits; nothing is decided."""
    if given.rows is not None:
        return _shape(app, project, trees.from_rows(column, given.rows), limit)
    hierarchy = trees.build(app.readers, project, column, _rule(column, given))
    return _shape(app, project, hierarchy, limit)


@hierarchy_router.post("/import", openapi_extra=FILE)
async def import_hierarchy(
    request: Request,
    app: TheApp,
    project: TheProject,
    column: ColumnAsked,
    format: HierarchyFormat | None = None,
) -> HierarchyShape:
    """Take a hierarchy file as the body, decide on it, and say how it fits."""
    content = await small_file(request, project.limits.hierarchy)
    return await run_in_threadpool(_import, app, project, column, content, format)


@hierarchy_router.get("/export", response_class=Response, responses=GIVES_FILE)
def export_hierarchy(
    app: TheApp, project: TheProject, column: ColumnAsked, format: HierarchyFormat = "own"
) -> Response:
    """Give the hierarchy of a column as a file of a format."""
    content = trees.write_content(trees.build(app.readers, project, column), format)
    return Response(content, media_type="text/csv", headers=download("hierarchy.csv"))


def download(name: str) -> dict[str, str]:
    """Let a browser save an answer instead of showing it."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _import(
    app: App, project: Project, column: str, content: bytes, format: str | None
) -> HierarchyShape:
    hierarchy = trees.read_content(column, content, format)
    shape = _shape(app, project, hierarchy, 1000)
    rule = trees.explicit(hierarchy)
    project.change_recipe(lambda recipe: set_hierarchy(recipe, column, rule))
    return shape


def _rule(column: str, given: HierarchyGiven) -> HierarchyRule:
    if (given.rule is None) == (given.rows is None):
        raise celosia.ParameterError("rest.give-either-rule-rows")
    if given.rows is not None:
        return trees.explicit(trees.from_rows(column, given.rows))
    return trees.rule_of(given.rule or {})


def _shape(
    app: App,
    project: Project,
    hierarchy: celosia.Hierarchy,
    limit: int,
    rule: dict[str, Any] | None = None,
    reason: str | None = None,
) -> HierarchyShape:
    found = trees.problems(app.readers, project, hierarchy)
    return HierarchyShape(
        column=hierarchy.attribute,
        height=hierarchy.height,
        number=len(hierarchy.values),
        rows=[list(row) for row in hierarchy.rows[:limit]],
        rule=rule,
        reason=reason,
        problems=ProblemsShape(**trees.describe_problems(found)),
    )


technique_router = APIRouter(prefix="/projects/{project}", tags=["techniques"])


class TechniquesShape(Strict):
    """Techniques in their order, each as a recipe writes it: its kind and its entries."""

    techniques: list[TechniqueEntries] = Field(max_length=200)


class SuggestionShape(BaseModel):
    """Something that can be done to a column, and why; nothing where the list is empty."""

    techniques: list[TechniqueEntries]
    reason: str


class TriedShape(BaseModel):
    """What a technique did, or why it cannot be applied."""

    technique: TechniqueEntries
    effect: dict[str, Any] | None
    warnings: list[str]
    error: str | None


class ChangeShape(BaseModel):
    """A cell before and after: personal data, for its owner."""

    before: str | None
    after: str | None
    left_out: bool


class PreviewShape(BaseModel):
    """What the techniques of the recipe would do."""

    records: int
    sampled: bool
    steps: list[TriedShape]
    rows: list[ChangeShape]


@technique_router.get("/techniques")
def show_techniques(project: TheProject) -> TechniquesShape:
    """Give the techniques of the recipe."""
    found = project.recipe().techniques
    return TechniquesShape(techniques=[technique_to_dict(each) for each in found])


@technique_router.put("/techniques")
def put_techniques(app: TheApp, project: TheProject, given: TechniquesShape) -> VersionShape:
    """Decide the techniques.

    A hierarchy that does not hold what they leave of its column is dropped; one that a technique
    follows is added.
    """
    decided = [technique_from_dict(entries) for entries in given.techniques]
    project.change_recipe(
        lambda recipe: service.set_techniques(app.readers, project, recipe, decided)
    )
    return version(project)


class RemedyGiven(Strict):
    """A remedy for a column, as a refused job names it (`unguarded`)."""

    column: str = Field(max_length=1000)
    kind: str = Field(max_length=100)
    technique: TechniqueEntries | None = None
    alone: float | None = None
    text: str | None = None
    reason: str = Field("", max_length=1000)


@technique_router.post("/remedies")
def apply_one(project: TheProject, given: RemedyGiven) -> VersionShape:
    """Do with a column that tells people apart what a remedy says; `exact` takes a reason."""
    remedy = Remedy(given.kind, given.technique or {}, given.alone)
    project.change_recipe(lambda now: apply_remedy(now, given.column, remedy, given.reason))
    return version(project)


@technique_router.get("/techniques/suggestions")
def suggest_techniques(
    app: TheApp, project: TheProject, column: ColumnAsked, language: Language = "en"
) -> list[SuggestionShape]:
    """List what the authorities' guide offers for a column; the first is suggested."""
    options = service.suggest(app.readers, project, column, _kind(app, project, column))
    return [
        SuggestionShape(
            techniques=[technique_to_dict(each) for each in option.techniques],
            reason=option.reason.text(language),
        )
        for option in options
    ]


@technique_router.get("/techniques/preview")
def preview_techniques(
    app: TheApp,
    project: TheProject,
    column: ColumnAsked,
    rows: Annotated[int, Query(ge=0, le=100)] = 5,
    language: Language = "en",
) -> PreviewShape:
    """Try the techniques, and show a few cells of a column before and after; nothing is kept."""
    tried = service.try_techniques(app.readers, project)
    return PreviewShape(
        records=tried.records,
        sampled=tried.sampled,
        steps=[_told(step, language) for step in tried.steps],
        rows=[
            ChangeShape(before=cell.before, after=cell.after, left_out=cell.left_out)
            for cell in tried.changes(column, rows)
        ],
    )


def _told(step: TriedStep, language: Language) -> TriedShape:
    return TriedShape(
        technique=technique_to_dict(step.technique),
        effect=json_ready(step.effect.to_dict()) if step.effect else None,
        warnings=[warning.text(language) for warning in step.warnings],
        error=step.error.text(language) if step.error else None,
    )


def _kind(app: App, project: Project, column: str) -> str | None:
    """Find what the newest profile says that a column holds."""
    job = app.jobs.latest(project, "profile")
    if job is None:
        raise ConflictError("rest.columns-not-looked-yet-ask")
    columns = app.jobs.result(project, job.id)["columns"]
    kinds = {each["name"]: each.get("kind") for each in columns}
    if column not in kinds:
        raise celosia.ParameterError("rest.no-such-column")
    kind: str | None = kinds[column]
    return kind
