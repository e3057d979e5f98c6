"""What every step of the walk has at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

import celosia
from celosia.shells.cli.guided.asking import Asker
from celosia.shells.cli.guided.words import WORDS
from celosia.shells.cli.output import print_table
from celosia.text.messages import number_in


@dataclass(frozen=True, slots=True, eq=False)
class Talk:
    """A table, whoever answers, and the language that both speak."""

    table: celosia.Table
    ask: Asker
    key: bytes | None = None
    """The secret of keyed pseudonyms."""

    def text(self, sentence: celosia.Message) -> str:
        """Give a sentence in the language of the walk."""
        return sentence.text(self.ask.language)

    def word(self, name: str, **values: Any) -> str:
        """Give one of the walk's own sentences."""
        return WORDS[name].given(**values).text(self.ask.language)

    def say(self, name: str, **values: Any) -> None:
        """Print one of the walk's own sentences."""
        click.echo(self.word(name, **values))

    def percent(self, share: float) -> str:
        """Write a share as people of the walk's language do."""
        return number_in(self.ask.language, f"{share:.1%}")

    def head(self, name: str) -> None:
        """Print the title of a step."""
        click.echo()
        click.echo(click.style(self.word(name), bold=True))

    def show(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Print a table with the walk's words as its head."""
        print_table("", [self.word(name) for name in columns], rows)

    def has_step(self, guidance: celosia.Guidance, step: int) -> bool:
        """Print the title of a step, and whether the use case has it."""
        self.head(f"step{step}")
        if step in guidance.profile.steps:
            return True
        self.say("skipped", case=guidance.use_case.value)
        return False
