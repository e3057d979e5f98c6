"""The job *assess*: the risk before and after, with every model and attacker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import celosia
from celosia.risk import Attempt, Controls, Harm, Motivation, ScenarioRisk
from celosia.text.messages import Message
from celosia.web.service.work import (
    ASSESS,
    JOB_KINDS,
    READ,
    AboutRelease,
    JobKind,
    JobTask,
    Share,
    both,
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """The guide's scenario of an attempt."""

    harm: Harm = "medium"
    motivation: Motivation = "medium"
    controls: Controls = "medium"
    acquaintance: Share = 0.0
    breach: Share = 0.0

    def judge(self, k: int) -> ScenarioRisk:
        """Say what the scenario means at this k."""
        attempt = Attempt.of(self.motivation, self.controls, self.acquaintance, self.breach)
        return ScenarioRisk.of(k, self.harm, attempt)


@dataclass(frozen=True, slots=True)
class AssessOptions(AboutRelease):
    """What is measured, and against what."""

    only_source: bool = False
    threshold: Share = 0.2
    scenario: Scenario | None = None


def assess(task: JobTask[AssessOptions]) -> dict[str, Any]:
    """Measure the table, and the release if there is one, with every model and attacker.

    Both are measured by the quasi-identifiers that the release was made for: else the two could not
    be compared.
    """
    alone = task.options.only_source
    recipe = task.recipe if alone else task.released_recipe
    threshold = task.options.threshold
    with task.open_table() as table:
        task.progress("assess", 0.0)
        before = celosia.assess(
            table,
            recipe.quasi_identifiers,
            recipe.sensitive,
            recipe.nulls,
            subject=recipe.subject,
            as_written=recipe.as_written,
            threshold=threshold,
        )
    after = None
    if not alone:
        with celosia.read(task.release()) as released:
            names = [name for name in recipe.quasi_identifiers if name in released.columns]
            sensitive = [name for name in recipe.sensitive if name in released.columns]
            after = celosia.assess(
                released,
                names,
                sensitive,
                recipe.nulls,
                subject=recipe.subject,
                as_written=recipe.as_written,
                threshold=threshold,
            )
    asked, k = task.options.scenario, (after or before).k
    return {
        "before": before.to_dict(),
        "after": after and after.to_dict(),
        "scenario": asked and describe_scenario(asked.judge(k)),
    }


def describe_scenario(judged: ScenarioRisk) -> dict[str, Any]:
    """Tell how a scenario of the guide is judged."""
    return {**judged.to_dict(), "verdict": both(judged.verdict)}


JOB_KINDS.add(
    "assess",
    JobKind(
        Message("service.measuring-risk"),
        assess,
        AssessOptions,
        stages=(READ, ASSESS),
        command="profile",
    ),
    order=6,
)
