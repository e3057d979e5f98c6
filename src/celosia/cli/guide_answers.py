"""Whom `celosia guide` asks: the person at the terminal, or a file that answers unattended."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

import celosia
from celosia.cli.guide_words import CONTROL_ANSWERS, NOT_APPLICABLE, WORDS
from celosia.text.languages import languages
from celosia.text.system import toml_error

Key = TypeVar("Key", bound=str)
"""What a choice is called in a file of answers."""


class Asker(Protocol):
    """Gives answers; every question has a section and a name, as a file of answers writes them."""

    language: celosia.Language

    def choose(
        self,
        section: str,
        name: str,
        question: str,
        choices: Mapping[Key, celosia.Message],
        default: Key,
    ) -> Key:
        """Give one of the choices."""
        ...

    def number(
        self, section: str, name: str, question: str, default: float, low: float, high: float
    ) -> float:
        """Give a number within limits."""
        ...

    def columns(self, section: str, question: str, columns: Iterable[str]) -> Iterator[str]:
        """Give the columns about which there is something to say."""
        ...

    def control(self, name: str, question: str) -> str | None:
        """Give yes, no, or why a control is not applicable; None for no answer."""
        ...


class Person:
    """Somebody at the terminal; a wrong answer is asked for again."""

    def __init__(self, language: celosia.Language) -> None:
        self.language = language

    def choose(
        self,
        section: str,
        name: str,
        question: str,
        choices: Mapping[Key, celosia.Message],
        default: Key,
    ) -> Key:
        """Show the choices with their numbers; Enter takes the default."""
        click.echo(question)
        names = list(choices)
        for number, (key, label) in enumerate(choices.items(), start=1):
            text = label.text(self.language)
            click.echo(f"  {number}) {text if text == key else f'{text} [{key}]'}")
        while True:
            answer = self._prompt(self._say("choice"), str(names.index(default) + 1))
            if found := self._found(answer, choices):
                return found
            self._again(f"1-{len(names)}, {', '.join(names)}")

    def number(
        self, section: str, name: str, question: str, default: float, low: float, high: float
    ) -> float:
        """Ask for a number; Enter takes the default."""
        while True:
            answer = self._prompt(question, f"{default:g}")
            try:
                return within(answer.replace(",", "."), low, high)
            except ValueError:
                click.echo(self._say(limits(high), low=f"{low:g}", high=f"{high:g}"))

    def columns(self, section: str, question: str, columns: Iterable[str]) -> Iterator[str]:
        """Ask for one column after another; Enter ends it."""
        known = list(columns)
        while answer := self._prompt(question, ""):
            if answer in known:
                yield answer
            else:
                self._again(", ".join(known))

    def control(self, name: str, question: str) -> str | None:
        """Ask, and for a reason where a control is not applicable; Enter leaves it for later."""
        click.echo(question)
        while answer := self._prompt(self._say("control"), ""):
            found = self._found(answer, CONTROL_ANSWERS)
            if found is not None:
                return self._reason() if found == NOT_APPLICABLE else found
            self._again(", ".join(CONTROL_ANSWERS))
        return None

    def _reason(self) -> str:
        while not (reason := self._prompt(self._say("because"), "")):
            click.echo(self._say("no-text"))
        return reason

    def _found(self, answer: str, choices: Mapping[Key, celosia.Message]) -> Key | None:
        """Find what is meant by a number, a name, or the beginning of one."""
        meant, begun = answer.casefold(), []
        for number, (key, label) in enumerate(choices.items(), start=1):
            names = (key.casefold(), label.text(self.language).casefold())
            if meant in (str(number), *names):
                return key
            if any(name.startswith(meant) for name in names):
                begun.append(key)
        return begun[0] if len(begun) == 1 else None

    def _prompt(self, text: str, default: str) -> str:
        given: str = click.prompt(text, default=default, show_default=bool(default))
        return given.strip()

    def _say(self, word: str, **values: str) -> str:
        return WORDS[word].given(**values).text(self.language)

    def _again(self, choices: str) -> None:
        click.echo(self._say("again", choices=choices))


def within(answer: Any, low: float, high: float) -> float:
    """Read a number; without a highest one it has to be whole."""
    number = float(answer)
    if not low <= number <= high or (not isfinite(high) and number != int(number)):
        raise ValueError
    return number


def limits(high: float) -> str:
    """Name the sentence that says which numbers are possible."""
    return "not-a-number" if isfinite(high) else "not-whole"


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
