"""How a release is told to people."""

from __future__ import annotations

import click

import celosia
from celosia.cli.output import print_table
from celosia.cli.secret_options import told_cost
from celosia.cli.speaking import figure, say, told
from celosia.text.messages import Message


def show(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Tell a person what was published."""
    before, after = release.before, release.after.figures
    searched = recipe.how.family is not celosia.MethodFamily.UNTOUCHED
    print_table(
        told("cli.before-after"),
        ["", told("cli.before"), told("cli.after")],
        [
            (told("cli.row-records"), before.records, after.records),
            (told("cli.row-classes"), before.classes, after.classes),
            (told("cli.row-smallest-class"), before.min_class, after.min_class),
            (told("cli.row-records-like-no-other"), before.risk.unique, after.risk.unique),
            (
                told("cli.row-highest-prosecutor-risk"),
                figure(before.risk.highest, ".3f"),
                figure(after.risk.highest, ".3f"),
            ),
            (
                told("cli.row-average-prosecutor-risk"),
                figure(before.risk.average, ".3f"),
                figure(after.risk.average, ".3f"),
            ),
            *([(told("cli.row-loss"), "0.000", figure(release.loss, ".3f"))] if searched else []),
        ],
    )
    _show_techniques(release)
    if recipe.how.groups:
        _show_groups(release)
    elif recipe.how.family is celosia.MethodFamily.VAGUE:
        _show_sets(release)
    elif searched:
        _show_levels(release, recipe)
    say(
        "cli.meets" if recipe.models else "cli.asked-for-no-model",
        models=[celosia.model_name(model) for model in recipe.models],
        quasi_identifiers=release.after.quasi_identifiers,
        nulls=recipe.nulls.value,
    )
    say("cli.records-suppressed", suppressed=release.suppressed, records_in=release.records_in)
    if release.excluded:
        say("cli.records-nulls-left-out", excluded=release.excluded)
    say("cli.does-not-protect-against-homogeneity")
    say("cli.release-certificate", output=release.output, certificate=release.certificate)
    say("cli.evidence-private-shows-auditor-made", evidence=release.evidence)
    if cost := told_cost(release):
        click.echo(cost)
    if release.vault:
        say("cli.vault-keep-apart-release", vault=release.vault)


def _show_techniques(release: celosia.Release) -> None:
    if not release.steps:
        return
    rows = []
    for step in release.steps:
        left = step.effect.records_before - step.effect.records_after
        changed = [(c.column, _change(c)) for c in step.effect.columns if not left]
        rows += [
            (step.technique.kind, column, *shown)
            for column, shown in changed or [("", (told("cli.left-out", count=left), "", ""))]
        ]
    print_table(
        told("cli.techniques"),
        [
            told("cli.technique"),
            told("cli.column"),
            told("cli.changed"),
            told("cli.distinct"),
            told("cli.mean"),
        ],
        rows,
    )
    for warning in dict.fromkeys(w for step in release.steps for w in step.warnings):
        say("cli.note", warning=warning)


def show_explanations(release: celosia.Release, recipe: celosia.Recipe) -> None:
    """Say what each technique does, what it keeps, and what it does not protect."""
    for step in release.steps:
        said = step.technique.explanation.text(recipe.language)
        click.echo(f"{step.technique.kind}: {said}")


def _change(column: celosia.ColumnEffect) -> tuple[str, str, str]:
    if column.removed:
        return told("cli.column-left-out"), "", ""
    numbers = column.numbers
    return (
        "" if column.changed is None else figure(column.changed, ".1%"),
        f"{column.distinct_before} → {column.distinct_after}",
        _means(numbers.mean_before, numbers.mean_after) if numbers else "",
    )


def _means(before: float, after: float) -> str:
    return f"{figure(before, '.4g')} → {figure(after, '.4g')}"


def _show_levels(release: celosia.Release, recipe: celosia.Recipe) -> None:
    print_table(
        told("cli.generalization"),
        [
            told("cli.roles-quasi-identifier"),
            told("cli.level"),
            told("cli.of"),
            told("cli.hierarchy"),
        ],
        [
            (name, level, top, told("cli.proposed" if name in release.proposed else "cli.given"))
            for (name, level), top in zip(
                release.node.items(), release.search.max_levels, strict=True
            )
        ],
    )
    if release.raised:
        raised = [
            Message("cli.from-level", name=name, level=level)
            for name, level in release.raised.items()
        ]
        say("cli.too-many-combinations-count-finest", raised=raised)
    if not release.search.exact and not recipe.node:
        say("cli.not-proven-best-optimums-most", objective=recipe.objective, gap=release.search.gap)


def _show_sets(release: celosia.Release) -> None:
    found = release.vague
    print_table(
        told("cli.fuzzy-sets"),
        [told("cli.roles-quasi-identifier"), told("cli.low-high"), told("cli.loss")],
        [
            (name, " · ".join(found.found.names[name]), figure(found.losses[name], ".4f"))
            for name in found.coded
        ],
    )
    if found.figures is None:
        say("cli.q-l-t-not-measured")
    else:
        print_table(
            told("cli.labels-protect"),
            [told("cli.figure"), told("cli.value")],
            _fuzzy_rows(found.figures),
        )


def _fuzzy_rows(figures: celosia.FuzzyFigures) -> list[tuple[str, str]]:
    rows = [
        (told("cli.row-k-by-labels"), str(figures.k)),
        (told("cli.row-q-by-memberships"), str(figures.q)),
        (told("cli.row-records-at-risk"), str(figures.at_risk)),
    ]
    if figures.singling is not None:
        rows.append((told("cli.row-records-alone"), str(figures.singling.alone)))
    for name, held in figures.sensitive.items():
        rows.append((told("cli.row-l-of", name=name), f"{held.l}, {held.label_l}"))
        rows.append(
            (
                told("cli.row-t-of", name=name),
                f"{figure(held.t, '.4f')}; {figure(held.label_t, '.4f')}",
            )
        )
    return rows


def _show_groups(release: celosia.Release) -> None:
    found = release.grouping
    print_table(
        told("cli.groups"),
        [told("cli.roles-quasi-identifier"), told("cli.published"), told("cli.loss")],
        [
            (name, output.value, figure(found.losses[name], ".4f"))
            for name, output in found.outputs.items()
        ],
    )
    if found.reason:
        say("cli.method", reason=found.reason)
    if found.refined:
        refined = found.refined
        say(
            "cli.refined" if refined.finished else "cli.refined-cut-short",
            before=refined.before,
            after=refined.after,
        )
