"""The job *profile*: what each column is, and a recipe to begin with."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Annotated, Any

import celosia
from celosia.core.parameters import OneOf
from celosia.files.atomic import write_whole
from celosia.text.languages import languages
from celosia.text.messages import Message
from celosia.web.service.work import ASSESS, JOB_KINDS, PROPOSE, READ, JobKind, JobTask, both
from celosia.workflow.propose import ColumnProfile, proposed_reading
from celosia.workflow.read import write_schema
from celosia.workflow.variants import find_variants


@dataclass(frozen=True, slots=True)
class ProfileOptions:
    """In which language the proposed recipe explains itself."""

    language: Annotated[str, OneOf(languages())] = "en"


def profile(task: JobTask[ProfileOptions]) -> dict[str, Any]:
    """Say what each column is and which role it may have, and propose a recipe."""
    with ExitStack() as opened:
        table = opened.enter_context(task.open_table())
        task.progress("propose", 0.0)
        if task.entries.roles:  # decided already: what codes mean, too
            proposal = celosia.propose(table)
        else:
            table, proposal = opened.enter_context(proposed_reading(table))
        recipe = replace(
            proposal.recipe("", ""),
            source=None,
            output=None,
            reading=table.options,
        )
        notes = proposal.notes(task.options.language)
        write_whole(task.files / "recipe.toml", recipe.to_toml(notes))
        write_schema(table.schema, task.files / "schema.toml")
        task.progress("assess", 0.0)
        figures = None
        if recipe.quasi_identifiers and table.records:
            figures = celosia.assess(
                table, recipe.quasi_identifiers, recipe.sensitive, subject=recipe.subject
            )
        chosen = proposal.quasi_identifiers
        return {
            "records": table.records,
            "missing_codes": dict(table.missing_codes),
            "variants": {
                each.column: each.to_dict() for each in find_variants(table.relation, table.columns)
            },
            "columns": [describe_column(column, proposal) for column in proposal.columns],
            "quasi_identifiers": chosen and chosen.to_dict(),
            "subject": list(proposal.subject),
            "persons": proposal.person_rows and both(proposal.person_rows.told),
            "figures": figures and figures.to_dict(),
            "recipe": recipe.to_toml(notes),
        }


def describe_column(profile: ColumnProfile, proposal: celosia.Proposal) -> dict[str, Any]:
    """Tell what a column is, and the role and hierarchy proposed for it."""
    hierarchy = proposal.hierarchies.get(profile.column.name)
    return {**profile.to_dict(both), "hierarchy_reason": hierarchy and both(hierarchy.reason)}


JOB_KINDS.add(
    "profile",
    JobKind(
        Message("service.looking-columns"),
        profile,
        ProfileOptions,
        stages=(READ, PROPOSE, ASSESS),
        command="profile",
    ),
    order=1,
)
