"""Values of a known format, masked in the place where they identify."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.language import Sentence
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
        title=Sentence(
            "Mask by format (e-mail, card, IP…)",
            "Enmascarar según el formato (correo, tarjeta, IP…)",
        ),
        labels={
            "format": Sentence("Format of the values", "Formato de los valores"),
            "keep_domain": Sentence(
                "Keep what stands after the at sign", "Conservar lo que sigue a la arroba"
            ),
            "symbols": SYMBOLS,
            "misfits": Sentence("Values of another format", "Valores de otro formato"),
            "symbol": SYMBOL,
        },
        choices={
            "format": {
                "email": Sentence("e-mail", "correo electrónico"),
                "card": Sentence("payment card", "tarjeta de pago"),
                "ip": Sentence("IP address", "dirección IP"),
                "plate": Sentence("number plate", "matrícula"),
                "vin": Sentence("chassis number", "número de bastidor"),
                "postcode": Sentence("Spanish postcode", "código postal español"),
            },
            "misfits": {
                "refuse": Sentence("stop and tell how many", "parar y decir cuántos hay"),
                "mask": Sentence("mask them whole", "ocultarlos enteros"),
            },
        },
        together=Sentence(
            "Only e-mail addresses have a part after the at sign and a number of symbols.",
            "Solo los correos tienen parte tras la arroba y número de símbolos.",
        ),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.format != "email" and (self.symbols is not None or not self.keep_domain):
            raise ParameterError("FormatMasking: only 'email' has keep_domain and symbols.")

    @property
    def evened_by(self) -> Sentence:
        """What makes all masks equally long."""
        return BY_SYMBOLS if self.format == "email" else BY_OTHER_MASK

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        masked = FORMATS[self.format].masked
        if not self.keep_domain:
            masked = Sentence("all but the at sign", "todo menos la arroba")
        return Sentence(
            f"Of the {FORMATS[self.format].name.en} in '{self.column}' this is masked: "
            f"{masked.en}. What is left can still be studied, and still be matched with what "
            "others know.",
            f"De los valores de «{self.column}» ({FORMATS[self.format].name.es}) se enmascara: "
            f"{masked.es}. Lo que queda se puede seguir estudiando, y también cotejando con lo que "
            "otros saben.",
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
                f"Column '{self.column}': {wrong} of its {len(values)} distinct values are not "
                f'{FORMATS[self.format].name.en}. Correct them, or set misfits = "mask" to mask '
                "them whole.",
                es=f"Columna '{self.column}': {wrong} de sus {len(values)} valores distintos no "
                f"son {FORMATS[self.format].name.es}. Corríjalos, o elija que se oculten enteros "
                '(misfits = "mask").',
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
