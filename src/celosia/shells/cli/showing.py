"""How a release is told to people."""

from __future__ import annotations

import click

import celosia
from celosia.shells.cli.ledger import told_cost
from celosia.shells.cli.output import print_table


def show(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Tell a person what was published."""
    before, after = release.before, release.after.figures
    searched = recipe.how.family is not celosia.MethodFamily.UNTOUCHED
    print_table(
        "Before and after",
        ["", "before", "after"],
        [
            ("records", before.records, after.records),
            ("classes", before.classes, after.classes),
            ("smallest class", before.min_class, after.min_class),
            ("records like no other", before.risk.unique, after.risk.unique),
            ("highest prosecutor risk", f"{before.risk.highest:.3f}", f"{after.risk.highest:.3f}"),
            ("average prosecutor risk", f"{before.risk.average:.3f}", f"{after.risk.average:.3f}"),
            *([("loss", "0.000", f"{release.loss:.3f}")] if searched else []),
        ],
    )
    _show_techniques(release)
    if recipe.how.groups:
        _show_groups(release)
    elif recipe.how.family is celosia.MethodFamily.VAGUE:
        _show_sets(release)
    elif searched:
        _show_levels(release, recipe)
    models = " and ".join(map(str, recipe.models))
    click.echo(
        f"{f'Meets {models}' if models else 'Was asked to meet no model'} on "
        f"{{{', '.join(release.after.quasi_identifiers)}}} "
        f"(nulls: {recipe.nulls.value}), verified by reading it again."
    )
    click.echo(f"{release.suppressed} of {release.records_in} records were suppressed.")
    if release.excluded:
        click.echo(f"{release.excluded} records with nulls were left out.")
    click.echo("It does not protect against homogeneity, background knowledge or other releases.")
    click.echo(f"Release:     {release.output}\nCertificate: {release.certificate}")
    click.echo(f"Evidence:    {release.evidence} (private: shows an auditor what it was made of)")
    if cost := told_cost(release):
        click.echo(cost)
    if release.vault:
        click.echo(f"Vault:       {release.vault} (keep it apart from the release)")


def _show_techniques(release: celosia.Release) -> None:
    if not release.steps:
        return
    rows = []
    for step in release.steps:
        left = step.effect.records_before - step.effect.records_after
        changed = [(c.column, _change(c)) for c in step.effect.columns if not left]
        rows += [
            (step.technique.kind, column, *told)
            for column, told in changed or [("", (f"{left} records left out", "", ""))]
        ]
    print_table("Techniques", ["technique", "column", "changed", "distinct", "mean"], rows)
    for warning in dict.fromkeys(w.text() for step in release.steps for w in step.warnings):
        click.echo(f"Note: {warning}")


def show_explanations(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Say what each technique does, what it keeps, and what it does not protect."""
    for step in release.steps:
        said = step.technique.explanation.text(recipe.language)
        click.echo(f"{step.technique.kind}: {said}")


def _change(column: celosia.ColumnEffect) -> tuple[str, str, str]:
    if column.removed:
        return "left out", "", ""
    numbers = column.numbers
    return (
        "" if column.changed is None else f"{column.changed:.1%}",
        f"{column.distinct_before} → {column.distinct_after}",
        f"{numbers.mean_before:.4g} → {numbers.mean_after:.4g}" if numbers else "",
    )


def _show_levels(release: celosia.Release, recipe: celosia.Recipe) -> None:
    print_table(
        "Generalization",
        ["quasi-identifier", "level", "of", "hierarchy"],
        [
            (name, level, top, "proposed" if name in release.proposed else "given")
            for (name, level), top in zip(
                release.node.items(), release.search.max_levels, strict=True
            )
        ],
    )
    if release.raised:
        raised = ", ".join(f"{name} from level {level}" for name, level in release.raised.items())
        click.echo(f"Too many combinations to count at the finest levels, so: {raised}.")
    if not release.search.exact and not recipe.node:
        click.echo(
            f"Not proven best: the optimum's {recipe.objective} is at most "
            f"{release.search.gap:.4f} lower."
        )


def _show_sets(release: celosia.Release) -> None:
    found = release.vague
    print_table(
        "Fuzzy sets",
        ["quasi-identifier", "from low to high", "loss"],
        [
            (name, " · ".join(found.found.names[name]), f"{found.losses[name]:.4f}")
            for name in found.coded
        ],
    )
    if found.figures is None:
        click.echo("Q, l and t were not measured: there are too many combinations of sets.")
    else:
        print_table("What the labels protect", ["figure", "value"], _fuzzy_rows(found.figures))


def _fuzzy_rows(figures: celosia.FuzzyFigures) -> list[tuple[str, str]]:
    rows = [
        ("k by labels", str(figures.k)),
        ("Q by memberships", str(figures.q)),
        ("records at risk", str(figures.at_risk)),
    ]
    if figures.singling is not None:
        rows.append(("records alone with their memberships", str(figures.singling.alone)))
    for name, held in figures.sensitive.items():
        rows.append((f"l of {name}, by memberships and by labels", f"{held.l}, {held.label_l}"))
        rows.append((f"t of {name}", f"{held.t:.4f}, {held.label_t:.4f}"))
    return rows


def _show_groups(release: celosia.Release) -> None:
    found = release.grouping
    print_table(
        "Groups",
        ["quasi-identifier", "published as", "loss"],
        [
            (name, output.value, f"{found.losses[name]:.4f}")
            for name, output in found.outputs.items()
        ],
    )
    if found.reason:
        click.echo(f"Method: {found.reason.text()}")
    if found.refined:
        refined = found.refined
        cut = "" if refined.finished else " It was cut short: another run may find other groups."
        lowered = f"from {refined.before:.4f} to {refined.after:.4f}"
        click.echo(f"The refinement lowered the loss {lowered}.{cut}")
