"""The report for everybody: what the public certificate says, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from celosia.core.technique import TECHNIQUES
from celosia.methods.method import METHODS
from celosia.reporting import markup
from celosia.reporting.glossary import Entry, privacy_glossary, sensitive_glossary
from celosia.reporting.html_page import (
    document,
    how_section,
    models_section,
    residual_section,
)
from celosia.reporting.markup import as_it_is, number, say, section_table, word
from celosia.text.languages import ENGLISH, Language
from celosia.text.messages import Message, joined

HASHES = ("sha256", "fingerprint")
"""What tells a release from any other: of a file, of a server's table."""


def public_page(proof: Mapping[str, Any], notes: Sequence[Message], language: Language) -> str:
    """Write the page that a certificate makes; a language that it does not speak is English."""
    spoken = proof["said"]
    said = spoken.get(language, spoken[ENGLISH])
    body = [
        f"<h1>{say(markup.TITLE, language)}</h1>",
        f'<p class="statement">{escape(said["statement"])}</p>',
        *(f'<p class="warned">{say(note, language)}</p>' for note in notes),
        _protection(proof["after"], language),
        _columns(proof["roles"], language),
        _techniques(proof["techniques"], language),
        how_section(_how(proof, said), language),
        residual_section([escape(risk) for risk in said["residual_risks"]], language),
        models_section(language),
        f'<p class="note">{say(markup.NO_RAW, language)} {say(markup.PUBLIC, language)}</p>',
    ]
    return document("\n".join(body), language)


def _protection(after: Mapping[str, Any], language: Language) -> str:
    rows = [
        f"<tr><td>{say(title, language)}</td><td class=n>{number(value, language)}</td>"
        f"<td>{say(entry.meaning, language)}</td>"
        f'<td class="note">{say(entry.source, language)}</td></tr>'
        for title, value, entry in _figures(after)
    ]
    if not rows:  # of persons whom the table does not tell apart: a table of nothing says nothing
        return ""
    heads = (markup.FIGURE, markup.VALUE, markup.MEANING, markup.SOURCE)
    return section_table(markup.PROTECTION, heads, rows, language)


def _figures(after: Mapping[str, Any]) -> Iterator[tuple[Message, Any, Entry]]:
    """Give the certificate's figures by the names of the glossary; those of columns name them."""
    of_table = {
        "k": after.get("min_class"),
        "uniques": after.get("unique_records"),
        "prosecutor.highest": after.get("highest_prosecutor_risk"),
        "prosecutor.average": after.get("average_prosecutor_risk"),
    }
    glossary = privacy_glossary()
    for name, value in of_table.items():
        if value is not None:  # of persons whom the table does not tell apart nothing is told
            yield glossary[name].title, value, glossary[name]
    for column, figures in after.get("sensitive", {}).items():
        for name, entry in sensitive_glossary().items():
            value = figures.get(name)
            if value is not None and not isinstance(value, Mapping):
                told = Message("report.figure-of-column", figure=entry.title, column=column)
                yield told, float(value) if isinstance(value, str) else value, entry


def _columns(roles: Mapping[str, str], language: Language) -> str:
    rows = [
        f"<tr><td>{escape(name)}</td><td>{word(markup.ROLES, role, language)}</td></tr>"
        for name, role in roles.items()
    ]
    return section_table(markup.COLUMNS, (markup.COLUMN, markup.ROLE), rows, language)


def _techniques(steps: Sequence[Mapping[str, Any]], language: Language) -> str:
    """Name what was done by its title, with the parameters that may be told."""
    if not steps:
        return ""
    items = []
    for step in steps:
        described = TECHNIQUES[step["kind"]].described
        title = say(described.title, language)
        labels = {"column": markup.COLUMN, **described.labels}
        given = "; ".join(
            f"{labels.get(name, as_it_is(name)).text(language)}: "
            f"{_value(described.choices.get(name, {}).get(str(value), value), language)}"
            for name, value in step.items()
            if name != "kind"
        )
        items.append(f"<li>{title} ({escape(given)})</li>" if given else f"<li>{title}</li>")
    return f"<h2>{say(markup.TECHNIQUES, language)}</h2>\n<ol>{''.join(items)}</ol>"


def _value(value: Any, language: Language) -> str:
    """Say what a parameter is: a choice in words, columns one after another."""
    if isinstance(value, Message):
        return value.text(language)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _how(proof: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Message]:
    output = proof["output"]
    models = joined([as_it_is(model) for model in said["models"]], "; ")
    return {
        "release": as_it_is(output["name"]),
        **{name: as_it_is(output[name]) for name in HASHES if name in output},
        "models": models if said["models"] else as_it_is("–"),
        "method": method_title(proof["method"]),
    }


def method_title(name: str) -> Message:
    """Name a method as people do; levels that a recipe names were found by none."""
    return Message("report.method-node") if name == "node" else METHODS[name].title
