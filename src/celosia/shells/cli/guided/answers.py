"""A file that answers for whoever runs `celosia guide` unattended."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import celosia
from celosia.shells.cli.guided.asking import Key, limits, within
from celosia.shells.cli.guided.words import WORDS
from celosia.text.languages import languages
from celosia.text.system import toml_error


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
        choices: Mapping[Key, celosia.Message],
        default: Key,
    ) -> Key:
        """Take the answer of the file; it names a choice, in whatever language."""
        answer = self._taken(section, name)
        if answer is None:
            return default
        for key, label in choices.items():
            if answer in (key, *map(label.text, languages())):
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
            allowed = WORDS[f"{limits(high)}-here"].given(low=low, high=high)
            raise self._wrong(section, name, allowed) from None

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
            raise self._wrong("controls", name, celosia.Message("cli.yes-no-or-why"))
        return answer

    def check_all_used(self) -> None:
        """Raise for answers to questions that were not asked."""
        left = [f"{section}.{name}" for section, names in self._left.items() for name in names]
        if left:
            raise celosia.ParameterError(
                "cli.answers-not-asked-take-out", title=self._title, left=left
            )

    def _taken(self, section: str, name: str) -> Any:
        return self._left.get(section, {}).pop(name, None)

    def _wrong(
        self, section: str, name: str, choices: str | celosia.Message
    ) -> celosia.ParameterError:
        """Say what would be possible; words that are written into the file stay as they are."""
        return celosia.ParameterError(
            "cli.answer-not-possible",
            title=self._title,
            section=section,
            name=name,
            choices=choices,
        )


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError:
        raise celosia.ParameterError("cli.no-file-answers", path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise celosia.ParameterError(
            "cli.not-valid-toml", title=path.name, wrong=_told(wrong, path)
        ) from None
    loose = [name for name, section in entries.items() if not isinstance(section, dict)]
    if loose:
        raise celosia.ParameterError(
            "cli.must-stand-section-such-data", name=path.name, loose=loose
        )
    return entries


def _told(wrong: ValueError, path: Path) -> celosia.Message:
    if isinstance(wrong, tomllib.TOMLDecodeError):
        return toml_error(wrong, path.read_text(encoding="utf-8-sig"))
    return celosia.Message("cli.not-utf-8")
