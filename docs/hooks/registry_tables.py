"""Tables and references of the documentation that are made from what the package declares.

A page writes `<!-- table: models -->`, and gets the table of all models there are, in its own
language; so with every name of `TABLES`. What is declared once is not typed again here.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from math import inf
from pathlib import Path
from typing import Any

import click

from celosia.cli.main import cli
from celosia.core.engine import ENGINES, PATHS
from celosia.core.model import MODELS, Monotone
from celosia.core.objective import OBJECTIVES
from celosia.core.parameters import (
    Between,
    Flag,
    LevelsOfColumns,
    NameOfColumn,
    NamesOfColumns,
    Numbers,
    Text,
    Texts,
    VisibleCharacter,
    Whole,
    parameters_of,
    told_parameters,
)
from celosia.core.technique import MAKERS, TECHNIQUES
from celosia.files.file_format import FILE_FORMATS
from celosia.hierarchies.rule import RULES
from celosia.methods.method import METHODS
from celosia.methods.method_options import GroupingOptions
from celosia.text.messages import Message
from celosia.web.app.step import STEPS, step_numbers
from celosia.web.service.work import JOB_KINDS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "celosia"
MARKER = re.compile(r"^<!-- table: ([\w-]+) -->$", re.MULTILINE)
FILE = re.compile(r"^```file (\S+?(?:\.(toml|json))?)$", re.MULTILINE)
SPANISH = {
    "base": "base",
    "what holds": "qué se cumple",
    "shown by": "lo muestra",
    "Not protected": "Sin protección",
    "package": "paquete",
    "extra": "extra",
    "licence": "licencia",
    "why": "por qué",
    "model": "modelo",
    "method": "método",
    "technique": "técnica",
    "objective": "objetivo",
    "rule": "regla",
    "format": "formato",
    "read": "se lee",
    "written": "se escribe",
    "what it keeps": "qué conserva",
    "scheme": "esquema",
    "where tables live": "dónde están las tablas",
    "address": "dirección",
    "job": "trabajo",
    "step": "paso",
    "kind of table": "clase de tabla",
    "command": "orden",
    "what it is": "qué es",
    "what it does": "qué hace",
    "what it protects against": "de qué protege",
    "when to take it": "cuándo elegirlo",
    "what it minimizes": "qué minimiza",
    "what one does there": "qué se hace en él",
    "parameters": "parámetros",
    "options": "opciones",
    "option": "opción",
    "in the certificate": "en el certificado",
    "monotone": "monótono",
    "always": "siempre",
    "without suppression": "sin supresión",
    "never": "nunca",
    "as its parameters": "según sus parámetros",
    "whole, at least {}": "entero, al menos {}",
    "whole, {} to {}": "entero, de {} a {}",
    "a number": "un número",
    "above {}": "más de {}",
    "at least {}": "al menos {}",
    "above {}, at most {}": "más de {}, hasta {}",
    "{} to {}": "de {} a {}",
    "yes or no": "sí o no",
    "a text": "un texto",
    "texts": "textos",
    "numbers": "números",
    "one character": "un carácter",
    "a column": "una columna",
    "columns": "columnas",
    "a level for each column": "un nivel por columna",
    "one of": "uno de",
    "see the text": "véase el texto",
    "usually {}": "normalmente {}",
    "folder": "carpeta",
    "what it holds": "qué contiene",
    "decision": "decisión",
}


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Put the tables into a page; MkDocs calls this."""
    return with_titles(fill(markdown, str(config.theme["language"])))


def fill(markdown: str, language: str) -> str:
    """Replace the markers of a page by what they stand for."""
    return MARKER.sub(lambda found: TABLES[found[1]](language), markdown)


def with_titles(markdown: str) -> str:
    """Head what stands for a file (```file NAME) by its name; tests write these files."""
    return FILE.sub(lambda found: f'```{found[2] or "text"} title="{found[1]}"', markdown)


def models(language: str) -> str:
    """Every privacy model."""
    heads = ("model", "what it protects against", "parameters", "in the certificate", "monotone")
    return _table(
        language,
        heads,
        (
            (
                _named(name, said(model.described.title, language)),
                said(model.described.protects, language),
                _parameters(model, language),
                _published(model),
                _monotone(model.monotone, language),
            )
            for name, model in MODELS.items()
        ),
    )


def methods(language: str) -> str:
    """Every method."""
    heads = ("method", "when to take it", "options", "in the certificate")
    return _table(
        language,
        heads,
        (
            (
                _named(name, said(method.title, language)),
                said(method.explanation, language),
                _parameters(method.options, language, parameters_of(method.options)),
                _published(method.options),
            )
            for name, method in METHODS.items()
        ),
    )


def grouping_options(language: str) -> str:
    """Give what every method that groups records can be told."""
    heads = ("option", "what it does", "parameters", "in the certificate")
    return _table(
        language,
        heads,
        (
            (
                _code([name]),
                said(GroupingOptions.labels[name], language),
                _range(allowed, language),
                _code([name] if allowed.public else []),
            )
            for name, allowed in parameters_of(GroupingOptions).items()
        ),
    )


def objectives(language: str) -> str:
    """Every objective."""
    heads = ("objective", "what it minimizes")
    found = ((_code([name]), said(each.title, language)) for name, each in OBJECTIVES.items())
    return _table(language, heads, found)


def techniques(language: str) -> str:
    """Every technique."""
    heads = ("technique", "what it does", "parameters", "in the certificate")
    return _table(
        language,
        heads,
        (
            (
                _code([name]),
                said(technique.described.title, language),
                _parameters(technique, language),
                _published(technique),
            )
            for name, technique in TECHNIQUES.items()
        ),
    )


def new_tables(language: str) -> str:
    """Everything that makes new tables."""
    heads = ("kind of table", "command", "parameters", "in the certificate")
    return _table(
        language,
        heads,
        (
            (
                _code([name]),
                _code([f"celosia {maker.command}"]),
                _parameters(maker, language),
                _published(maker),
            )
            for name, maker in MAKERS.items()
        ),
    )


def rules(language: str) -> str:
    """Every rule of hierarchies."""
    heads = ("rule", "what it does", "parameters", "in the certificate")
    return _table(
        language,
        heads,
        (
            (
                _code([name]),
                said(rule.described.title, language),
                _parameters(rule, language),
                _published(rule),
            )
            for name, rule in RULES.items()
        ),
    )


def formats(language: str) -> str:
    """Every file format."""
    heads = ("format", "read", "written", "what it keeps")
    return _table(
        language,
        heads,
        (
            (
                said(each.title, language),
                _code(each.endings, " "),
                _code(each.written_endings, " ") or said(each.why_not_written, language),
                said(each.keeps, language),
            )
            for each in FILE_FORMATS.values()
        ),
    )


def engines(language: str) -> str:
    """Every engine, by the scheme of its addresses."""
    heads = ("scheme", "where tables live", "address")
    return _table(
        language,
        heads,
        (
            ("" if scheme == PATHS else _code([scheme]), said(each.title, language), example)
            for scheme, each in ENGINES.items()
            for example in [_code([each.example])]
        ),
    )


def jobs(language: str) -> str:
    """Every kind of job."""
    heads = ("job", "what it does", "options")
    return _table(
        language,
        heads,
        (
            (_code([name]), said(kind.title, language), _parameters(kind.options, language))
            for name, kind in JOB_KINDS.items()
        ),
    )


def steps(language: str) -> str:
    """Every step of the app."""
    heads = ("step", "what one does there")
    found = (
        (f"{n + 1}. {said(step.title, language)}", said(step.why.given(**step_numbers()), language))
        for n, step in enumerate(STEPS.values())
    )
    return _table(language, heads, found)


def folders(language: str) -> str:
    """Every folder of the package, by what its `__init__` says that it holds."""
    inits = sorted(PACKAGE.glob("*/__init__.py"))
    found = ((_code([f"{path.parent.name}/"]), _first_line(path)) for path in inits)
    return _table(language, ("folder", "what it holds"), found)


def decisions(language: str) -> str:
    """Every decision, with a link to its page."""
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    found = ((f"[{_title(page)}](../../decisions/{page.name})",) for page in pages)
    return _table(language, ("decision",), found)


def threats(language: str) -> str:
    """Who attacks, what holds and by which test, and what does not."""
    told = tomllib.loads((ROOT / "docs" / "threats.toml").read_text(encoding="utf-8"))
    parts = []
    for attacker in told["attacker"]:
        held = ((each[language], _code(each["tests"], "<br>")) for each in attacker["holds"])
        left = " ".join(each[language] for each in attacker["not"])
        parts += [
            f"## {attacker[language]}",
            _table(language, ("what holds", "shown by"), held),
            f"**{word('Not protected', language)}:** {left}",
        ]
    return "\n\n".join(parts)


def dependencies(language: str) -> str:
    """Every direct dependency, with the extra that brings it, its licence and its reason."""
    told = tomllib.loads((ROOT / "docs" / "dependencies.toml").read_text(encoding="utf-8"))
    found = (
        (
            f"`{name}`",
            _code(extras) or word("base", language),
            told[name]["licence"],
            told[name][language],
        )
        for name, extras in direct_dependencies().items()
    )
    return _table(language, ("package", "extra", "licence", "why"), found)


def direct_dependencies() -> dict[str, list[str]]:
    """Read from `pyproject.toml` what is installed, and by which extras; none for the base."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {"": declared["dependencies"], **declared["optional-dependencies"]}
    found: dict[str, list[str]] = {}
    for extra, wanted in extras.items():
        for name in (re.split(r"[\[<>=]", each)[0] for each in wanted):
            if name != declared["name"]:
                found.setdefault(name, []).extend([extra] if extra else [])
    return found


def commands(language: str) -> str:
    """Give the help of every command of the shell."""
    with _speaking(language):
        return "\n\n".join(_help(cli, None, "celosia"))


def python(language: str) -> str:
    """Give all public names by what they are for, for mkdocstrings to describe."""
    return "\n\n".join(
        f"## {title.capitalize()}\n\n" + "\n\n".join(_described(*each) for each in of)
        for title, of in public_names()
    )


WITH_INHERITED = ("Recipe",)
"""Classes that inherit what one calls, from one that is not public: it is told of them."""


def _described(module: str, name: str) -> str:
    options = "\n    options:\n      inherited_members: true" if name in WITH_INHERITED else ""
    return f"::: {module}.{name}{options}"


def public_names() -> list[tuple[str, list[tuple[str, str]]]]:
    """Read the public names, and the module of each, by the headings of the package's stub."""
    stub = (PACKAGE / "__init__.pyi").read_text(encoding="utf-8")
    parts = re.split(r"^# (.+)$", stub, flags=re.MULTILINE)[1:]
    return [
        (title, list(_imported(text))) for title, text in zip(parts[::2], parts[1::2], strict=True)
    ]


TABLES: Mapping[str, Callable[[str], str]] = {
    "models": models,
    "methods": methods,
    "grouping-options": grouping_options,
    "objectives": objectives,
    "techniques": techniques,
    "new-tables": new_tables,
    "rules": rules,
    "formats": formats,
    "engines": engines,
    "jobs": jobs,
    "steps": steps,
    "folders": folders,
    "decisions": decisions,
    "dependencies": dependencies,
    "threats": threats,
    "commands": commands,
    "python": python,
}


def said(sentence: Any, language: str) -> str:
    """Say something in a language, as a cell of a table can hold it."""
    return _cell(sentence.text(language))


def word(text: str, language: str) -> str:
    """Say one of our own words; in English where the language has none."""
    return SPANISH[text] if language == "es" else text


def _table(language: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [[word(head, language) for head in heads], ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _named(name: str, title: str) -> str:
    return f"`{name}`" if name == title.lower() else f"`{name}`<br>{title}"


def _code(names: Iterable[str], between: str = ", ") -> str:
    return between.join(f"`{name}`" for name in names)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _published(kind: type) -> str:
    return _code(told_parameters(kind))


def _monotone(given: object, language: str) -> str:
    words = {
        Monotone.ALWAYS: "always",
        Monotone.UNSUPPRESSED: "without suppression",
        Monotone.NEVER: "never",
    }
    found = words[given] if isinstance(given, Monotone) else "as its parameters"
    return word(found, language)


def _parameters(kind: type, language: str, only: Iterable[str] | None = None) -> str:
    """List the parameters of a kind; of methods only what they declare, which recipes accept."""
    allowed = parameters_of(kind)
    names = [each.name for each in fields(kind)] if only is None else only
    return "<br>".join(f"`{name}`: {_range(allowed.get(name), language)}" for name in names)


def _range(allowed: Any, language: str) -> str:
    """Say what a parameter may be, and what it usually is."""
    told = _allowed(allowed, language)
    usual = getattr(allowed, "usual", None)
    if usual is None or usual in ("", ()) or (isinstance(usual, bool) and not usual):
        return told
    return f"{told} ({word('usually {}', language).format(_usual(usual))})"


def _allowed(allowed: Any, language: str) -> str:
    plain = {
        Flag: "yes or no",
        Text: "a text",
        Texts: "texts",
        Numbers: "numbers",
        VisibleCharacter: "one character",
        NameOfColumn: "a column",
        NamesOfColumns: "columns",
        LevelsOfColumns: "a level for each column",
        type(None): "see the text",
    }
    if type(allowed) in plain:
        return word(plain[type(allowed)], language)
    if isinstance(allowed, Whole):
        if allowed.most is None:
            return word("whole, at least {}", language).format(allowed.least)
        return word("whole, {} to {}", language).format(allowed.least, allowed.most)
    if isinstance(allowed, Between):
        return _between(allowed, language)
    return f"{word('one of', language)} {_code(allowed.choices)}"


def _between(allowed: Between, language: str) -> str:
    if allowed.low == -inf:
        return word("a number", language)
    if allowed.high == inf:
        least = "above {}" if allowed.open_low else "at least {}"
        return word(least, language).format(_number(allowed.low, language))
    both = "above {}, at most {}" if allowed.open_low else "{} to {}"
    return word(both, language).format(*(_number(n, language) for n in (allowed.low, allowed.high)))


def _number(limit: float, language: str) -> str:
    """Write a limit as people of the language do; what is typed stands as code, with a point."""
    return Message("text.verbatim", text=limit).text(language)


def _usual(value: Any) -> str:
    if isinstance(value, bool):
        return _code([str(value).lower()])
    return _code([str(each) for each in (value if isinstance(value, tuple) else (value,))])


def _first_line(path: Path) -> str:
    found = re.match(r'"""(.+?)(?:"""|\n)', path.read_text(encoding="utf-8"))
    return _cell(found[1]) if found else ""


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


@contextmanager
def _speaking(language: str) -> Iterator[None]:
    """Let the shell speak a language, as people make it."""
    before = os.environ.get("CELOSIA_LANG")
    os.environ["CELOSIA_LANG"] = language
    try:
        yield
    finally:
        del os.environ["CELOSIA_LANG"]
        if before is not None:
            os.environ["CELOSIA_LANG"] = before


def _help(command: click.Command, parent: click.Context | None, name: str) -> Iterator[str]:
    """Give the help of a command, then of those below it."""
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=100, **command.context_settings
    )
    path = context.command_path
    yield f"## `{path}`\n\n```text\n{command.get_help(context)}\n```"
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None  # it was listed
            yield from _help(found, context, below)


def _imported(text: str) -> Iterator[tuple[str, str]]:
    for module, names in re.findall(r"^from (\S+) import (\([^)]*\)|.+)$", text, re.MULTILINE):
        for name in re.findall(r"(\w+) as", names):
            yield module, name
