"""Which original a release was made of."""

from __future__ import annotations

from pathlib import Path

from celosia.api.certificates import find_certificate
from celosia.domain.engine import engine_of, is_path
from celosia.domain.table import Table
from celosia.errors import DataError
from celosia.register.evidence import evidence_beside


def is_made_of(release: str | Path, original: Table) -> bool:
    """Tell whether a release was made of this very table, by what its owner kept beside it.

    The certificate commits to the original without telling anything of it; the private file
    beside it opens that commitment.
    """
    found = find_certificate(release)
    if found is None or not found.of_this_file:
        raise DataError(_not_found(release))
    committed = found.proof.get("input", {}).get("commitment")
    if committed is None:
        raise DataError(f"{found.path.name} does not say what the table was made of.")
    told = evidence_beside(found.path).of_table(original.relation.evidence())
    return bool(told["commitment"] == committed)


def _not_found(release: str | Path) -> str:
    address = str(release)
    if is_path(address):
        return f"There is no certificate of this very file beside {Path(release).name}."
    if engine_of(address).table_of(address) is None:
        return "There is no certificate of this very release beside it."
    return (
        "There is no certificate of this very table in this folder. Run this where the release "
        "was made, or bring its certificate and its evidence here."
    )
