"""Whether what was written is what was decided: nothing is published otherwise."""

from __future__ import annotations

from celosia.api.deciding import Decision
from celosia.api.verifying import Verification
from celosia.domain.language import Sentence
from celosia.domain.model_names import model_name
from celosia.errors import VerificationFailed
from celosia.recipe import Recipe

KEPT_ARE_A_CLASS = Sentence(
    " Suppressed records kept as * are a class of their own: leave them out.",
    " Los registros suprimidos que se conservan como * son una clase aparte: déjelos fuera.",
)


def confirm(after: Verification, decision: Decision, recipe: Recipe) -> None:
    """Refuse the release unless what was read back is what was decided, and satisfies all."""
    failed = [(model_name(model), n) for model, n in after.rejected if n]
    if failed:
        advice = KEPT_ARE_A_CLASS if recipe.keep_suppressed else Sentence("", "")
        raise VerificationFailed(
            "What was written does not satisfy the models, so nothing was kept. In rejected "
            f"classes: {'; '.join(f'{said.en}: {n} records' for said, n in failed)}.{advice.en}",
            es="Lo que se ha escrito no cumple los modelos, así que no se ha conservado nada. En "
            f"clases rechazadas: {'; '.join(f'{said.es}: {n} registros' for said, n in failed)}."
            f"{advice.es}",
        )
    if after.excluded:
        raise VerificationFailed(
            f"{after.excluded} written records have a null quasi-identifier and could not be "
            "judged, so nothing was kept."
        )
    kept = decision.records
    if not recipe.keep_suppressed:
        kept -= decision.found.suppressed
    if after.figures.records != kept:
        raise VerificationFailed(
            f"{after.figures.records} records were read back instead of {kept}; nothing was kept."
        )
