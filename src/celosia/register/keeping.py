"""Where the identities of a release are kept, and under which secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from celosia.domain.technique import Identities
from celosia.errors import ParameterError
from celosia.register.vault import Vault, open_vault
from celosia.register.vault_files import check_apart, erase


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A vault's file and what opens it; one that exists already is added to."""

    path: Path
    secret: bytes

    def __repr__(self) -> str:
        return f"VaultFile({self.path.name})"

    def check(self, apart_from: Iterable[Path] = ()) -> None:
        """Make sure, before any work is done, that the vault can be written or added to."""
        check_apart(self.path, apart_from)
        if not self.path.parent.is_dir():
            raise ParameterError(f"There is no folder {self.path.parent}.")
        if self.path.exists():
            open_vault(self.path, self.secret)

    @contextmanager
    def keeping(self, identities: Iterable[Identities]) -> Iterator[None]:
        """Write the identities; a new vault is erased again if what follows fails."""
        vault = Vault.of(identities)
        if not vault.columns:
            raise ParameterError(
                "No technique made pseudonyms, so there are no identities for a vault to keep."
            )
        added = self.path.exists()
        if added:
            vault = open_vault(self.path, self.secret).joined(vault)
        vault.write(self.path, self.secret, replace=added)
        try:
            yield
        except BaseException:
            if not added:
                erase(self.path)
            raise
