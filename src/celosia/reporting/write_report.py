"""Gather what a report shows, and write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from celosia.core.model_names import model_name
from celosia.core.objective import OBJECTIVES
from celosia.core.schema import ReadOptions
from celosia.core.table import Table
from celosia.errors import RoleError
from celosia.methods.method import MethodFamily
from celosia.recipe import Recipe
from celosia.register import FoundCertificate
from celosia.reporting.html_page import ReleaseFigures, ReportContent, page
from celosia.reporting.markup import as_it_is
from celosia.techniques.pseudonyms.pseudonym import PERSONAL_DATA
from celosia.text.languages import Language
from celosia.text.messages import Message, joined
from celosia.workflow.assess import THRESHOLD, Assessment, assess
from celosia.workflow.code_fuzzy import FuzzyPictures
from celosia.workflow.compare import compare, hierarchies_of
from celosia.workflow.find_certificate import find_certificate
from celosia.workflow.guide import pseudonymized_columns
from celosia.workflow.read import read

HASHES = ("sha256", "fingerprint")
"""What tells a release from any other: of a file, of a server's table."""


def report(
    original: str | Path,
    releases: Sequence[str | Path],
    recipe: Recipe,
    language: Language = "en",
    threshold: float = THRESHOLD,
    key: bytes | None = None,
) -> str:
    """Compare a release with its original on one HTML page; several are put on one plot.

    The first release is the one described. Roles, hierarchies and models come from the recipe;
    the figures are measured again from the files. `key` is the secret of its techniques.
    """
    if not recipe.quasi_identifiers:
        raise RoleError("report.name-quasi-identifiers-report-about")
    with read(original, recipe.reading) as before:
        contents = [_content(before, path, recipe, threshold, key) for path in releases]
    beside = [
        ReleaseFigures(str(content.how["release"]), content.after, content.comparison)
        for content in contents
    ]
    return page(replace(contents[0], releases=beside), language)


def _content(
    before: Table, path: str | Path, recipe: Recipe, threshold: float, key: bytes | None
) -> ReportContent:
    found = find_certificate(path)
    with read(path, ReadOptions()) as after:
        sensitive = [name for name in recipe.sensitive if name in after.columns]
        names = [name for name in recipe.quasi_identifiers if name in after.columns]
        columns, title, identity = after.columns, after.name, after.relation.evidence()
        now = assess(after, names, sensitive, recipe.nulls, threshold=threshold)
        comparison = compare(before, after, names, hierarchies_of(before, recipe, key))
    was = assess(before, names, sensitive, recipe.nulls, threshold=threshold)
    return ReportContent(
        statement=_statement(now),
        before=was,
        after=now,
        comparison=comparison,
        threshold=threshold,
        how={
            "release": as_it_is(title),
            **{key: as_it_is(identity[key]) for key in HASHES if key in identity},
            "models": _models(recipe),
            "suppression limit": Message("report.limit", share=recipe.suppression),
            **_method(recipe),
            "seed": as_it_is(recipe.seed),
        },
        roles={column: role.value for column, role in recipe.roles.items()},
        levels=_levels(found),
        techniques=[technique.explanation for technique in recipe.techniques],
        notes=_notes(found, recipe, columns),
        fuzzy=_fuzzy(before, recipe, key) if recipe.how.family is MethodFamily.VAGUE else None,
    )


def _fuzzy(before: Table, recipe: Recipe, key: bytes | None) -> FuzzyPictures:
    """Find the sets again; only such a report loads what finds them."""
    from celosia.workflow.draw_fuzzy import fuzzy_pictures

    return fuzzy_pictures(before, recipe, key)


def _models(recipe: Recipe) -> Message:
    named = [model_name(model) for model in recipe.models]
    return joined(named, "; ") if named else as_it_is("–")


def _method(recipe: Recipe) -> dict[str, Message]:
    """Name the method with the choices that are its own."""
    method = recipe.how.title
    if recipe.how.family is not MethodFamily.VAGUE:
        return {"method": method, "objective": OBJECTIVES[recipe.objective].title}
    choices = recipe.fuzzy
    sets = f"{choices.coding}, {choices.sets}"
    coding = Message("report.together", sets=sets) if choices.together else as_it_is(sets)
    return {"method": method, "coding": coding}


def _levels(found: FoundCertificate | None) -> dict[str, str]:
    """Take the levels from the certificate beside a release, if it is the release's."""
    if found is None or not found.of_this_file:
        return {}
    try:
        return {
            column: f"{level} / {found.proof['hierarchies'][column]['height']}"
            for column, level in found.proof["node"].items()
        }
    except (KeyError, TypeError, AttributeError):  # of groups, or somebody else's certificate
        return {}


def _notes(
    found: FoundCertificate | None, recipe: Recipe, columns: Sequence[str]
) -> tuple[Message, ...]:
    """Tell that a release is personal data: by its certificate, else by what the recipe does."""
    if found is not None:
        return found.notes
    return (PERSONAL_DATA,) if set(pseudonymized_columns(recipe)) & set(columns) else ()


def _statement(now: Assessment) -> Message:
    nulls = {
        "value": Message("report.nulls-values"),
        "wildcard": Message("report.nulls-matching-anything"),
        "excluded": Message("report.records-nulls-left-out"),
    }[now.nulls.value]
    return Message(
        "report.measured-release-itself-k-highest",
        k=now.k,
        names=now.quasi_identifiers,
        nulls=nulls,
        highest=now.prosecutor["highest"],
    )
