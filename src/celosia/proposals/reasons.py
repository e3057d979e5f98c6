"""Why something is proposed, as a code that a program reads and a sentence that a person reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from celosia.proposals.messages import KIND_NAMES, MESSAGES, ROLE_NAMES
from celosia.text.languages import Language
from celosia.text.messages import Message, verbatim

Parameter: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and its parameters; `text` writes the sentence.

    >>> reason = Reason.of("unique", distinct=980, records=1000)
    >>> reason.text()
    'Almost every record has its own value (980 different in 1,000).'
    >>> Reason.of("kind", kind="dni", share=0.985).text("es")
    'El 98 % de los valores examinados son: números de DNI.'
    """

    code: str
    params: tuple[tuple[str, Parameter], ...] = ()

    @classmethod
    def of(cls, code: str, **params: Parameter) -> Reason:
        """Build a reason from named parameters."""
        return cls(code, tuple((name, params[name]) for name in sorted(params)))

    def text(self, lang: Language = "en") -> str:
        """Write the sentence in English or Spanish."""
        return self.message.text(lang)

    @property
    def message(self) -> Message:
        """The sentence, to be said in any language."""
        return MESSAGES[self.code].given(**{n: _written(n, value) for n, value in self.params})


def _written(name: str, value: Parameter) -> Message:
    if name == "kind":
        return KIND_NAMES[str(value)]
    if name == "role":
        return ROLE_NAMES[str(value)]
    if name.endswith("share"):
        return Message("text.percent", number=_whole_percent(float(value)))
    if isinstance(value, float):
        return Message("text.decimal", number=value)
    return Message("text.whole", number=value) if isinstance(value, int) else verbatim(value)


def _whole_percent(share: float) -> int:
    """Round down, so that 100 % means all; the margin forgives binary fractions."""
    return int(share * 100 + 1e-9)
