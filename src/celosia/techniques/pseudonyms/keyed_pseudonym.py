"""Pseudonyms computed from the value and a secret key."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.parameters import PUBLIC, ColumnName, Whole, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells
from celosia.techniques.pseudonyms.pseudonym import attribute_key, check_distinct, pseudonymized
from celosia.text.messages import Message

_SHORTEST, _LONGEST = 8, 64


@declared(order=8)
@dataclass(frozen=True, slots=True)
class KeyedPseudonym(Technique):
    """Give each value the first `length` hexadecimal digits of its HMAC-SHA-256.

    Whoever has the key gives the same person the same pseudonym in every table, so tables can be
    joined; `fresh` adds a random salt that is forgotten, so that they cannot. Each attribute has a
    key of its own, derived by its name: equal values of two columns never share a pseudonym.
    `attribute` names what the values are where tables call it differently (`dni` here, `nif`
    there); it is the column's name otherwise.

    24 digits are 96 bits: among 10 million values two meet with a probability of 1 in 10^15. If
    two ever do, nothing is published.

    References: Krawczyk, Bellare and Canetti, RFC 2104, 1997; ENISA, *Pseudonymisation techniques
    and best practices*, 2019, section 5.

    >>> from celosia.core.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"chance"), key=b"a secret of 32 bytes, at random.")
    >>> KeyedPseudonym("dni").relabel(["12345678Z"], context)
    ['779dfeb7eae882454419e3f2']
    """

    column: ColumnName
    length: Annotated[int, Whole(_SHORTEST, _LONGEST, public=True)] = 24
    fresh: Annotated[bool, PUBLIC] = False
    attribute: Annotated[str, PUBLIC] = ""
    kind: ClassVar[str] = "keyed-pseudonym"
    family: ClassVar[Family | None] = Family.PSEUDONYMIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.keyed-pseudonym"),
        labels={
            "length": Message("techniques.length"),
            "fresh": Message("techniques.keyed-pseudonym-fresh"),
            "attribute": Message("techniques.attribute"),
        },
    )
    by_value: ClassVar[bool] = True
    needs_key: ClassVar[bool] = True
    pseudonymizes: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def repeats(self) -> bool:
        """Unless a new salt is drawn each time."""
        return not self.fresh

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        if self.fresh:
            reach = Message("techniques.no-other-table-not-even")
        else:
            reach = Message("techniques.tables-pseudonymized-same-key-can")
        return Message("techniques.each-value-gets-code-computed", column=self.column, reach=reach)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Replace the column, and give its table of identities."""
        return pseudonymized(self, cells, context)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Compute the pseudonym of each value; a fresh salt each time if so asked."""
        salt = secrets.token_bytes(32) if self.fresh else None
        key = attribute_key(context, self.kind, self.attribute or self.column, salt)
        length = self.length
        pseudonyms = [hmac.digest(key, value.encode(), "sha256").hex()[:length] for value in values]
        check_distinct(
            self.column, pseudonyms, Message("techniques.use-length-above", length=length)
        )
        return pseudonyms
