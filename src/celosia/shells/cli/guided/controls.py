"""Step 5: the checklist, and what came out of the walk."""

from __future__ import annotations

from pathlib import Path

import click

import celosia
from celosia.shells.cli.guided.talk import Talk
from celosia.shells.cli.guided.words import GROUPS


def manage(talk: Talk, guidance: celosia.Guidance) -> celosia.Guidance:
    """Ask for every control that concerns the use case."""
    if not talk.has_step(guidance, 5):
        return guidance
    answers: dict[str, str] = {}
    for control in celosia.checklist(guidance.use_case):
        question = f"[{talk.text(GROUPS[control.group])}] {talk.text(control.text)}"
        if condition := control.conditions.get(guidance.use_case):
            question += " " + talk.word("condition", text=talk.text(condition))
        answer = talk.ask.control(control.id, question)
        if answer is not None:
            answers[control.id] = answer
    guidance = celosia.answer_controls(guidance, answers)
    _tell_open(talk, guidance)
    talk.say("incidents")
    return guidance


def _tell_open(talk: Talk, guidance: celosia.Guidance) -> None:
    """Say what is not in place, and what nobody answered."""
    record = celosia.checklist_record(guidance.use_case, guidance.controls)
    for what in ("missing", "unanswered"):
        if record[what]:
            talk.say(what, names=", ".join(record[what]))


def tell_recipe(talk: Talk, guidance: celosia.Guidance, path: Path) -> None:
    """Say where the recipe is, and that the result is personal data where it is."""
    click.echo()
    talk.say("written", recipe=path)
    pseudonyms = any(
        guidance.plans.get(column) for column in guidance.with_role(celosia.Role.IDENTIFIER)
    )
    if not guidance.profile.anonymized or pseudonyms:
        talk.say("personal")
    if pseudonyms and guidance.use_case is celosia.UseCase.RETENTION:
        talk.say("no-vault")
    elif pseudonyms and guidance.use_case is not celosia.UseCase.SYNTHETIC:
        talk.say("vault", recipe=path)


def tell_release(talk: Talk, release: celosia.Release) -> None:
    """Say what was published."""
    figures = release.after.figures
    talk.say(
        "released",
        output=release.output,
        records=figures.records,
        k=figures.min_class,
        certificate=release.certificate,
        evidence=release.evidence,
    )
