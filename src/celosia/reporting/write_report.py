"""Gather what a report shows, and write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from celosia.core.model import model_name
from celosia.core.objective import OBJECTIVES
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
from celosia.workflow.certify import nulls_told
from celosia.workflow.code_fuzzy import FuzzyPictures
from celosia.workflow.compare import compare, hierarchies_of
from celosia.workflow.read import TableOrPath, open_table
from celosia.workflow.release_files import find_certificate

HASHES = ("sha256", "fingerprint")
"""What tells a release from any other: of a file, of a server's table."""


def report(
    original: TableOrPath,
    releases: Sequence[TableOrPath],
    recipe: Recipe,
    language: Language = "en",
    threshold: float = THRESHOLD,
    key: bytes | None = None,
) -> str:
    r"""Compare a release with its original on one HTML page; several are put on one plot.

    Parameters
    ----------
    original
        An open table, or a file or address to read as the recipe says.
    releases
        Open tables, or files or addresses; the first is the one described.
    recipe
        Roles, hierarchies and models; the figures are measured again from the tables.
    language
        In which the page is written.
    threshold
        Above which probability a record counts as at risk.
    key
        The secret of the recipe's techniques.

    Returns
    -------
    str
        A page that needs nothing from elsewhere.

    Raises
    ------
    RoleError
        When the recipe names no quasi-identifier.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     before, after = Path(folder) / "people.csv", Path(folder) / "release.csv"
    ...     _ = before.write_text("sex\nf\nf\nm\nm\n"), after.write_text("sex\nf\nf\n*\n*\n")
    ...     recipe = celosia.Recipe(roles={"sex": celosia.Role.QUASI_IDENTIFIER})
    ...     page = celosia.report(before, [after], recipe)
    >>> page.startswith("<!doctype html>")
    True
    """
    if not recipe.quasi_identifiers:
        raise RoleError("report.name-quasi-identifiers-report-about")
    with open_table(original, recipe.reading) as before:
        contents = [_content(before, each, recipe, threshold, key) for each in releases]
    beside = [
        ReleaseFigures(str(content.how["release"]), content.after, content.comparison)
        for content in contents
    ]
    return page(replace(contents[0], releases=beside), language)


def _content(
    before: Table, release: TableOrPath, recipe: Recipe, threshold: float, key: bytes | None
) -> ReportContent:
    found = find_certificate(release.source if isinstance(release, Table) else release)
    with open_table(release) as after:
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
        fuzzy=_fuzzy(before, recipe, key) if recipe.how.family is MethodFamily.FUZZY else None,
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
    if recipe.how.family is not MethodFamily.FUZZY:
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
    return (PERSONAL_DATA,) if set(recipe.pseudonymized) & set(columns) else ()


def _statement(now: Assessment) -> Message:
    return Message(
        "report.measured-release-itself-k-highest",
        k=now.k,
        names=now.quasi_identifiers,
        nulls=nulls_told(now.nulls),
        highest=now.prosecutor["highest"],
    )
