"""The report as one HTML page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isnan
from typing import Any

from celosia.reporting import markup
from celosia.reporting.charts import bars, gauge, scatter
from celosia.reporting.fuzzy_section import fuzzy_section
from celosia.reporting.glossary import Entry, model_glossary, privacy_glossary, utility_glossary
from celosia.reporting.markup import as_it_is, number, say, section_table, share, word
from celosia.text.languages import Language
from celosia.text.messages import Message
from celosia.workflow.assess import Assessment
from celosia.workflow.code_fuzzy import FuzzyPictures
from celosia.workflow.compare import Comparison

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; max-width: 62rem;
       margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; } h2 { margin-top: 2.2rem; font-size: 1.2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem;
       border-bottom: 1px solid #ddd; vertical-align: top; } th { font-weight: 600; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.statement { font-size: 1.1rem; background: #eef6f0; border-left: 4px solid #0b7a3b;
       padding: .7rem 1rem; } .warned { background: #fdf3e1; border-left: 4px solid #b36b00;
       padding: .7rem 1rem; } .note { color: #555; font-size: .9rem; }
figure { margin: 1.2rem 0; } figcaption { font-weight: 600; }
svg { width: 100%; max-width: 35rem; font: 12px system-ui, sans-serif; }
"""


@dataclass(frozen=True, slots=True, eq=False)
class ReleaseFigures:
    """One of several releases."""

    name: str
    after: Assessment
    comparison: Comparison

    @property
    def risk(self) -> float:
        """Its highest prosecutor risk."""
        return float(self.after.prosecutor["highest"])

    @property
    def loss(self) -> float:
        """Its loss, records left out counting fully."""
        return float(self.comparison.figures["gcp_with_left_out"])


@dataclass(frozen=True, slots=True, eq=False)
class ReportContent:
    """What a report shows."""

    statement: Message
    before: Assessment
    after: Assessment
    comparison: Comparison
    threshold: float
    how: Mapping[str, Message] = field(default_factory=dict)
    """Parameters to name: models, node, seed, hashes."""
    roles: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    techniques: Sequence[Message] = ()
    """What was done to single columns and records, in order."""
    notes: Sequence[Message] = ()
    """What the certificate warns of: that the table is personal data, for one."""
    releases: Sequence[ReleaseFigures] = ()
    """Several releases of the same table, to be put side by side."""
    fuzzy: FuzzyPictures | None = None
    """The fuzzy sets that numbers were told by, where they were."""
    residual: Sequence[Message] = ()
    """What the release does not rule out."""


def page(content: ReportContent, language: Language) -> str:
    """Write the page."""
    body = "\n".join(
        [
            f"<h1>{say(markup.TITLE, language)}</h1>",
            f'<p class="statement">{say(content.statement, language)}</p>',
            *(f'<p class="warned">{say(note, language)}</p>' for note in content.notes),
            _figures(markup.PROTECTION, privacy_glossary(), content, language),
            _pictures(content, language),
            fuzzy_section(content.fuzzy, language) if content.fuzzy else "",
            _figures(markup.COST, utility_glossary(), content, language),
            _columns(content, language),
            _techniques(content, language),
            how_section(content.how, language),
            residual_section([say(risk, language) for risk in content.residual], language),
            models_section(language),
            f'<p class="note">{say(markup.NO_RAW, language)}'
            f"{' ' + say(markup.ROUNDED_AXES, language) if content.fuzzy else ''}</p>",
        ]
    )
    return document(body, language)


def document(body: str, language: Language) -> str:
    """Put a page's content into a page that needs nothing from elsewhere."""
    title = markup.TITLE.text(language)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Celosía · {escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _figures(
    title: Message, glossary: Mapping[str, Entry], content: ReportContent, language: Language
) -> str:
    before, after = content.before.to_dict(), content.after.to_dict()
    costs = content.comparison.to_dict()
    rows = []
    for name, entry in glossary.items():
        for told, old, new in _measured(name, entry, before, after):
            if new is None:
                old, new = None, _look_up(costs, name)
            if new is not None:
                numbers = "".join(f"<td class=n>{number(n, language)}</td>" for n in (old, new))
                rows.append(
                    f"<tr><td>{say(told, language)}</td>{numbers}"
                    f"<td>{say(entry.meaning, language)}</td>"
                    f'<td class="note">{say(entry.source, language)}</td></tr>'
                )
    heads = (markup.FIGURE, markup.BEFORE, markup.AFTER, markup.MEANING, markup.SOURCE)
    return section_table(title, heads, rows, language)


def _measured(
    name: str, entry: Entry, *measured: Mapping[str, Any]
) -> Iterator[tuple[Message, *tuple[Any, ...]]]:
    """Give a figure of each table, under its title: of each sensitive column, where it has one."""
    columns = dict.fromkeys(c for table in measured for c in table.get("sensitive", {}))
    held = [c for c in columns if any(name in t["sensitive"].get(c, {}) for t in measured)]
    for column in held:
        told = Message("report.figure-of-column", figure=entry.title, column=column)
        yield (told, *(_look_up(table["sensitive"].get(column, {}), name) for table in measured))
    if not held:
        yield (entry.title, *(_look_up(table, name) for table in measured))


def _pictures(content: ReportContent, language: Language) -> str:
    before, after = content.before.class_sizes.bands, content.after.class_sizes.bands
    used = [
        i for i, pair in enumerate(zip(before, after, strict=True)) if any(b.records for b in pair)
    ]
    parts = [
        f"<h2>{say(markup.SIZES, language)}</h2>",
        bars(
            markup.SIZES.text(language),
            [str(before[i]) for i in used],
            [before[i].records / content.before.records for i in used],
            [after[i].records / content.after.records for i in used],
            (markup.BEFORE.text(language), markup.AFTER.text(language)),
            language,
        ),
        f"<h2>{say(markup.RISK, language)}</h2>",
        gauge(
            markup.RISK.text(language),
            float(content.after.prosecutor["highest"]),
            content.threshold,
            markup.THRESHOLD.text(language),
            language,
        ),
    ]
    if len(content.releases) > 1:
        loss = utility_glossary()["gcp_with_left_out"].title.text(language)
        parts += [
            f"<h2>{say(markup.TRADE_OFF, language)}</h2>",
            scatter(
                markup.TRADE_OFF.text(language),
                [(r.name, r.risk, r.loss) for r in content.releases],
                (markup.RISK.text(language), loss),
            ),
            _side_by_side(content.releases, language),
        ]
    return "\n".join(parts)


def _side_by_side(releases: Sequence[ReleaseFigures], language: Language) -> str:
    """Put every figure of every release into one table."""
    rows = []
    tables = [{**r.comparison.to_dict(), **r.after.to_dict()} for r in releases]
    for name, entry in {**privacy_glossary(), **utility_glossary()}.items():
        for told, *found in _measured(name, entry, *tables):
            if any(value is not None for value in found):
                cells = "".join(f"<td class=n>{number(value, language)}</td>" for value in found)
                rows.append(f"<tr><td>{say(told, language)}</td>{cells}</tr>")
    names = [as_it_is(r.name) for r in releases]
    return section_table(markup.SIDE_BY_SIDE, (markup.FIGURE, *names), rows, language)


def _columns(content: ReportContent, language: Language) -> str:
    rows = []
    for name, change in content.comparison.columns.items():
        means = [number(change[when], language) for when in ("mean_before", "mean_after")]
        role = word(markup.ROLES, content.roles.get(name, ""), language)
        rows.append(
            f"<tr><td>{escape(name)}</td><td>{role}</td>"
            f"<td class=n>{escape(content.levels.get(name, ''))}</td>"
            f"<td class=n>{number(change['distance'], language)}</td>"
            f"<td>{word(markup.MEASURES, str(change['measure']), language)}</td>"
            f"<td class=n>{share(change['suppressed'], language)}</td>"
            f"<td class=n>{'' if isnan(change['mean_before']) else ' → '.join(means)}</td></tr>"
        )
    heads = (
        markup.COLUMN,
        markup.ROLE,
        markup.LEVEL,
        markup.CHANGE,
        markup.MEASURE,
        markup.SUPPRESSED,
        markup.MEAN,
    )
    return section_table(markup.COLUMNS, heads, rows, language)


def _techniques(content: ReportContent, language: Language) -> str:
    if not content.techniques:
        return ""
    steps = "".join(f"<li>{say(step, language)}</li>" for step in content.techniques)
    return f"<h2>{say(markup.TECHNIQUES, language)}</h2>\n<ol>{steps}</ol>"


def how_section(how: Mapping[str, Message], language: Language) -> str:
    """Say how a release was made."""
    rows = [
        f"<tr><th>{word(markup.PARAMETERS, name, language)}</th>"
        f"<td>{say(value, language)}</td></tr>"
        for name, value in how.items()
    ]
    return f"<h2>{say(markup.HOW, language)}</h2>\n<table>{''.join(rows)}</table>" if rows else ""


def residual_section(risks: Sequence[str], language: Language) -> str:
    """List what a release does not rule out; the sentences are HTML already."""
    items = "".join(f"<li>{risk}</li>" for risk in risks)
    return (
        f"<h2>{say(markup.RESIDUAL, language)}</h2>\n"
        f"<p>{say(markup.RESIDUAL_NOTE, language)}</p>\n<ul>{items}</ul>"
    )


def models_section(language: Language) -> str:
    """Say what each model protects against, so that a reader knows what could be asked."""
    rows = [
        f"<tr><td>{say(entry.title, language)}</td><td>{say(entry.meaning, language)}</td>"
        f'<td class="note">{say(entry.source, language)}</td></tr>'
        for entry in model_glossary().values()
    ]
    heads = (markup.MODEL, markup.PROTECTS, markup.SOURCE)
    return section_table(markup.MODELS, heads, rows, language)


def _look_up(found: Mapping[str, Any], name: str) -> Any:
    first, _, second = name.partition(".")
    value = found.get(first)
    if isinstance(value, dict):
        return value.get(second or "share")
    return value
