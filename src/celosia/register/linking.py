"""Double coding: nobody knows a person unless two parties put their tables together.

The organization keeps person and provisional pseudonym; a trusted third party keeps provisional and
final pseudonym, and nothing else; the published table has the final ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from celosia.domain.technique import Identities, TechniqueContext, ValueTechnique
from celosia.errors import DataError
from celosia.register.vault import Vault
from celosia.register.vault_upkeep import Renaming, renaming


def second_coding(
    organization: Vault, technique: ValueTechnique, context: TechniqueContext
) -> Renaming:
    """Code the pseudonyms of an organization's vault once more.

    The vault of the result is the linking table: for the third party, under its own passphrase.
    The organization erases its copy, and `renamed_cells` gives the column to publish.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, annex A, double coding.
    """
    provisional = {pseudonym: pseudonym for pseudonym in organization.column(technique.column)}
    return renaming(technique, provisional, replace(context, taken=organization.taken))


def coded_vaults(identities: Iterable[Identities]) -> tuple[Vault, ...]:
    """Take what the techniques of a recipe gave, a vault for each time that columns were coded.

    One vault where every column was coded once. Where a recipe names two pseudonyms for a column,
    the first vault is the organization's and the second is the third party's.
    """
    rounds: defaultdict[int, list[Identities]] = defaultdict(list)
    seen: defaultdict[str, int] = defaultdict(int)
    for given in identities:
        rounds[seen[given.column]].append(given)
        seen[given.column] += 1
    return tuple(Vault.of(rounds[turn]) for turn in sorted(rounds))


def linked_vaults(organization: Vault, third_party: Vault, column: str) -> Vault:
    """Put both tables together: who is behind each final pseudonym."""
    people, links = organization.column(column), third_party.column(column)
    missing = sum(provisional not in people for provisional in links.values())
    if missing:
        raise DataError(
            "register.column-provisional-pseudonyms-linking-vault",
            column=column,
            missing=missing,
            number=len(links),
        )
    return Vault({column: {final: people[middle] for final, middle in links.items()}})
