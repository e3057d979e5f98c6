"""Values of a known format, masked in the place where they identify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.parameters import (
    PUBLIC,
    Column,
    OneOf,
    VisibleCharacter,
    Whole,
    check_parameters,
)
from celosia.domain.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import DataError, ParameterError
from celosia.methods.techniques.form_words import SYMBOL, SYMBOLS
from celosia.methods.techniques.masking.applying import BY_OTHER_MASK, BY_SYMBOLS, masked_column
from celosia.methods.techniques.masking.characters import Masking
from celosia.methods.techniques.masking.formats import FORMATS, split_email
from celosia.text.messages import Message


@declared(order=6)
@dataclass(frozen=True, slots=True)
class FormatMasking(Technique):
    """Mask the telling part of a card, IP address, number plate, VIN, postcode or e-mail address.

    An e-mail address loses what stands before the at sign and, with `keep_domain` false, what
    stands behind it; `symbols` writes that many symbols for each part whatever its length. A
    value that is not of the format is refused, or masked whole with `misfits = "mask"`.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex B.

    >>> from celosia.domain.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> FormatMasking("ip", "ip", symbol="x").relabel(["12.120.210.88"], context)
    ['12.120.xxx.xxx']
    >>> FormatMasking("mail", "email", symbols=3).relabel(["ana.ruiz@salud.es"], context)
    ['***@salud.es']
    """

    column: Column
    format: Annotated[str, OneOf(tuple(FORMATS), usual="email", public=True)]
    keep_domain: Annotated[bool, PUBLIC] = True
    symbols: Annotated[int, Whole(1, public=True)] | None = None
    misfits: Annotated[str, OneOf(("refuse", "mask"), public=True)] = "refuse"
    symbol: Annotated[str, VisibleCharacter(public=True)] = "*"
    kind: ClassVar[str] = "format-masking"
    family: ClassVar[Family | None] = Family.MASKING
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.format-masking"),
        labels={
            "format": Message("techniques.format-masking-format"),
            "keep_domain": Message("techniques.format-masking-keep-domain"),
            "symbols": SYMBOLS,
            "misfits": Message("techniques.format-masking-misfits"),
            "symbol": SYMBOL,
        },
        choices={
            "format": {
                "email": Message("techniques.format-masking-format-email"),
                "card": Message("techniques.format-masking-format-card"),
                "ip": Message("techniques.format-masking-format-ip"),
                "plate": Message("techniques.format-masking-format-plate"),
                "vin": Message("techniques.format-masking-format-vin"),
                "postcode": Message("techniques.format-masking-format-postcode"),
            },
            "misfits": {
                "refuse": Message("techniques.format-masking-misfits-refuse"),
                "mask": Message("techniques.format-masking-misfits-mask"),
            },
        },
        together=Message("techniques.format-masking-together"),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.format != "email" and (self.symbols is not None or not self.keep_domain):
            raise ParameterError("techniques.formatmasking-only-email-keep-domain")

    @property
    def evened_by(self) -> Message:
        """What makes all masks equally long."""
        return BY_SYMBOLS if self.format == "email" else BY_OTHER_MASK

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        masked = FORMATS[self.format].masked
        if not self.keep_domain:
            masked = Message("techniques.all-but-sign")
        return Message(
            "techniques.masked-left-can-still-studied",
            name=FORMATS[self.format].name,
            column=self.column,
            masked=masked,
        )

    @classmethod
    def asks(cls, given: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str]]:
        """Ask only of e-mail addresses what is about them."""
        others = () if given.get("format") == "email" else ("keep_domain", "symbols")
        return frozenset(others), frozenset()

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Mask the distinct values."""
        mask, symbol = FORMATS[self.format].mask or self._masked_email, self.symbol
        masked = [mask(text.strip(), symbol) for text in values]
        wrong = masked.count(None)
        if wrong and self.misfits == "refuse":
            raise DataError(
                "techniques.column-distinct-values-not-correct",
                column=self.column,
                wrong=wrong,
                number=len(values),
                name=FORMATS[self.format].name,
            )
        return [
            self.symbol * (self.symbols or len(text)) if made is None else made
            for text, made in zip(values, masked, strict=True)
        ]

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Leave only the first figure of a postcode."""
        if self.format != "postcode":
            return None
        return (self, Masking(self.column, keep_first=1))

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Mask the column, and warn of what length or a checksum gives away; nulls stay null."""
        return masked_column(self, cells, context)

    def _masked_email(self, text: str, symbol: str) -> str | None:
        parts = split_email(text)
        if parts is None:
            return None
        local, domain = parts
        hidden = symbol * (self.symbols or len(local))
        if self.keep_domain:
            return f"{hidden}@{domain}"
        return f"{hidden}@{symbol * (self.symbols or len(domain))}"
