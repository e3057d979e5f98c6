"""The walk of `celosia guide`: columns and techniques, the risk that is left, the checklist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.guide_answers import Asker
from celosia.cli.guide_words import (
    ASK_ME,
    CONTROL_LEVELS,
    GROUPS,
    LEAVE_OUT,
    LEVELS,
    REMEDIES,
    ROLES,
    WORDS,
    YES_NO,
)
from celosia.cli.output import print_table, progress
from celosia.text.messages import number_in, verbatim


@dataclass(frozen=True, slots=True, eq=False)
class Talk:
    """A table, whoever answers, and the language that both speak."""

    table: celosia.Table
    ask: Asker
    key: bytes | None = None
    """The secret of keyed pseudonyms."""

    def text(self, sentence: celosia.Message) -> str:
        """Give a sentence in the language of the walk."""
        return sentence.text(self.ask.language)

    def word(self, name: str, **values: Any) -> str:
        """Give one of the walk's own sentences."""
        return WORDS[name].given(**values).text(self.ask.language)

    def say(self, name: str, **values: Any) -> None:
        """Print one of the walk's own sentences."""
        click.echo(self.word(name, **values))

    def percent(self, share: float) -> str:
        """Write a share as people of the walk's language do."""
        return number_in(self.ask.language, f"{share:.1%}")

    def head(self, name: str) -> None:
        """Print the title of a step."""
        click.echo()
        click.echo(click.style(self.word(name), bold=True))

    def show(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Print a table with the walk's words as its head."""
        print_table("", [self.word(name) for name in columns], rows)

    def has_step(self, guidance: celosia.Guidance, step: int) -> bool:
        """Print the title of a step, and whether the use case has it."""
        self.head(f"step{step}")
        if step in guidance.profile.steps:
            return True
        self.say("skipped", case=guidance.use_case.value)
        return False


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


def measure(talk: Talk, guidance: celosia.Guidance) -> celosia.Guidance:
    """Ask what risk is accepted, measure what is left, and go on until it is accepted."""
    if not talk.has_step(guidance, 4) or guidance.least_k is None:
        return guidance
    guidance = _accept_risk(talk, guidance, guidance.least_k)
    risk = celosia.guided_risk(talk.table, guidance)
    _show(talk, risk)
    remedies = _Remedies(talk)
    while not risk.holds:
        guidance, risk = remedies.chosen(guidance, risk)
        _show(talk, risk)
    return guidance


def _accept_risk(talk: Talk, guidance: celosia.Guidance, least: int) -> celosia.Guidance:
    """Ask for k and for annex D's scenario."""
    ask, word = talk.ask, talk.word
    k = int(ask.number("risk", "k", word("least-k", k=least), least, least, inf))
    harm = ask.choose("risk", "harm", word("harm"), LEVELS, "medium")
    motivation = ask.choose("risk", "motivation", word("motivation"), LEVELS, "medium")
    controls = ask.choose("risk", "mitigation", word("mitigation"), CONTROL_LEVELS, "medium")
    acquaintance, breach = (
        ask.number("risk", name, word(name), 0.0, 0.0, 1.0) for name in ("acquaintance", "breach")
    )
    attempt = celosia.Attempt.of(motivation, controls, acquaintance, breach)
    guidance = celosia.decide_risk(guidance, k, harm, attempt)
    if guidance.target_k != k:
        talk.say("raised", k=guidance.target_k)
    return guidance


def _show(talk: Talk, risk: celosia.GuidedRisk) -> None:
    talk.say(
        "reached",
        k=risk.k,
        classes=risk.classes,
        records=risk.records,
        target=risk.target,
        left=risk.left_out,
    )
    if risk.levels:
        levels = (f"{name} {level}/{top}" for name, (level, top) in risk.levels.items())
        talk.say("levels", levels=", ".join(levels))
    if risk.scenario is not None:
        click.echo(talk.text(risk.scenario.verdict))


@dataclass(slots=True, eq=False)
class _Remedies:
    """What can be done while the threshold does not hold; what failed is not offered again."""

    talk: Talk
    failed: set[str] = field(default_factory=set)

    def chosen(
        self, guidance: celosia.Guidance, risk: celosia.GuidedRisk
    ) -> tuple[celosia.Guidance, celosia.GuidedRisk]:
        """Ask what to do, do it, and measure again."""
        talk = self.talk
        column = celosia.widest(risk)
        share = talk.percent(risk.below_share)
        talk.say("short", below=risk.below, share=share, target=risk.target, widest=column or "-")
        offered = {name: REMEDIES[name] for name in self._possible(risk)}
        default = next(iter(offered))
        remedy = talk.ask.choose("risk", "remedy", talk.word("remedy"), offered, default)
        if remedy == "stop":
            raise celosia.NotAchievable(WORDS["stopped"].given(k=risk.k, target=risk.target))
        try:
            made = self._carried_out(remedy, guidance, risk)
            with progress() as report:
                return made, celosia.guided_risk(talk.table, made, report)
        except celosia.NotAchievable as verdict:
            click.echo(verdict.text(talk.ask.language))
            self.failed.add(remedy)
            return guidance, risk

    def _possible(self, risk: celosia.GuidedRisk) -> list[str]:
        impossible = set(self.failed)
        if not risk.distinct:
            impossible |= {"search", "coarser", "repeat"}
        if risk.below == risk.records:
            impossible.add("records")
        return [name for name in REMEDIES if name not in impossible]

    def _carried_out(
        self, remedy: str, guidance: celosia.Guidance, risk: celosia.GuidedRisk
    ) -> celosia.Guidance:
        if remedy == "search":
            return celosia.let_search(guidance)
        if remedy == "records":
            return celosia.leave_records_out(guidance, risk)
        if remedy == "coarser":
            return self._coarser(guidance, risk)
        return self._repeated(guidance, risk)

    def _coarser(self, guidance: celosia.Guidance, risk: celosia.GuidedRisk) -> celosia.Guidance:
        """Ask for a column, with its number of values, and reduce its detail."""
        talk = self.talk
        by_values = sorted(risk.distinct, key=lambda name: -risk.distinct[name])
        labels = {name: verbatim(f"{name} ({risk.distinct[name]})") for name in by_values}
        question = talk.word("which-column")
        column = talk.ask.choose("risk", "column", question, labels, by_values[0])
        made = celosia.make_coarser(talk.table, guidance, column)
        self._tell(guidance, made, column)
        return made

    def _repeated(self, guidance: celosia.Guidance, risk: celosia.GuidedRisk) -> celosia.Guidance:
        """Go on by itself, saying what it does."""
        while not risk.holds:
            column = celosia.widest(risk)
            made = celosia.lower_risk(self.talk.table, guidance, risk)
            if column is not None and not made.suppresses:
                self._tell(guidance, made, column)
            guidance = made
            risk = celosia.guided_risk(self.talk.table, guidance)
        return guidance

    def _tell(self, before: celosia.Guidance, after: celosia.Guidance, column: str) -> None:
        """Say how many values a column has left, or that it is left out."""
        if after.roles[column] is None:
            self.talk.say("left-out", column=column)
            return
        was, now = (
            celosia.planned_effect(self.talk.table, guidance, column).column.distinct_after
            for guidance in (before, after)
        )
        self.talk.say("coarser", column=column, before=was, after=now)


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
