"""Values of a known format, masked in the place where they identify."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address
from typing import Annotated, Any, ClassVar

from celosia.core.parameters import (
    PUBLIC,
    ColumnName,
    OneOf,
    VisibleCharacter,
    Whole,
    check_parameters,
)
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.masking.character_masking import (
    BY_OTHER_MASK,
    BY_SYMBOLS,
    CharacterMasking,
    masked_column,
)
from celosia.text.messages import Message

_SEPARATORS = " -"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"((?:{_OCTET}\.){{2}}){_OCTET}\.{_OCTET}")


def mask_card(text: str, symbol: str) -> str | None:
    """Keep the last four digits of a payment card.

    >>> mask_card("4111 1111 1111 1111", "*"), mask_card("4111", "*")
    ('**** **** **** 1111', None)
    """
    digits = _compact(text)
    fits = 12 <= len(digits) <= 19 and digits.isascii() and digits.isdigit()
    return _kept(text, symbol, range(len(digits) - 4, len(digits))) if fits else None


def mask_ip(text: str, symbol: str) -> str | None:
    """Mask the last two octets of IPv4, and the last 80 bits of IPv6 written in full.

    >>> mask_ip("12.120.210.88", "x"), mask_ip("2001:db8::1", "x")
    ('12.120.xxx.xxx', '2001:0db8:0000:xxxx:xxxx:xxxx:xxxx:xxxx')
    """
    if match := _IPV4.fullmatch(text):
        return f"{match[1]}{symbol * 3}.{symbol * 3}"
    try:
        groups = IPv6Address(text.partition("%")[0]).exploded.split(":")
    except AddressValueError:
        return None
    return ":".join((*groups[:3], *[symbol * 4] * 5))


def mask_plate(text: str, symbol: str) -> str | None:
    """Mask the last four characters of a number plate.

    >>> mask_plate("SMF1234A", "x"), mask_plate("1234 BCD", "x")
    ('SMF1xxxx', '123x xxx')
    """
    plate = _compact(text)
    fits = 5 <= len(plate) <= 9 and plate.isascii() and plate.isalnum()
    return _kept(text, symbol, range(len(plate) - 4)) if fits else None


def mask_vin(text: str, symbol: str) -> str | None:
    """Mask the last three characters of a vehicle identification number.

    >>> mask_vin("1234567890", "x")
    '1234567xxx'
    """
    fits = 6 <= len(text) <= 17 and text.isascii() and text.isalnum()
    return text[:-3] + symbol * 3 if fits else None


def mask_postcode(text: str, symbol: str) -> str | None:
    """Keep the first two characters of a postcode: the province in Spain, the sector in Singapore.

    >>> mask_postcode("28029", "x"), mask_postcode("117438", "x")
    ('28xxx', '11xxxx')
    """
    code = _compact(text)
    fits = 4 <= len(code) <= 10 and code.isascii() and code.isalnum()
    return _kept(text, symbol, range(2)) if fits else None


def split_email(text: str) -> tuple[str, str] | None:
    """Part an e-mail address into what stands before and after the at sign.

    >>> split_email("ana@salud.es"), split_email("ana")
    (('ana', 'salud.es'), None)
    """
    local, _, domain = text.partition("@")
    fits = local and domain and "@" not in domain and not any(map(str.isspace, text))
    return (local, domain) if fits else None


@dataclass(frozen=True, slots=True)
class MaskFormat:
    """What the values of a format are called, and how they are masked."""

    name: Message
    masked: Message
    """What is masked of them."""
    mask: Callable[[str, str], str | None] | None = None
    """Takes a text and the symbol; e-mail addresses have options of their own instead."""


FORMATS: Mapping[str, MaskFormat] = {
    "email": MaskFormat(
        Message("techniques.formats-email-title"),
        Message("techniques.formats-email-meaning"),
    ),
    "card": MaskFormat(
        Message("techniques.formats-card-title"),
        Message("techniques.formats-card-meaning"),
        mask_card,
    ),
    "ip": MaskFormat(
        Message("techniques.formats-ip-title"),
        Message("techniques.formats-ip-meaning"),
        mask_ip,
    ),
    "plate": MaskFormat(
        Message("techniques.formats-plate-title"),
        Message("techniques.formats-plate-meaning"),
        mask_plate,
    ),
    "vin": MaskFormat(
        Message("techniques.formats-vin-title"),
        Message("techniques.formats-vin-meaning"),
        mask_vin,
    ),
    "postcode": MaskFormat(
        Message("techniques.formats-postcode-title"),
        Message("techniques.formats-postcode-meaning"),
        mask_postcode,
    ),
}


def _compact(text: str) -> str:
    return text.replace(" ", "").replace("-", "")


def _kept(text: str, symbol: str, kept: range) -> str:
    """Mask all but some characters, counted without the separators, which stay."""
    signs, place = [], -1
    for sign in text:
        place += sign not in _SEPARATORS
        signs.append(sign if sign in _SEPARATORS or place in kept else symbol)
    return "".join(signs)


@declared(order=6)
@dataclass(frozen=True, slots=True)
class FormatMasking(Technique):
    """Mask the telling part of a card, IP address, number plate, VIN, postcode or e-mail address.

    An e-mail address loses what stands before the at sign and, with `keep_domain` false, what
    stands behind it; `symbols` writes that many symbols for each part whatever its length. A
    value that is not of the format is refused, or masked whole with `misfits = "mask"`.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex B.

    >>> from celosia.core.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> FormatMasking("ip", "ip", symbol="x").relabel(["12.120.210.88"], context)
    ['12.120.xxx.xxx']
    >>> FormatMasking("mail", "email", symbols=3).relabel(["ana.ruiz@salud.es"], context)
    ['***@salud.es']
    """

    column: ColumnName
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
            "symbols": Message("techniques.symbols"),
            "misfits": Message("techniques.format-masking-misfits"),
            "symbol": Message("techniques.symbol"),
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
        return (self, CharacterMasking(self.column, keep_first=1))

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
