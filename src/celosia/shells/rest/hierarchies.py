"""Hierarchies of columns: proposed, decided, checked, brought in and taken out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

import celosia
from celosia.shells.rest.bodies import file_body, small_file
from celosia.shells.rest.depends import Column, Limit, TheApp, TheProject
from celosia.shells.rest.recipes import version
from celosia.shells.rest.shapes import (
    HierarchyFormat,
    HierarchyGiven,
    HierarchyShape,
    Language,
    Problems,
    Version,
)
from celosia.shells.service import App, Project, hierarchies as trees, with_hierarchy

router = APIRouter(prefix="/projects/{project}/hierarchy", tags=["hierarchies"])
FILE = file_body("text/plain", "A hierarchy: own CSV, ARX, Amnesia or taxonomy text.")
GIVES_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}}
}


@router.get("")
def show_hierarchy(
    app: TheApp, project: TheProject, column: Column, limit: Limit = 1000
) -> HierarchyShape:
    """Give the hierarchy that the recipe has for a column, else the proposed one."""
    rule = project.recipe().hierarchies.get(column)
    if rule is None:
        return propose(app, project, column, "en", limit)
    hierarchy = trees.build(app.readers, project, column, rule)
    return _shape(app, project, hierarchy, limit, celosia.rule_to_dict(rule))


@router.get("/proposal")
def propose(
    app: TheApp,
    project: TheProject,
    column: Column,
    language: Language = "en",
    limit: Limit = 1000,
) -> HierarchyShape:
    """Propose a hierarchy for a column, with the reason."""
    found, hierarchy = trees.propose(app.readers, project, column)
    rule, reason = celosia.rule_to_dict(found.rule), found.reason.text(language)
    return _shape(app, project, hierarchy, limit, rule, reason)


@router.put("")
def put_hierarchy(
    app: TheApp, project: TheProject, column: Column, given: HierarchyGiven
) -> Version:
    """Decide the hierarchy of a quasi-identifier. One that misses values is not refused here."""
    rule = _rule(column, given)
    project.change_recipe(lambda recipe: with_hierarchy(recipe, column, rule))
    return version(project)


@router.delete("")
def drop_hierarchy(project: TheProject, column: Column) -> Version:
    """Let the hierarchy of a column be proposed again."""

    def without(recipe: celosia.Recipe) -> celosia.Recipe:
        kept = {name: rule for name, rule in recipe.hierarchies.items() if name != column}
        return replace(recipe, hierarchies=kept, node={})

    project.change_recipe(without)
    return version(project)


@router.post("/check")
def check_hierarchy(
    app: TheApp,
    project: TheProject,
    column: Column,
    given: HierarchyGiven,
    limit: Limit = 1000,
) -> HierarchyShape:
    """Say what a hierarchy misses, lists twice or splits; nothing is decided."""
    if given.rows is not None:
        return _shape(app, project, trees.from_rows(column, given.rows), limit)
    hierarchy = trees.build(app.readers, project, column, _rule(column, given))
    return _shape(app, project, hierarchy, limit)


@router.post("/import", openapi_extra=FILE)
async def import_hierarchy(
    request: Request,
    app: TheApp,
    project: TheProject,
    column: Column,
    format: HierarchyFormat | None = None,
) -> HierarchyShape:
    """Take a hierarchy file as the body, decide on it, and say how it fits."""
    content = await small_file(request, project.limits.hierarchy)
    return await run_in_threadpool(_import, app, project, column, content, format)


@router.get("/export", response_class=Response, responses=GIVES_FILE)
def export_hierarchy(
    app: TheApp, project: TheProject, column: Column, format: HierarchyFormat = "own"
) -> Response:
    """Give the hierarchy of a column as a file of a format."""
    content = trees.content_of(trees.build(app.readers, project, column), format)
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
    project.change_recipe(lambda recipe: with_hierarchy(recipe, column, rule))
    return shape


def _rule(column: str, given: HierarchyGiven) -> celosia.HierarchyRule:
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
        problems=Problems(**trees.describe_problems(found)),
    )
