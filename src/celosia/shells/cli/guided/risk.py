"""Step 4: what risk is left, and step 3 again until the threshold holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import click

import celosia
from celosia.shells.cli.guided.talk import Talk
from celosia.shells.cli.guided.words import CONTROL_LEVELS, LEVELS, REMEDIES, WORDS
from celosia.shells.cli.output import progress
from celosia.text.messages import verbatim


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
