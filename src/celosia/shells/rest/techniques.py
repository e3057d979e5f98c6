"""The techniques of a recipe: decided in order, suggested by the guide, tried on the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema

import celosia
from celosia.shells.rest.depends import Column, TheApp, TheProject
from celosia.shells.rest.made_shapes import shape_of
from celosia.shells.rest.recipes import version
from celosia.shells.rest.shapes import Language, Strict, Version
from celosia.shells.service import App, ConflictError, Project, techniques as service

router = APIRouter(prefix="/projects/{project}", tags=["techniques"])


class _EveryTechnique:
    """Describes what a recipe may write: the techniques that there are when somebody asks."""

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        offered = [
            (kind, made)
            for kind, made in celosia.TECHNIQUES.items()
            if "rest" not in made.described.not_offered
        ]
        return {"oneOf": [_shape(kind, made).model_json_schema() for kind, made in offered]}


def _shape(kind: str, made: type[celosia.Technique]) -> type[BaseModel]:
    return shape_of(made, name=made.__name__, more={"kind": (Literal[kind], ...)})


Entries = Annotated[dict[str, Any], _EveryTechnique()]
"""A technique as a recipe writes it: its kind and its entries."""


class Techniques(Strict):
    """Techniques in their order, each as a recipe writes it: its kind and its entries."""

    techniques: list[Entries] = Field(max_length=200)


class Option(BaseModel):
    """Something that can be done to a column, and why; nothing where the list is empty."""

    techniques: list[Entries]
    reason: str


class TriedShape(BaseModel):
    """What a technique did, or why it cannot be applied."""

    technique: Entries
    effect: dict[str, Any] | None
    warnings: list[str]
    error: str | None


class Change(BaseModel):
    """A cell before and after: personal data, for its owner."""

    before: str | None
    after: str | None
    left_out: bool


class PreviewShape(BaseModel):
    """What the techniques of the recipe would do."""

    records: int
    sampled: bool
    steps: list[TriedShape]
    rows: list[Change]


@router.get("/techniques")
def show_techniques(project: TheProject) -> Techniques:
    """Give the techniques of the recipe."""
    found = project.recipe().techniques
    return Techniques(techniques=[celosia.technique_to_dict(each) for each in found])


@router.put("/techniques")
def put_techniques(app: TheApp, project: TheProject, given: Techniques) -> Version:
    """Decide the techniques.

    A hierarchy that does not hold what they leave of its column is dropped; one that a technique
    follows is added.
    """
    decided = [celosia.technique_from_dict(entries) for entries in given.techniques]
    project.change_recipe(
        lambda recipe: service.with_techniques(app.readers, project, recipe, decided)
    )
    return version(project)


@router.get("/techniques/suggestions")
def suggest_techniques(
    app: TheApp, project: TheProject, column: Column, language: Language = "en"
) -> list[Option]:
    """List what the authorities' guide offers for a column; the first is suggested."""
    options = service.suggest(app.readers, project, column, _kind(app, project, column))
    return [
        Option(
            techniques=[celosia.technique_to_dict(each) for each in option.techniques],
            reason=option.reason.text(language),
        )
        for option in options
    ]


@router.get("/techniques/preview")
def preview_techniques(
    app: TheApp,
    project: TheProject,
    column: Column,
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
            Change(before=cell.before, after=cell.after, left_out=cell.left_out)
            for cell in tried.changes(column, rows)
        ],
    )


def _told(step: celosia.TriedStep, language: Language) -> TriedShape:
    return TriedShape(
        technique=celosia.technique_to_dict(step.technique),
        effect=celosia.json_ready(step.effect.to_dict()) if step.effect else None,
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
