"""Pseudonyms that look like what they stand for: FF1, format-preserving encryption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.parameters import PUBLIC, Column, check_parameters
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import DataError, MissingExtraError
from celosia.methods.techniques.form_words import ATTRIBUTE
from celosia.methods.techniques.pseudonyms.common import pseudonymized
from celosia.methods.techniques.pseudonyms.formats import (
    Format,
    dni_format,
    is_document,
    is_known,
    plain_format,
    with_control_letter,
)
from celosia.methods.techniques.pseudonyms.keys import attribute_key
from celosia.text.messages import Message

SMALLEST_DOMAIN = 1_000_000
"""With fewer possible texts of one format, FF1 can be undone by trying (SP 800-38G Rev. 1)."""

_CHECK_DIGITS = 16


@declared(order=9)
@dataclass(frozen=True, slots=True)
class FormatPreservingPseudonym(Technique):
    """Encipher each value into another of the same format: digits stay digits, dashes stay.

    Digits, capitals and small letters change among their own; spaces and punctuation stay where
    they are. Each format is a permutation of its own, so two values never share a pseudonym, and
    the key alone leads back (`restored`), without any table. With `dni`, values are DNI or NIE:
    the number is enciphered and the letter is the right one for the new number.

    A pseudonym may happen to be the real number of somebody else.

    References: Dworkin, NIST SP 800-38G, 2016, algorithms 7 and 8; SP 800-38G Rev. 1 (2nd public
    draft), 2025, which withdraws FF3 and asks for a million possible texts.
    """

    column: Column
    dni: Annotated[bool, PUBLIC] = False
    attribute: Annotated[str, PUBLIC] = ""
    kind: ClassVar[str] = "format-preserving-pseudonym"
    family: ClassVar[Family | None] = Family.PSEUDONYMIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.format-preserving-pseudonym"),
        labels={
            "dni": Message("techniques.format-preserving-pseudonym-dni"),
            "attribute": ATTRIBUTE,
        },
    )
    by_value: ClassVar[bool] = True
    needs_key: ClassVar[bool] = True
    pseudonymizes: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.each-value-enciphered-into-another", column=self.column)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Replace the column, and give its table of identities."""
        return pseudonymized(self, cells, context)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Encipher each value."""
        cipher = self._cipher(context)
        return self._changed(values, cipher.encrypt_int)

    def restored(self, pseudonyms: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Decipher what `relabel` gave under the same key."""
        cipher = self._cipher(context)
        return self._changed(pseudonyms, cipher.decrypt_int)

    def key_check(self, context: TechniqueContext) -> str:
        """Give what tells the right key from a wrong one: nobody can compute a key from it."""
        return attribute_key(context, f"{self.kind} check", self._attribute).hex()[:_CHECK_DIGITS]

    @property
    def _attribute(self) -> str:
        return self.attribute or self.column

    def _changed(self, texts: Sequence[str], cipher: Any) -> list[str]:
        self._check_readable(texts)
        formats = [self._format(text) for text in texts]
        self._check_room(formats)
        return [
            self._finished(
                format.text(
                    cipher(format.number(text), domain=format.size, tweak=_tweak(text, format)),
                    text,
                )
            )
            for text, format in zip(texts, formats, strict=True)
        ]

    def _format(self, text: str) -> Format:
        return dni_format(text) if self.dni else plain_format(text)

    def _finished(self, text: str) -> str:
        return with_control_letter(text) if self.dni else text

    def _cipher(self, context: TechniqueContext) -> Any:
        try:
            ffx = import_module("ffx")
        except ImportError:
            raise MissingExtraError(
                "techniques.technique-needs-libffx-pip-install", kind=self.kind
            ) from None
        return ffx.FF1(attribute_key(context, self.kind, self._attribute))

    def _check_readable(self, texts: Iterable[str]) -> None:
        unknown = sum(not is_known(text) for text in texts)
        if unknown:
            raise DataError(
                "techniques.column-distinct-values-hold-characters",
                column=self.column,
                unknown=unknown,
            )
        wrong = sum(not is_document(text) for text in texts) if self.dni else 0
        if wrong:
            raise DataError(
                "techniques.column-distinct-values-not-dni", column=self.column, wrong=wrong
            )

    def _check_room(self, formats: Iterable[Format]) -> None:
        small = sum(format.size < SMALLEST_DOMAIN for format in formats)
        if small:
            raise DataError(
                "techniques.column-distinct-values-short-fewer",
                column=self.column,
                small=small,
                least=SMALLEST_DOMAIN,
            )


def _tweak(text: str, format: Format) -> bytes:
    """Name the format by what stays of the text, so that each format is shuffled on its own.

    A control letter stays out: that of the pseudonym is another one.
    """
    return "".join(
        alphabet[0] if alphabet else "?" if character.isalnum() else character
        for character, alphabet in zip(text, format.alphabets, strict=True)
    ).encode()
