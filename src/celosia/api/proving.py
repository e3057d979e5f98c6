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
        raise _not_found(release)
    committed = found.proof.get("input", {}).get("commitment")
    if committed is None:
        raise DataError("workflow.does-not-say-table-made", name=found.path.name)
    told = evidence_beside(found.path).of_table(original.relation.evidence())
    return bool(told["commitment"] == committed)


def _not_found(release: str | Path) -> DataError:
    address = str(release)
    if is_path(address):
        return DataError("workflow.no-certificate-of-file", name=Path(release).name)
    if engine_of(address).table_of(address) is None:
        return DataError("workflow.no-certificate-of-release")
    return DataError("workflow.no-certificate-of-table")
