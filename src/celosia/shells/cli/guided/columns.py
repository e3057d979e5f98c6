"""Steps 1 to 3: what each column is, and what is done to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click

import celosia
from celosia.shells.cli.guided.talk import Talk
from celosia.shells.cli.guided.words import ASK_ME, LEAVE_OUT, ROLES, YES_NO

KEYED = "keyed-pseudonym"


def know(talk: Talk, hierarchies: Mapping[str, celosia.HierarchyRule]) -> celosia.Guidance:
    """Step 1: ask for the use case, and for the role of every column."""
    talk.head("step1")
    titles = {case: what.title for case, what in celosia.USE_CASES.items()}
    default = celosia.UseCase.EXTERNAL
    case = talk.ask.choose("data", "use_case", talk.word("which-case"), titles, default)
    click.echo(talk.text(celosia.USE_CASES[case].description))
    proposal = celosia.propose(talk.table)
    guidance = celosia.begin_guidance(proposal, case, hierarchies)
    rows = [
        (
            profile.column.name,
            talk.text(ROLES[profile.role.role]),
            " ".join(reason.text(talk.ask.language) for reason in profile.role.reasons),
        )
        for profile in proposal.columns
    ]
    talk.show(("column", "role", "why"), rows)
    for column in talk.ask.columns("roles", talk.word("change-role"), talk.table.columns):
        role = _role(talk, guidance, column)
        guidance = celosia.decide_role(talk.table, guidance, column, role)
    return guidance


def _role(talk: Talk, guidance: celosia.Guidance, column: str) -> celosia.Role | None:
    """Ask for a role, or ask the questions of the guide's diagram."""
    now = guidance.roles[column]
    question = talk.word("which-role", column=column)
    chosen = talk.ask.choose("roles", column, question, ROLES, now or LEAVE_OUT)
    if chosen == LEAVE_OUT:
        return None
    return _diagram(talk, column, now) if chosen == ASK_ME else celosia.Role(chosen)


def _diagram(talk: Talk, column: str, now: celosia.Role | None) -> celosia.Role | None:
    answers: dict[str, bool] = {}
    expected = celosia.answers_of(now)
    while isinstance(found := celosia.ask_next(answers), celosia.Question):
        default = "yes" if expected.get(found.id, False) else "no"
        said = talk.ask.choose(f"roles-{column}", found.id, talk.text(found.text), YES_NO, default)
        answers[found.id] = said == "yes"
    click.echo(talk.text(found.reason))
    return found.role


def deidentify(talk: Talk, guidance: celosia.Guidance) -> celosia.Guidance:
    """Step 2: drop the identifiers, or give pseudonyms."""
    talk.head("step2")
    columns = guidance.with_role(celosia.Role.IDENTIFIER)
    return _treat(talk, guidance, columns, "identifiers", "change-identifier")


def apply_techniques(talk: Talk, guidance: celosia.Guidance) -> celosia.Guidance:
    """Step 3: do what annex B suggests for each column, or something else."""
    if not talk.has_step(guidance, 3):
        return guidance
    synthetic = guidance.use_case is celosia.UseCase.SYNTHETIC
    columns = [
        name
        for name, role in guidance.roles.items()
        if role is celosia.Role.QUASI_IDENTIFIER
        or (synthetic and role not in (None, celosia.Role.IDENTIFIER))
    ]
    guidance = _treat(talk, guidance, columns, "techniques", "change-technique")
    if synthetic:
        number = celosia.unchanged_records(talk.table, guidance)
        talk.say("unchanged", number=number, records=talk.table.records)
        if number:
            talk.say("invented-instead")
    return guidance


def _treat(
    talk: Talk, guidance: celosia.Guidance, columns: Iterable[str], section: str, question: str
) -> celosia.Guidance:
    """Begin with what is proposed, show what it does, and let columns be changed."""
    options = {column: _options(talk, guidance, column) for column in columns}
    if not options:
        talk.say("no-columns")
        return guidance
    proposed = {column: offered[0] for column, offered in options.items()}
    guidance = _decided(talk, guidance, proposed)
    for column in talk.ask.columns(section, talk.word(question), options):
        named = {option.name: option for option in options[column]}
        chosen = talk.ask.choose(
            section,
            column,
            talk.word("which-technique", column=column),
            {name: option.reason for name, option in named.items()},
            next(iter(named)),
        )
        guidance = _decided(talk, guidance, {column: named[chosen]})
    return guidance


def _decided(
    talk: Talk, guidance: celosia.Guidance, chosen: Mapping[str, celosia.ColumnOption]
) -> celosia.Guidance:
    """Take the options, and show each column before and after; what is noteworthy, once."""
    rows: list[tuple[str, ...]] = []
    notes: dict[str, None] = {}
    for column, option in chosen.items():
        guidance = celosia.decide_techniques(guidance, column, option.techniques)
        planned = celosia.planned_effect(talk.table, guidance, column, talk.key)
        notes |= dict.fromkeys(map(talk.text, planned.warnings))
        rows.append((column, *_effect(talk, guidance, planned), talk.text(option.reason)))
    talk.show(("column", "done", "changed", "distinct", "left-out-records", "why"), rows)
    for note in notes:
        click.echo(note)
    return guidance


def _options(
    talk: Talk, guidance: celosia.Guidance, column: str
) -> tuple[celosia.ColumnOption, ...]:
    """Leave out what needs a key where there is none."""
    offered = celosia.column_options(talk.table, guidance, column)
    return tuple(option for option in offered if talk.key is not None or option.name != KEYED)


def _effect(
    talk: Talk, guidance: celosia.Guidance, planned: celosia.PlannedEffect
) -> tuple[str, str, str, str]:
    """Say what is done to a column, how many cells it changes and how many values stay."""
    effect = planned.column
    steps = guidance.plans[effect.column]
    left = str(planned.records_left_out or "")
    if not steps and guidance.roles[effect.column] is celosia.Role.IDENTIFIER:
        return talk.word("dropped"), "", f"{effect.distinct_before} → 0", left
    done = "; ".join(_told(talk, step) for step in steps) or talk.word("none")
    changed = "" if effect.changed is None else talk.percent(effect.changed)
    return done, changed, f"{effect.distinct_before} → {effect.distinct_after}", left


def _told(talk: Talk, technique: celosia.Technique) -> str:
    """Name a technique with its family and its parameters."""
    entries = celosia.technique_to_dict(technique)
    kind = entries.pop("kind")
    parameters = [f"{k}={v}" for k, v in entries.items() if k not in ("column", "columns")]
    return f"{talk.text(celosia.family_title(kind))}: {', '.join([kind, *parameters])}"
