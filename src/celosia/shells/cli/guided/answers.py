"""A file that answers for whoever runs `celosia guide` unattended."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import celosia
from celosia.shells.cli.guided.asking import Key, limits, within
from celosia.shells.cli.guided.words import WORDS


class AnswersFile:
    """A TOML file with the answers that differ from what is proposed."""

    def __init__(self, path: Path, language: celosia.Language) -> None:
        self.language = language
        self._title = path.name
        self._left = _read(path)

    def choose(
        self,
        section: str,
        name: str,
        question: str,
        choices: Mapping[Key, celosia.Sentence],
        default: Key,
    ) -> Key:
        """Take the answer of the file; it names a choice, in whatever language."""
        answer = self._taken(section, name)
        if answer is None:
            return default
        for key, label in choices.items():
            if answer in (key, label.en, label.es):
                return key
        raise self._wrong(section, name, ", ".join(choices))

    def number(
        self, section: str, name: str, question: str, default: float, low: float, high: float
    ) -> float:
        """Take the number of the file."""
        answer = self._taken(section, name)
        if answer is None:
            return default
        try:
            return within(answer, low, high)
        except (TypeError, ValueError):
            ends = {"low": f"{low:g}", "high": f"{high:g}"}
            allowed = WORDS[limits(high)]
            told = (allowed.text(each).format(**ends).rstrip(".") for each in ("en", "es"))
            raise self._wrong(section, name, *told) from None

    def columns(self, section: str, question: str, columns: Iterable[str]) -> Iterator[str]:
        """Take the columns that the file names."""
        known = list(columns)
        for name in list(self._left.get(section, {})):
            if name not in known:
                raise self._wrong(section, name, ", ".join(known) or "-")
            yield name

    def control(self, name: str, question: str) -> str | None:
        """Take the answer of the file."""
        answer = self._taken("controls", name)
        if answer is not None and not (isinstance(answer, str) and answer.strip()):
            said = "yes, no, or why it is not applicable", "yes, no o por qué no procede"
            raise self._wrong("controls", name, *said)
        return answer

    def check_all_used(self) -> None:
        """Raise for answers to questions that were not asked."""
        left = [f"{section}.{name}" for section, names in self._left.items() for name in names]
        if left:
            raise celosia.ParameterError(
                f"{self._title} answers what was not asked: {', '.join(left)}. Take it out, or "
                "correct its name."
            )

    def _taken(self, section: str, name: str) -> Any:
        return self._left.get(section, {}).pop(name, None)

    def _wrong(
        self, section: str, name: str, choices: str, es: str | None = None
    ) -> celosia.ParameterError:
        """Say what would be possible; words that are written into the file stay as they are."""
        return celosia.ParameterError(
            f"{self._title}: the answer to {section}.{name} is not possible here. Choices: "
            f"{choices}.",
            es=f"{self._title}: la respuesta a {section}.{name} no es posible aquí. Opciones: "
            f"{choices if es is None else es}.",
        )


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError:
        raise celosia.ParameterError(f"There is no file of answers {path}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise celosia.ParameterError(f"{path.name} is not valid TOML: {wrong}.") from None
    loose = [name for name, section in entries.items() if not isinstance(section, dict)]
    if loose:
        raise celosia.ParameterError(
            f"{path.name}: {', '.join(loose)} must stand in a section, such as [data] use_case."
        )
    return entries
