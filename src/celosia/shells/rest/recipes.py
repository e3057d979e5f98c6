"""The recipe and its parts: how to read, what columns are, which roles they have; and undo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

import celosia
from celosia.shells.rest.bodies import as_text, file_body, small_file
from celosia.shells.rest.depends import TheApp, TheProject
from celosia.shells.rest.recipe_shape import RECIPE, REFERENCE
from celosia.shells.rest.shapes import (
    ColumnShape,
    Reading,
    Roles,
    SchemaShape,
    Version,
)
from celosia.shells.service import ConflictError, Project, with_roles

router = APIRouter(prefix="/projects/{project}")
TOML = file_body("text/plain", "A recipe, as `celosia init` writes it, or as JSON.")
TOML["requestBody"]["content"]["application/json"] = {"schema": {"$ref": REFERENCE + RECIPE}}
GIVES_TOML: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get("/recipe", tags=["recipes"], response_class=PlainTextResponse, responses=GIVES_TOML)
def show_recipe(project: TheProject) -> PlainTextResponse:
    """Give the recipe as TOML."""
    text = project.recipe_text()
    if text is None:
        raise ConflictError("rest.no-recipe-yet-ask-profile")
    return PlainTextResponse(text)


@router.put("/recipe", tags=["recipes"], openapi_extra=TOML)
async def put_recipe(request: Request, project: TheProject) -> Version:
    """Begin a new version of the recipe, from TOML or JSON. Source and output are the project's."""
    text = as_text(await small_file(request, project.limits.hierarchy))
    is_json = request.headers.get("content-type", "").startswith("application/json")
    given = celosia.Recipe.from_json(text) if is_json else text
    await run_in_threadpool(project.save_recipe, given)
    return version(project)


@router.post("/recipe/undo", tags=["recipes"])
def undo(project: TheProject) -> Version:
    """Go back to the version before, if there is one."""
    project.undo()
    return version(project)


@router.post("/recipe/redo", tags=["recipes"])
def redo(project: TheProject) -> Version:
    """Go forth to the version that was undone, if there is one."""
    project.redo()
    return version(project)


@router.get("/reading", tags=["schema"])
def show_reading(project: TheProject) -> Reading:
    """Tell how the file is read; what is null is found out."""
    found = project.recipe().reading
    return Reading(
        separator=found.separator,
        quote=found.quote,
        encoding=found.encoding,
        null_values=list(found.null_values),
        sheet=found.sheet,
        labels=found.labels,
    )


@router.put("/reading", tags=["schema"])
def put_reading(project: TheProject, reading: Reading) -> Version:
    """Say how the file is to be read."""
    given = reading.model_dump()
    options = celosia.ReadOptions(**{**given, "null_values": tuple(reading.null_values)})
    project.change_recipe(lambda recipe: replace(recipe, reading=options))
    return version(project)


@router.get("/schema", tags=["schema"])
def show_schema(app: TheApp, project: TheProject) -> SchemaShape:
    """Tell what the columns are: as declared, else as found."""
    schema = app.readers.schema(project)
    return SchemaShape(
        columns={name: ColumnShape(**entries) for name, entries in schema.to_dict().items()}
    )


@router.put("/schema", tags=["schema"])
def put_schema(app: TheApp, project: TheProject, given: SchemaShape) -> Version:
    """Declare what columns are; values that are not so are reported by the next job."""
    entries = given.model_dump(exclude_none=True)["columns"]
    schema = celosia.Schema.from_dict(entries)
    with app.readers.table(project) as table:
        unknown = [name for name in schema.names if name not in table.columns]
    if unknown:
        raise celosia.SchemaError("rest.columns-schema-do-not-exist", unknown=len(unknown))
    project.change_recipe(lambda recipe: replace(recipe, schema=schema))
    return version(project)


@router.get("/roles", tags=["roles"])
def show_roles(project: TheProject) -> Roles:
    """Tell the role of each column that has one."""
    roles = project.recipe().roles
    return Roles(roles=dict(roles))


@router.put("/roles", tags=["roles"])
def put_roles(app: TheApp, project: TheProject, given: Roles) -> Version:
    """Decide roles; columns that are not named keep theirs."""
    with app.readers.table(project) as table:
        unknown = [name for name in given.roles if name not in table.columns]
    if unknown:
        raise celosia.RoleError("rest.columns-do-not-exist", unknown=len(unknown))
    roles = given.roles
    project.change_recipe(lambda recipe: with_roles(recipe, roles))
    return version(project)


def version(project: Project) -> Version:
    """Tell which version of the recipe holds now."""
    history = project.history
    return Version(
        recipe_version=history.current, can_undo=history.can_undo, can_redo=history.can_redo
    )
