"""Whether what was written is what was decided: nothing is published otherwise."""

from __future__ import annotations

from celosia.api.deciding import Decision
from celosia.api.verifying import Verification
from celosia.domain.model_names import model_name
from celosia.errors import VerificationFailed
from celosia.recipe import Recipe
from celosia.text.messages import Message

KEPT_ARE_A_CLASS = Message("workflow.kept-are-a-class")


def confirm(after: Verification, decision: Decision, recipe: Recipe) -> None:
    """Refuse the release unless what was read back is what was decided, and satisfies all."""
    failed = [(model_name(model), n) for model, n in after.rejected if n]
    if failed:
        advice = KEPT_ARE_A_CLASS if recipe.keep_suppressed else Message("text.verbatim", text="")
        raise VerificationFailed(
            "workflow.written-does-not-satisfy",
            failed=[
                Message("workflow.rejected-records", model=said, count=n) for said, n in failed
            ],
            advice=advice,
        )
    if after.excluded:
        raise VerificationFailed(
            "workflow.written-records-null-quasi-identifier", excluded=after.excluded
        )
    kept = decision.records
    if not recipe.keep_suppressed:
        kept -= decision.found.suppressed
    if after.figures.records != kept:
        raise VerificationFailed(
            "workflow.records-read-back-instead-nothing", records=after.figures.records, kept=kept
        )
