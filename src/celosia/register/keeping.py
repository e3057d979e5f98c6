"""Where the identities of a release are kept, and under which secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from celosia.domain.technique import Identities
from celosia.errors import ParameterError
from celosia.files.lock import alone_with
from celosia.register.vault import Vault, open_vault
from celosia.register.vault_files import check_apart, restored_on_failure


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A vault's file and what opens it; one that exists already is added to."""

    path: Path
    secret: bytes

    def __repr__(self) -> str:
        return f"VaultFile({self.path.name})"

    def check(self, apart_from: Iterable[Path] = ()) -> Vault:
        """Make sure, before any work is done, that the vault can be written or added to.

        What it holds already is given: new pseudonyms must not clash with that.
        """
        self.check_place(apart_from)
        return open_vault(self.path, self.secret) if self.path.exists() else Vault({})

    def check_place(self, apart_from: Iterable[Path] = ()) -> None:
        """Make sure that the vault has a folder, and a name of its own."""
        check_apart(self.path, apart_from)
        if not self.path.parent.is_dir():
            raise ParameterError("register.no-folder", parent=self.path.parent)

    @contextmanager
    def keeping(self, identities: Iterable[Identities]) -> Iterator[None]:
        """Add identities to what the vault holds; it is as it was if what follows fails.

        Another release that adds to the same vault waits: neither undoes what the other added.
        """
        vault = Vault.of(identities)
        if not vault.columns:
            raise ParameterError("register.no-technique-made-pseudonyms-no")
        with alone_with(self.path), restored_on_failure(self.path):
            added = self.path.exists()
            if added:
                vault = open_vault(self.path, self.secret).joined(vault)
            vault.write(self.path, self.secret, replace=added)
            yield

    @contextmanager
    def keeping_new(self, vault: Vault) -> Iterator[None]:
        """Write a vault of its own; it is erased again if what follows fails."""
        with restored_on_failure(self.path):
            vault.write(self.path, self.secret)
            yield
