"""Which original a release was made of."""

from __future__ import annotations

from pathlib import Path

from celosia.domain.places import Place, place_of
from celosia.domain.table import Table
from celosia.errors import DataError, ParameterError
from celosia.register import certificate_beside
from celosia.register.evidence import read_evidence


def is_made_of(release: str | Path, original: Table) -> bool:
    """Tell whether a release was made of this very table, by what its owner kept beside it.

    The certificate commits to the original without telling anything of it; the private file
    beside it opens that commitment.
    """
    if place_of(str(release)) is not Place.FILE:
        raise ParameterError(
            "Only a released file has its certificate beside it, so only a file can be shown to be "
            "made of an original."
        )
    found = certificate_beside(release)
    if found is None or not found.of_this_file:
        raise DataError(f"There is no certificate of this very file beside {Path(release).name}.")
    committed = found.proof.get("input", {}).get("commitment")
    if committed is None:
        raise DataError(f"{found.path.name} does not say what the table was made of.")
    told = read_evidence(release).of_table(original.relation.evidence())
    return bool(told["commitment"] == committed)
