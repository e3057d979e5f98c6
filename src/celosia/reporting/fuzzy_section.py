"""What a report says of fuzzy sets: what they protect, where they lie, what figures mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape
from math import floor, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from celosia.reporting import markup
from celosia.reporting.charts import LIMIT, MARGIN, WIDTH, contour, opened, written
from celosia.reporting.glossary import Entry
from celosia.reporting.markup import local, number, say, section_table
from celosia.text.languages import Language
from celosia.text.messages import Message, verbatim
from celosia.workflow.code_fuzzy import Axis, FuzzyPictures, SetsPicture

if TYPE_CHECKING:
    from celosia.methods.fuzzy.fuzzy_figures import FuzzyFigures


FUZZY_GLOSSARY = {
    "k": Entry(
        Message("report.fuzzy-glossary-k-title"),
        Message("report.fuzzy-glossary-k-meaning"),
        verbatim("Sweeney 2002; Quirós 2013, section 4.1"),
        "higher",
    ),
    "q": Entry(
        Message("report.fuzzy-glossary-q-title"),
        Message("report.fuzzy-glossary-q-meaning"),
        verbatim("Quirós 2013, definition 3.8"),
        "higher",
    ),
    "at_risk": Entry(
        Message("report.fuzzy-glossary-at-risk-title"),
        Message("report.fuzzy-glossary-at-risk-meaning"),
        verbatim("sdcMicro, measure_risk"),
    ),
    "singling.alone": Entry(
        Message("report.fuzzy-glossary-singling-alone-title"),
        Message("report.fuzzy-glossary-singling-alone-meaning"),
        Message("report.fuzzy-glossary-singling-alone-source"),
    ),
}
"""Figures of the sets of a table."""

FUZZY_SENSITIVE_GLOSSARY = {
    "l": Entry(
        Message("report.fuzzy-sensitive-glossary-l-title"),
        Message("report.fuzzy-sensitive-glossary-l-meaning"),
        verbatim("Quirós 2013, principle 3.20"),
        "higher",
    ),
    "label_l": Entry(
        Message("report.fuzzy-sensitive-glossary-label-l-title"),
        Message("report.fuzzy-sensitive-glossary-label-l-meaning"),
        verbatim("Machanavajjhala et al. 2007"),
        "higher",
    ),
    "t": Entry(
        Message("report.fuzzy-sensitive-glossary-t-title"),
        Message("report.fuzzy-sensitive-glossary-t-meaning"),
        verbatim("Quirós 2013, equation 3.12"),
    ),
    "label_t": Entry(
        Message("report.fuzzy-sensitive-glossary-label-t-title"),
        Message("report.fuzzy-sensitive-glossary-label-t-meaning"),
        verbatim("Li, Li and Venkatasubramanian 2007"),
    ),
}
"""Figures of each sensitive attribute."""


COLOURS = ("#0b7a3b", "#b5482f", "#2c5aa0", "#8a5a00", "#7a3b8f", "#00707a")
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "4 4", "12 4")
LEVELS = ((0.5, 1.0), (0.7, 1.6), (0.9, 2.4))
"""Memberships that are drawn as lines, each with its thickness."""
CRISP_LEVELS = ((0.5, 1.6),)
"""Of sets that hold a point wholly or not at all, only the borders."""
MOST_NAMED = 7
"""Sets that have room for their names."""
LEFT, TOP, FLOOR = 70, 34, 46
LOW_HEIGHT, TALL_HEIGHT = 230, 400

MEMBERSHIP = Message("report.membership")
CURVES = Message("report.curves")
CONTOURS = Message("report.contours")
CURVES_DESC = Message("report.curves-desc")
CONTOURS_DESC = Message("report.contours-desc")


def sets_chart(picture: SetsPicture, language: Language) -> str:
    """Draw the sets of one attribute as curves, those of two as contours."""
    return (_curves if len(picture.axes) == 1 else _contours)(picture, language)


def sets_title(picture: SetsPicture, language: Language) -> str:
    """Name the attributes whose sets are drawn."""
    title = CURVES if len(picture.axes) == 1 else CONTOURS
    first, second = (*(axis.name for axis in picture.axes), "")[:2]
    return title.given(first=first, second=second).text(language)


def _curves(picture: SetsPicture, language: Language) -> str:
    (axis,) = picture.axes
    frame = _Frame(LOW_HEIGHT, axis, Axis("", 0.0, 1.0, 0.5))
    described = CURVES_DESC.given(
        first=axis.name,
        second=_number(axis.low, axis.step, language),
        third=_number(axis.high, axis.step, language),
        fourth=", ".join(picture.names),
    ).text(language)
    parts = [opened(sets_title(picture, language), LOW_HEIGHT, described), *frame.drawn(language)]
    across = np.linspace(axis.low, axis.high, len(picture.shares))
    for place, name in enumerate(picture.names):
        line = zip(across.tolist(), picture.shares[:, place].tolist(), strict=True)
        points = [frame.at(x, y) for x, y in line]
        parts.append(_line([points], place, name, 2.0))
        if len(picture.names) <= MOST_NAMED:
            middle = float(across[_middle_of_top(picture.shares[:, place])])
            parts.append(_named(frame, middle, 1.0, name, place, -8))
    parts.append(written(LEFT - 6, TOP - 16, MEMBERSHIP.text(language), "start"))
    parts.append(written(WIDTH - MARGIN, LOW_HEIGHT - 8, axis.name, "end"))
    return "\n".join([*parts, "</svg>"])


def _contours(picture: SetsPicture, language: Language) -> str:
    first, second = picture.axes
    frame = _Frame(TALL_HEIGHT, first, second)
    described = CONTOURS_DESC.given(
        first=first.name, second=second.name, third=", ".join(picture.names)
    ).text(language)
    parts = [opened(sets_title(picture, language), TALL_HEIGHT, described), *frame.drawn(language)]
    rows, columns, sets = picture.shares.shape
    is_crisp = bool(np.isin(picture.shares, (0.0, 1.0)).all())
    across = (first.high - first.low) / (columns - 1)
    up = (second.high - second.low) / (rows - 1)
    for place in range(sets):
        heights = picture.shares[:, :, place]
        for level, thickness in CRISP_LEVELS if is_crisp else LEVELS:
            lines = [
                [frame.at(first.low + x * across, second.low + y * up) for x, y in line]
                for line in contour(heights, level)
            ]
            parts.append(_line(lines, place, f"{picture.names[place]}: {level:g}", thickness))
    for place in range(sets if sets <= MOST_NAMED else 0):
        members = np.argwhere(
            picture.shares[:, :, place] >= picture.shares[:, :, place].max() - 0.05
        )
        y, x = members.mean(axis=0)
        middle = first.low + float(x) * across, second.low + float(y) * up
        parts.append(_named(frame, *middle, picture.names[place], place, 4))
    parts.append(written(LEFT - 6, TOP - 12, second.name, "start"))
    parts.append(written(WIDTH - MARGIN, TALL_HEIGHT - 8, first.name, "end"))
    return "\n".join([*parts, "</svg>"])


class _Frame:
    """Where two axes lie in a picture."""

    def __init__(self, height: int, across: Axis, up: Axis) -> None:
        self.height, self.across, self.up = height, across, up

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Give the place of a point in the picture."""
        wide, tall = WIDTH - LEFT - MARGIN, self.height - TOP - FLOOR
        right = (x - self.across.low) / (self.across.high - self.across.low)
        rise = (y - self.up.low) / (self.up.high - self.up.low)
        return LEFT + wide * right, self.height - FLOOR - tall * rise

    def drawn(self, language: Language) -> list[str]:
        """Draw the axes with their ticks."""
        parts = [
            f'<path d="M{LEFT},{TOP} V{self.height - FLOOR} H{WIDTH - MARGIN}" fill="none" '
            f'stroke="{LIMIT}"/>'
        ]
        for tick in self.across.ticks:
            x, y = self.at(tick, self.up.low)
            parts.append(f'<path d="M{x:.1f},{y:.1f} v5" stroke="{LIMIT}"/>')
            parts.append(written(x, y + 18, _number(tick, self.across.step, language), "middle"))
        for tick in self.up.ticks:
            x, y = self.at(self.across.low, tick)
            parts.append(f'<path d="M{x:.1f},{y:.1f} h-5" stroke="{LIMIT}"/>')
            parts.append(written(x - 8, y + 4, _number(tick, self.up.step, language), "end"))
        return parts


def _line(
    lines: Sequence[Sequence[tuple[float, float]]], place: int, name: str, thickness: float
) -> str:
    path = " ".join("M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in line) for line in lines)
    return (
        f'<path d="{path}" fill="none" stroke="{COLOURS[place % len(COLOURS)]}" '
        f'stroke-width="{thickness}" stroke-dasharray="{DASHES[place % len(DASHES)]}">'
        f"<title>{escape(name)}</title></path>"
    )


def _named(frame: _Frame, x: float, y: float, name: str, place: int, lower: float) -> str:
    """Write a set's name in its colour, on white so that lines do not cross it."""
    across, down = frame.at(x, y)
    anchor = "start" if across < LEFT + 60 else "end" if across > WIDTH - MARGIN - 60 else "middle"
    return (
        f'<text x="{across:.1f}" y="{down + lower:.1f}" text-anchor="{anchor}" font-weight="600" '
        f'fill="{COLOURS[place % len(COLOURS)]}" stroke="white" stroke-width="4" '
        f'paint-order="stroke">{escape(name)}</text>'
    )


def _middle_of_top(shares: np.ndarray) -> int:
    """Find the middle of where a membership is about highest."""
    top = np.flatnonzero(shares >= shares.max() - 1e-3)
    return int(top[top.size // 2])


def _number(value: float, step: float, language: Language) -> str:
    """Write a tick with the decimals that its step needs.

    >>> _number(12500.0, 2500.0, "es"), _number(0.5, 0.25, "es")
    ('12.500', '0,50')
    """
    decimals = max(0, -floor(log10(step)))
    if round(step, decimals) != step:
        decimals += 1
    return local(f"{value:,.{decimals}f}", language)


def fuzzy_section(fuzzy: FuzzyPictures, language: Language) -> str:
    """Write the figures of the sets, and draw them."""
    parts = [_figures(fuzzy, language)]
    if fuzzy.pictures:
        parts.append(f"<h2>{say(markup.SETS, language)}</h2>")
        parts.append(f"<p>{say(markup.SETS_NOTE, language)}</p>")
        if any(len(picture.axes) == 2 for picture in fuzzy.pictures):
            parts.append(f"<p>{say(markup.CONTOURS_NOTE, language)}</p>")
    for picture in fuzzy.pictures:
        parts.append(_figure(picture, language))
    if fuzzy.not_drawn:
        names = ", ".join(fuzzy.not_drawn)
        text = markup.NOT_DRAWN.given(first=names).text(language)
        parts.append(f'<p class="note">{escape(text)}</p>')
    return "\n".join(parts)


def _figure(picture: SetsPicture, language: Language) -> str:
    caption = sets_title(picture, language)
    if picture.others:
        caption += "; " + markup.HELD.given(first=", ".join(picture.others)).text(language)
    chart = sets_chart(picture, language)
    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{chart}\n</figure>"


def _figures(fuzzy: FuzzyPictures, language: Language) -> str:
    title = markup.FUZZY.given(first=fuzzy.columns)
    if fuzzy.figures is None:
        return f"<h2>{say(title, language)}</h2>\n<p>{say(markup.NOT_MEASURED, language)}</p>"
    rows = [
        f"<tr><td>{say(entry.title, language)}{escape(of)}</td>"
        f"<td class=n>{number(value, language)}</td><td>{say(entry.meaning, language)}</td>"
        f'<td class="note">{say(entry.source, language)}</td></tr>'
        for entry, of, value in _told(fuzzy.figures)
    ]
    heads = (markup.FIGURE, markup.VALUE, markup.MEANING, markup.SOURCE)
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
