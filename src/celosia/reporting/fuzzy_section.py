"""What a report says of fuzzy sets: what they protect, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING, Any

from celosia.api.vague import FuzzyPictures, SetsPicture
from celosia.reporting import wording
from celosia.reporting.fuzzy_glossary import FUZZY_GLOSSARY, FUZZY_SENSITIVE_GLOSSARY
from celosia.reporting.glossary import Entry
from celosia.reporting.markup import number, say, section_table
from celosia.reporting.sets_charts import sets_chart, sets_title
from celosia.text.languages import Language

if TYPE_CHECKING:
    from celosia.methods.fuzzy.figures import FuzzyFigures


def fuzzy_section(fuzzy: FuzzyPictures, language: Language) -> str:
    """Write the figures of the sets, and draw them."""
    parts = [_figures(fuzzy, language)]
    if fuzzy.pictures:
        parts.append(f"<h2>{say(wording.SETS, language)}</h2>")
        parts.append(f"<p>{say(wording.SETS_NOTE, language)}</p>")
        if any(len(picture.axes) == 2 for picture in fuzzy.pictures):
            parts.append(f"<p>{say(wording.CONTOURS_NOTE, language)}</p>")
    for picture in fuzzy.pictures:
        parts.append(_figure(picture, language))
    if fuzzy.not_drawn:
        names = ", ".join(fuzzy.not_drawn)
        text = wording.NOT_DRAWN.given(first=names).text(language)
        parts.append(f'<p class="note">{escape(text)}</p>')
    return "\n".join(parts)


def _figure(picture: SetsPicture, language: Language) -> str:
    caption = sets_title(picture, language)
    if picture.others:
        caption += "; " + wording.HELD.given(first=", ".join(picture.others)).text(language)
    chart = sets_chart(picture, language)
    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{chart}\n</figure>"


def _figures(fuzzy: FuzzyPictures, language: Language) -> str:
    title = wording.FUZZY.given(first=fuzzy.columns)
    if fuzzy.figures is None:
        return f"<h2>{say(title, language)}</h2>\n<p>{say(wording.NOT_MEASURED, language)}</p>"
    rows = [
        f"<tr><td>{say(entry.title, language)}{escape(of)}</td>"
        f"<td class=n>{number(value, language)}</td><td>{say(entry.meaning, language)}</td>"
        f'<td class="note">{escape(entry.source)}</td></tr>'
        for entry, of, value in _told(fuzzy.figures)
    ]
    heads = (wording.FIGURE, wording.VALUE, wording.MEANING, wording.SOURCE)
    return section_table(title, heads, rows, language)


def _told(figures: FuzzyFigures) -> Iterator[tuple[Entry, str, Any]]:
    """Give each figure's entry, the sensitive attribute it is of, and its value."""
    yield FUZZY_GLOSSARY["k"], "", figures.k
    yield FUZZY_GLOSSARY["q"], "", figures.q
    yield FUZZY_GLOSSARY["at_risk"], "", figures.at_risk
    if figures.singling is not None:
        yield FUZZY_GLOSSARY["singling.alone"], "", figures.singling.alone
    for name, found in figures.sensitive.items():
        for key, value in asdict(found).items():
            yield FUZZY_SENSITIVE_GLOSSARY[key], f": {name}", value
