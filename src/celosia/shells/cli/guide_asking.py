"""Whom `celosia guide` asks: a person at the terminal, or a file of answers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

import click

import celosia
from celosia.shells.cli.guide_words import CONTROL_ANSWERS, WORDS

Choices = Mapping[str, celosia.Sentence]


class Asker(Protocol):
    """Gives answers; every question has a section and a name, as a file of answers writes them."""

    language: celosia.Language

    def choose(
        self, section: str, name: str, question: str, choices: Choices, default: str
    ) -> str:
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
        self, section: str, name: str, question: str, choices: Choices, default: str
    ) -> str:
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
                return _within(answer.replace(",", "."), low, high)
            except ValueError:
                click.echo(self._say(_limits(high), low=f"{low:g}", high=f"{high:g}"))

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
        answer = self.choose("controls", name, question, CONTROL_ANSWERS, "later")
        if answer == "later":
            return None
        if answer != "not-applicable":
            return answer
        while not (reason := self._prompt(self._say("because"), "")):
            click.echo(self._say("no-text"))
        return reason

    def _found(self, answer: str, choices: Choices) -> str | None:
        names = list(choices)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        meant = answer.casefold()
        labels = {label.text(self.language).casefold(): key for key, label in choices.items()}
        return meant if meant in choices else labels.get(meant)

    def _prompt(self, text: str, default: str) -> str:
        given: str = click.prompt(text, default=default, show_default=bool(default))
        return given.strip()

    def _say(self, word: str, **values: str) -> str:
        return WORDS[word].text(self.language).format(**values)

    def _again(self, choices: str) -> None:
        click.echo(self._say("again", choices=choices))


class AnswersFile:
    """A TOML file with the answers that differ from what is proposed."""

    def __init__(self, path: Path, language: celosia.Language) -> None:
        self.language = language
        self._title = path.name
        self._left = _read(path)

    def choose(
        self, section: str, name: str, question: str, choices: Choices, default: str
    ) -> str:
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
            return _within(answer, low, high)
        except (TypeError, ValueError):
            limits = WORDS[_limits(high)].en.format(low=f"{low:g}", high=f"{high:g}")
            raise self._wrong(section, name, limits.rstrip(".")) from None

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
            raise self._wrong("controls", name, "yes, no, or why it is not applicable")
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

    def _wrong(self, section: str, name: str, choices: str) -> celosia.ParameterError:
        return celosia.ParameterError(
            f"{self._title}: the answer to {section}.{name} is not possible here. Choices: "
            f"{choices}."
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


def _within(answer: Any, low: float, high: float) -> float:
    """Read a number; without a highest one it has to be whole."""
    number = float(answer)
    if not low <= number <= high or (not isfinite(high) and number != int(number)):
        raise ValueError
    return number


def _limits(high: float) -> str:
    return "not-a-number" if isfinite(high) else "not-whole"
