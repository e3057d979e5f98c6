"""The walk of `celosia guide`: asks, shows, and passes the answers on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from pathlib import Path
from typing import cast

import click

import celosia
from celosia.shells.cli.guide_asking import Asker
from celosia.shells.cli.guide_words import (
    ASK_ME,
    CONTROL_LEVELS,
    LEAVE_OUT,
    LEVELS,
    REMEDIES,
    ROLES,
    WORDS,
    YES_NO,
)
from celosia.shells.cli.output import print_table

KEYED = "keyed-pseudonym"


class Walk:
    """One walk through the five steps with a table."""

    def __init__(
        self,
        table: celosia.Table,
        asker: Asker,
        key: bytes | None,
        hierarchies: Mapping[str, celosia.HierarchyRule],
    ) -> None:
        self.table, self.asker, self.key = table, asker, key
        self.hierarchies = hierarchies

    def through(self) -> celosia.Guidance:
        """Take all steps that the use case has."""
        guidance = self._know()
        guidance = self._deidentify(guidance)
        guidance = self._apply(guidance)
        guidance = self._measure(guidance)
        return self._manage(guidance)

    def _know(self) -> celosia.Guidance:
        """Step 1: the use case, and the role of every column."""
        self._head("step1")
        choices = {case.value: what.title for case, what in celosia.USE_CASES.items()}
        chosen = self.asker.choose("data", "use_case", self._say("which-case"), choices, "C")
        case = celosia.UseCase(chosen)
        click.echo(self._text(celosia.USE_CASES[case].description))
        proposal = celosia.propose(self.table)
        guidance = celosia.begin_guidance(proposal, case, self.hierarchies)
        rows = [
            (
                profile.column.name,
                ROLES[profile.role.role].text(self.asker.language),
                " ".join(reason.text(self.asker.language) for reason in profile.role.reasons),
            )
            for profile in proposal.columns
        ]
        self._table(("column", "role", "why"), rows)
        for column in self.asker.columns("roles", self._say("change-role"), self.table.columns):
            role = self._role(guidance, column)
            guidance = celosia.decide_role(self.table, guidance, column, role)
        return guidance

    def _role(self, guidance: celosia.Guidance, column: str) -> celosia.Role | None:
        """Ask for a role, or ask the questions of the guide's diagram."""
        now = guidance.roles[column]
        question = self._say("which-role", column=column)
        chosen = self.asker.choose("roles", column, question, ROLES, now or LEAVE_OUT)
        if chosen == LEAVE_OUT:
            return None
        if chosen != ASK_ME:
            return celosia.Role(chosen)
        answers: dict[str, bool] = {}
        expected = celosia.answers_of(now)
        while isinstance(found := celosia.ask_next(answers), celosia.Question):
            default = "yes" if expected.get(found.id, False) else "no"
            said = self.asker.choose(
                f"roles-{column}", found.id, self._text(found.text), YES_NO, default
            )
            answers[found.id] = said == "yes"
        click.echo(self._text(found.reason))
        return found.role

    def _deidentify(self, guidance: celosia.Guidance) -> celosia.Guidance:
        """Step 2: drop the identifiers, or give pseudonyms."""
        self._head("step2")
        columns = guidance.with_role(celosia.Role.IDENTIFIER)
        if not columns:
            click.echo(self._say("no-identifiers"))
        return self._treat(guidance, columns, "identifiers", "change-identifier")

    def _apply(self, guidance: celosia.Guidance) -> celosia.Guidance:
        """Step 3: what annex B suggests for each column."""
        if not self._has_step(guidance, 3):
            return guidance
        everything = guidance.use_case is celosia.UseCase.SYNTHETIC
        columns = [
            name
            for name, role in guidance.roles.items()
            if role is celosia.Role.QUASI_IDENTIFIER
            or (everything and role not in (None, celosia.Role.IDENTIFIER))
        ]
        return self._treat(guidance, columns, "techniques", "change-technique")

    def _treat(
        self, guidance: celosia.Guidance, columns: Iterable[str], section: str, question: str
    ) -> celosia.Guidance:
        """Begin with what is proposed, show what it does, and let columns be changed."""
        options = {column: self._options(guidance, column) for column in columns}
        for column, offered in options.items():
            guidance = celosia.decide_techniques(guidance, column, offered[0].techniques)
        self._show_effects(guidance, options)
        for column in self.asker.columns(section, self._say(question), options):
            named = {option.name: option for option in options[column]}
            chosen = self.asker.choose(
                section,
                column,
                self._say("which-technique", column=column),
                {name: option.reason for name, option in named.items()},
                next(iter(named)),
            )
            techniques = named[chosen].techniques
            guidance = celosia.decide_techniques(guidance, column, techniques)
            self._show_effects(guidance, [column])
        return guidance

    def _options(
        self, guidance: celosia.Guidance, column: str
    ) -> tuple[celosia.ColumnOption, ...]:
        """Leave out what needs a key where there is none."""
        offered = celosia.column_options(self.table, guidance, column)
        return tuple(option for option in offered if self.key is not None or option.name != KEYED)

    def _show_effects(self, guidance: celosia.Guidance, columns: Iterable[str]) -> None:
        """Show each column before and after; all notes once."""
        rows, notes = [], dict[str, None]()
        for column in columns:
            planned = celosia.planned_effect(self.table, guidance, column, self.key)
            notes |= dict.fromkeys(map(self._text, planned.warnings))
            rows.append((column, *self._effect(guidance, column, planned)))
        if rows:
            self._table(("column", "done", "changed", "distinct"), rows)
        for note in notes:
            click.echo(note)

    def _effect(
        self, guidance: celosia.Guidance, column: str, planned: celosia.PlannedEffect
    ) -> tuple[str, str, str]:
        """Say what is done to a column, how many cells it changes and how many values stay."""
        steps = guidance.plans[column]
        effect = planned.column
        if not steps and guidance.roles[column] is celosia.Role.IDENTIFIER:
            return self._say("dropped"), "", f"{effect.distinct_before} → 0"
        done = ", ".join(step.kind for step in steps) or self._say("none")
        changed = "" if effect.changed is None else f"{effect.changed:.1%}"
        return done, changed, f"{effect.distinct_before} → {effect.distinct_after}"

    def _measure(self, guidance: celosia.Guidance) -> celosia.Guidance:
        """Step 4, and step 3 again, until the threshold holds."""
        if not self._has_step(guidance, 4):
            return guidance
        guidance = self._accepted_risk(guidance)
        while True:
            risk = celosia.guided_risk(self.table, guidance)
            self._show_risk(risk)
            if risk.holds:
                return guidance
            guidance = self._remedy(guidance, risk)

    def _accepted_risk(self, guidance: celosia.Guidance) -> celosia.Guidance:
        """Ask for k and for annex D's scenario."""
        least = cast(int, guidance.least_k)
        ask = self.asker
        k = int(ask.number("risk", "k", self._say("least-k", k=least), least, least, inf))
        harm = ask.choose("risk", "harm", self._say("harm"), LEVELS, "medium")
        motivation = ask.choose("risk", "motivation", self._say("motivation"), LEVELS, "medium")
        controls = ask.choose(
            "risk", "mitigation", self._say("mitigation"), CONTROL_LEVELS, "medium"
        )
        acquaintance, breach = (
            ask.number("risk", name, self._say(name), 0.0, 0.0, 1.0)
            for name in ("acquaintance", "breach")
        )
        attempt = celosia.Attempt.of(
            cast(celosia.Motivation, motivation),
            cast(celosia.MitigatingControls, controls),
            acquaintance,
            breach,
        )
        guidance = celosia.decide_risk(guidance, k, cast(celosia.Harm, harm), attempt)
        if guidance.target_k != k:
            click.echo(self._say("raised", k=guidance.target_k))
        return guidance

    def _show_risk(self, risk: celosia.GuidedRisk) -> None:
        click.echo(
            self._say(
                "reached",
                k=risk.k,
                classes=risk.classes,
                records=risk.records,
                target=risk.target,
                left=risk.left_out,
            )
        )
        if risk.scenario is not None:
            click.echo(self._text(risk.scenario.verdict))

    def _remedy(self, guidance: celosia.Guidance, risk: celosia.GuidedRisk) -> celosia.Guidance:
        """Ask what to do while the threshold does not hold, and do it."""
        self._show_shortfall(risk)
        possible = [name for name in REMEDIES if self._is_possible(name, guidance, risk)]
        choices = {name: REMEDIES[name] for name in possible}
        chosen = self.asker.choose("risk", "remedy", self._say("remedy"), choices, possible[0])
        if chosen == "search":
            return self._searched(guidance)
        if chosen == "records":
            return celosia.leave_records_out(guidance, risk)
        if chosen == "coarser":
            return self._coarser(guidance, risk)
        if chosen == "repeat":
            return self._repeated(guidance, risk)
        raise celosia.NotAchievable(self._say("stopped", k=risk.k, target=risk.target))
