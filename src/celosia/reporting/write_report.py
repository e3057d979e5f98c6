"""Gather what a report shows, and write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from celosia.core.model import model_name
from celosia.core.objective import OBJECTIVES
from celosia.core.table import Table
from celosia.errors import DataError, RoleError
from celosia.methods.method import MethodFamily
from celosia.recipe import Recipe
from celosia.register import FoundCertificate
from celosia.register.certificate import private_beside
from celosia.reporting.html_page import ReleaseFigures, ReportContent, page
from celosia.reporting.markup import as_it_is
from celosia.reporting.public_page import HASHES, method_title, public_page
from celosia.techniques.pseudonyms.pseudonym import PERSONAL_DATA
from celosia.text.languages import ENGLISH, Language
from celosia.text.messages import Message, joined
from celosia.workflow.assess import THRESHOLD, Assessment, assess
from celosia.workflow.certify import nulls_told, risks_of_recipe
from celosia.workflow.code_fuzzy import FuzzyPictures
from celosia.workflow.compare import compare, hierarchies_of
from celosia.workflow.read import TableOrPath, open_table
from celosia.workflow.release_files import find_certificate
from celosia.workflow.residual_risks import ResidualRisk, risks_in_classes
from celosia.workflow.verify import classes_of


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
        contents = [_content(before, each, recipe, threshold, key, language) for each in releases]
    beside = [
        ReleaseFigures(str(content.how["release"]), content.after, content.comparison)
        for content in contents
    ]
    return page(replace(contents[0], releases=beside), language)


def public_report(release: TableOrPath, language: Language = "en") -> str:
    r"""Write the page about a release that may be published with it.

    It is made of the release's public certificate and nothing else: neither the original nor the
    recipe is read.

    Parameters
    ----------
    release
        An open table, or a file or address, with its certificate.
    language
        In which the page is written.

    Returns
    -------
    str
        A page that needs nothing from elsewhere.

    Raises
    ------
    DataError
        When there is no certificate of this very table.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> from celosia.models import KAnonymity
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("sex\nf\nf\nm\nm\nm\n")
    ...     with celosia.read(path) as table:
    ...         recipe = celosia.Recipe(
    ...             roles={"sex": celosia.Role.QUASI_IDENTIFIER}, models=(KAnonymity(2),)
    ...         )
    ...         release = celosia.anonymize(table, recipe, Path(folder) / "release.csv")
    ...     page = celosia.public_report(release.path)
    >>> "2-anonymity" in page
    True
    """
    found = find_certificate(release.source if isinstance(release, Table) else release)
    if found is None or not found.of_this_file or "said" not in found.proof:
        named = release.name if isinstance(release, Table) else Path(release).name
        raise DataError("report.certificate-says-not", name=named)
    return public_page(found.proof, found.notes, language)


def _content(
    before: Table,
    release: TableOrPath,
    recipe: Recipe,
    threshold: float,
    key: bytes | None,
    language: Language,
) -> ReportContent:
    found = find_certificate(release.source if isinstance(release, Table) else release)
    made = _evidence(found)
    with open_table(release) as after:
        sensitive = [name for name in recipe.sensitive if name in after.columns]
        names = [name for name in recipe.quasi_identifiers if name in after.columns]
        columns, title, identity = after.columns, after.name, after.relation.evidence()
        measured = partial(
            assess,
            quasi_identifiers=names,
            sensitive=sensitive,
            nulls=recipe.nulls,
            subject=recipe.subject,
            threshold=threshold,
            as_written=[name for name in recipe.as_written if name in after.columns],
        )
        now = measured(after)
        comparison = compare(before, after, names, hierarchies_of(before, recipe, key))
        residual = _residual(after, names, sensitive, recipe, made)
    was = measured(before)
    return ReportContent(
        statement=_statement(now),
        before=was,
        after=now,
        comparison=comparison,
        threshold=threshold,
        how={
            "release": as_it_is(title),
            **{key: as_it_is(identity[key]) for key in HASHES if key in identity},
            "models": _models(recipe, made, language),
            "suppression limit": Message(
                "report.limit", share=made.get("suppression_limit", recipe.suppression)
            ),
            **_method(recipe, made),
            "seed": as_it_is(made.get("seed", recipe.seed)),
        },
        roles={column: role.value for column, role in recipe.roles.items()},
        levels=_levels(made),
        techniques=[technique.explanation for technique in recipe.techniques],
        notes=_notes(found, recipe, columns),
        fuzzy=_fuzzy(before, recipe, key) if recipe.how.family is MethodFamily.FUZZY else None,
        residual=[risk.told for risk in residual],
    )


def _fuzzy(before: Table, recipe: Recipe, key: bytes | None) -> FuzzyPictures:
    """Find the sets again; only such a report loads what finds them."""
    from celosia.workflow.draw_fuzzy import fuzzy_pictures

    return fuzzy_pictures(before, recipe, key)


def _models(recipe: Recipe, made: Mapping[str, Any], language: Language) -> Message:
    """Name the models asked of the release; of one without a certificate, the recipe's."""
    said = made.get("said", {})
    named = [*map(as_it_is, said.get(language, said.get(ENGLISH, {})).get("models", ()))]
    named = named if said else [model_name(model) for model in recipe.models]
    return joined(named, "; ") if named else as_it_is("–")


def _evidence(found: FoundCertificate | None) -> Mapping[str, Any]:
    """Read how this very release was made: its certificate, and what the owner keeps beside it."""
    if found is None or not found.of_this_file:
        return {}
    return {**found.proof, **(private_beside(found.path) or {})}


def _residual(
    after: Table,
    names: Sequence[str],
    sensitive: Sequence[str],
    recipe: Recipe,
    made: Mapping[str, Any],
) -> list[ResidualRisk]:
    """Say what is not ruled out: as it was measured when the release was made, or anew."""
    if "said" in made:
        return [ResidualRisk.from_dict(told) for told in made["residual_risks"]]
    queries = [(name,) for name in sensitive]
    classes = classes_of(after.relation, names, queries, recipe.nulls, as_written=recipe.as_written)
    return [*risks_in_classes(classes, sensitive, recipe.models), *risks_of_recipe(recipe)]


def _method(recipe: Recipe, made: Mapping[str, Any]) -> dict[str, Message]:
    """Name the method that was used, with the choices that are its own."""
    used = made.get("grouping", {}).get("method") or made.get("method") or recipe.method
    method = method_title(used)
    if recipe.how.family is not MethodFamily.FUZZY:
        objective = made.get("objective", recipe.objective)
        return {"method": method, "objective": OBJECTIVES[objective].title}
    choices = recipe.fuzzy
    sets = f"{choices.coding}, {choices.sets}"
    coding = Message("report.together", sets=sets) if choices.together else as_it_is(sets)
    return {"method": method, "coding": coding}


def _levels(made: Mapping[str, Any]) -> dict[str, str]:
    """Tell the levels, if the owner keeps them; groups have labels of their own."""
    return {
        column: f"{level} / {made['hierarchies'][column]['height']}"
        for column, level in made.get("node", {}).items()
    }


def _notes(
    found: FoundCertificate | None, recipe: Recipe, columns: Sequence[str]
) -> tuple[Message, ...]:
    """Tell that a release is personal data: by its certificate, else by what the recipe does."""
    if found is not None:
        return found.notes
    return (PERSONAL_DATA,) if set(recipe.pseudonymized) & set(columns) else ()


def _statement(now: Assessment) -> Message:
    in_persons = now.subject_k is not None
    return Message(
        "report.measured-in-persons" if in_persons else "report.measured-release-itself-k-highest",
        k=now.k,
        names=now.quasi_identifiers,
        nulls=nulls_told(now.nulls),
        highest=now.prosecutor["highest"],
    )
