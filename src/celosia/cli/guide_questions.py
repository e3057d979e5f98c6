"""What `celosia guide` asks, and whom: the person at the terminal, or a file of answers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import click

import celosia
from celosia.errors import toml_error
from celosia.files.untrusted_text import parse_toml
from celosia.text.languages import languages
from celosia.text.messages import Message
from celosia.text.numerals import COMMA, as_number

LEAVE_OUT = "leave-out"
ASK_ME = "questions"
NOT_APPLICABLE = "n/a"

ROLES: Mapping[str, Message] = {
    celosia.Role.IDENTIFIER: Message("cli.roles-identifier"),
    celosia.Role.QUASI_IDENTIFIER: Message("cli.roles-quasi-identifier"),
    celosia.Role.SENSITIVE: Message("cli.roles-sensitive"),
    celosia.Role.INSENSITIVE: Message("cli.roles-insensitive"),
    LEAVE_OUT: Message("cli.roles-leave-out"),
    ASK_ME: Message("cli.roles-ask-me"),
}
YES_NO: Mapping[str, Message] = {
    "yes": Message("cli.yes-no-yes"),
    "no": Message("cli.yes-no-no"),
}
CONTROL_ANSWERS: Mapping[str, Message] = {
    **YES_NO,
    NOT_APPLICABLE: Message("cli.control-answers-not-applicable"),
}
LEVELS: Mapping[Literal["low", "medium", "high"], Message] = {
    "low": Message("cli.levels-low"),
    "medium": Message("cli.levels-medium"),
    "high": Message("cli.levels-high"),
}
CONTROL_LEVELS: Mapping[Literal["high", "medium", "low", "none"], Message] = {
    "high": Message("cli.control-levels-high"),
    "medium": Message("cli.control-levels-medium"),
    "low": Message("cli.control-levels-low"),
    "none": Message("cli.control-levels-none"),
}
GROUPS: Mapping[str, Message] = {
    "technical": Message("cli.groups-technical"),
    "process": Message("cli.groups-process"),
    "legal": Message("cli.groups-legal"),
}
REMEDIES: Mapping[str, Message] = {
    "search": Message("cli.remedies-search"),
    "coarser": Message("cli.remedies-coarser"),
    "repeat": Message("cli.remedies-repeat"),
    "records": Message("cli.remedies-records"),
    "stop": Message("cli.remedies-stop"),
}

WORDS: Mapping[str, Message] = {
    "codes": Message("cli.words-codes"),
    "whose": Message("cli.words-whose"),
    "each-row": Message("cli.words-each-row"),
    "diversity": Message("cli.words-diversity"),
    "short-alike": Message("cli.words-short-alike"),
    "step1": Message("cli.words-step1"),
    "step2": Message("cli.words-step2"),
    "step3": Message("cli.words-step3"),
    "step4": Message("cli.words-step4"),
    "step5": Message("cli.words-step5"),
    "skipped": Message("cli.words-skipped"),
    "which-case": Message("cli.words-which-case"),
    "column": Message("cli.column"),
    "role": Message("cli.words-role"),
    "why": Message("cli.words-why"),
    "done": Message("cli.words-done"),
    "changed": Message("cli.words-changed"),
    "distinct": Message("cli.words-distinct"),
    "left-out-records": Message("cli.words-left-out-records"),
    "change-role": Message("cli.words-change-role"),
    "change-identifier": Message("cli.words-change-identifier"),
    "change-technique": Message("cli.words-change-technique"),
    "which-role": Message("cli.words-which-role"),
    "which-technique": Message("cli.words-which-technique"),
    "none": Message("cli.words-none"),
    "dropped": Message("cli.words-dropped"),
    "no-columns": Message("cli.words-no-columns"),
    "least-k": Message("cli.words-least-k"),
    "harm": Message("cli.words-harm"),
    "motivation": Message("cli.words-motivation"),
    "mitigation": Message("cli.words-mitigation"),
    "acquaintance": Message("cli.words-acquaintance"),
    "breach": Message("cli.words-breach"),
    "raised": Message("cli.words-raised"),
    "reached": Message("cli.words-reached"),
    "levels": Message("cli.words-levels"),
    "short": Message("cli.words-short"),
    "remedy": Message("cli.words-remedy"),
    "which-column": Message("cli.words-which-column"),
    "coarser": Message("cli.words-coarser"),
    "left-out": Message("cli.words-left-out"),
    "stopped": Message("cli.words-stopped"),
    "broken-off": Message("cli.words-broken-off"),
    "unchanged": Message("cli.words-unchanged"),
    "invented-instead": Message("cli.words-invented-instead"),
    "control": Message("cli.words-control"),
    "because": Message("cli.words-because"),
    "condition": Message("cli.words-condition"),
    "unanswered": Message("cli.words-unanswered"),
    "missing": Message("cli.words-missing"),
    "incidents": Message("cli.words-incidents"),
    "personal": Message("cli.words-personal"),
    "vault": Message("cli.words-vault"),
    "no-vault": Message("cli.words-no-vault"),
    "written": Message("cli.words-written"),
    "released": Message("cli.words-released"),
    "choice": Message("cli.words-choice"),
    "again": Message("cli.words-again"),
    "not-a-number": Message("cli.words-not-a-number"),
    "not-whole": Message("cli.words-not-whole"),
    "not-a-number-here": Message("cli.words-not-a-number-here"),
    "not-whole-here": Message("cli.words-not-whole-here"),
    "no-text": Message("cli.words-no-text"),
}

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
        choices: Mapping[Key, Message],
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


class PersonAsker:
    """Somebody at the terminal; a wrong answer is asked for again."""

    def __init__(self, language: celosia.Language) -> None:
        self.language = language

    def choose(
        self,
        section: str,
        name: str,
        question: str,
        choices: Mapping[Key, Message],
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
            if found := self._find(answer, choices):
                return found
            self._again(f"1-{len(names)}, {', '.join(names)}")

    def number(
        self, section: str, name: str, question: str, default: float, low: float, high: float
    ) -> float:
        """Ask for a number; Enter takes the default."""
        while True:
            answer = self._prompt(question, f"{default:g}")
            try:
                return within(answer, low, high)
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
            found = self._find(answer, CONTROL_ANSWERS)
            if found is not None:
                return self._reason() if found == NOT_APPLICABLE else found
            self._again(", ".join(CONTROL_ANSWERS))
        return None

    def _reason(self) -> str:
        while not (reason := self._prompt(self._say("because"), "")):
            click.echo(self._say("no-text"))
        return reason

    def _find(self, answer: str, choices: Mapping[Key, Message]) -> Key | None:
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
    """Read a number, its decimals after a point or a comma; one without a highest one is whole."""
    number = as_number(answer, COMMA) if isinstance(answer, str) else float(answer)
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
        choices: Mapping[Key, Message],
        default: Key,
    ) -> Key:
        """Take the answer of the file; it names a choice, in whatever language."""
        answer = self._take(section, name)
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
        answer = self._take(section, name)
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
        answer = self._take("controls", name)
        if answer is not None and not (isinstance(answer, str) and answer.strip()):
            raise self._wrong("controls", name, Message("cli.yes-no-or-why"))
        return answer

    def check_all_used(self) -> None:
        """Raise for answers to questions that were not asked."""
        left = [f"{section}.{name}" for section, names in self._left.items() for name in names]
        if left:
            raise celosia.ParameterError(
                "cli.answers-not-asked-take-out", title=self._title, left=left
            )

    def _take(self, section: str, name: str) -> Any:
        return self._left.get(section, {}).pop(name, None)

    def _wrong(self, section: str, name: str, choices: str | Message) -> celosia.ParameterError:
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
        entries = parse_toml(path.read_text(encoding="utf-8-sig"))
    except OSError:
        raise celosia.ParameterError("cli.no-file-answers", path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise celosia.ParameterError(
            "cli.not-valid-toml", title=path.name, wrong=_explain(wrong, path)
        ) from None
    loose = [name for name, section in entries.items() if not isinstance(section, dict)]
    if loose:
        raise celosia.ParameterError(
            "cli.must-stand-section-such-data", name=path.name, loose=loose
        )
    return entries


def _explain(wrong: ValueError, path: Path) -> Message:
    if isinstance(wrong, tomllib.TOMLDecodeError):
        return toml_error(wrong, path.read_text(encoding="utf-8-sig"))
    return Message("cli.not-utf-8")
