"""Whom `celosia guide` asks, and the person at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Protocol, TypeVar

import click

import celosia
from celosia.shells.cli.guided.words import CONTROL_ANSWERS, NOT_APPLICABLE, WORDS

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
