"""Small pictures, drawn as SVG inside the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from celosia.core.values import FloatArray
from celosia.reporting.markup import local
from celosia.text.languages import Language

# Corners of a cell are numbered around it; each edge joins a corner and the next one. For every
# pattern of corners that are high, the pairs of edges that a line crosses.
_CROSSED = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),),
    7: ((3, 2),), 8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),),
    13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def contour(heights: FloatArray, level: float) -> list[list[tuple[float, float]]]:
    """Give the lines along which a surface has a height, by marching squares.

    Points are (column, row) in steps of the grid; where a cell's corners leave open which way two
    lines pass it, they keep its high corners apart.

    References: Maple, Geometric design and space planning using the marching squares and marching
    cube algorithms, GMAG 2003.

    >>> contour(np.array([[0.0, 1.0], [0.0, 1.0]]), 0.5)
    [[(0.5, 0.0), (0.5, 1.0)]]
    """
    high = heights >= level
    pattern = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1]
    pieces = []
    for row, column in np.argwhere((pattern > 0) & (pattern < 15)).tolist():
        corners = [(column + dx, row + dy) for dx, dy in _CORNERS]
        for one, two in _CROSSED[int(pattern[row, column])]:
            start, end = (_crossing(heights, corners, edge, level) for edge in (one, two))
            if start != end:  # else it only touches a corner
                pieces.append((start, end))
    return _joined(pieces)


def _crossing(
    heights: FloatArray, corners: list[tuple[int, int]], edge: int, level: float
) -> tuple[float, float]:
    """Find where the surface has the height on an edge, the same from both of its cells."""
    (x, y), (to_x, to_y) = sorted((corners[edge], corners[(edge + 1) % 4]))
    start, end = float(heights[y, x]), float(heights[to_y, to_x])
    share = (level - start) / (end - start)
    return round(x + share * (to_x - x), 3), round(y + share * (to_y - y), 3)


def _joined(
    pieces: list[tuple[tuple[float, float], tuple[float, float]]],
) -> list[list[tuple[float, float]]]:
    """Put pieces that share an end one behind the other."""
    at: dict[tuple[float, float], list[int]] = {}
    for number, piece in enumerate(pieces):
        for end in piece:
            at.setdefault(end, []).append(number)
    left = set(range(len(pieces)))
    lines = []
    while left:
        first = left.pop()
        line = list(pieces[first])
        for _ in range(2):
            while (following := next((n for n in at[line[-1]] if n in left), None)) is not None:
                left.remove(following)
                one, two = pieces[following]
                line.append(two if one == line[-1] else one)
            line.reverse()
        lines.append(line)
    return lines


WIDTH, HEIGHT, MARGIN = 560, 220, 40
MOST_LABELS = 6
"""More labels than these would run into each other in one row; they take two."""
BEFORE, AFTER, LIMIT = "#b5482f", "#0b7a3b", "#444444"


def bars(
    title: str,
    labels: Sequence[str],
    before: Sequence[float],
    after: Sequence[float],
    names: tuple[str, str],
    language: Language,
) -> str:
    """Draw two series of shares side by side, one pair of bars per label.

    >>> bars("sizes", ["1", "2"], [0.5, 0.5], [0.0, 1.0], ("before", "after"), "en")[:4]
    '<svg'
    """
    top = max([*before, *after, 1e-9])
    step = (WIDTH - 2 * MARGIN) / max(len(labels), 1)
    parts = [opened(title)]
    for i, label in enumerate(labels):
        x = MARGIN + i * step
        for offset, value, colour in ((0.1, before[i], BEFORE), (0.5, after[i], AFTER)):
            height = (HEIGHT - 2 * MARGIN) * value / top
            parts.append(
                f'<rect x="{x + offset * step:.1f}" y="{HEIGHT - MARGIN - height:.1f}" '
                f'width="{0.38 * step:.1f}" height="{height:.1f}" fill="{colour}">'
                f"<title>{escape(label)}: {local(f'{value:.1%}', language)}</title></rect>"
            )
        row = i % 2 if len(labels) > MOST_LABELS else 0
        parts.append(written(x + step / 2, HEIGHT - MARGIN + 14 * (row + 1), label, "middle"))
    top_share = local(f"{top:.0%}", language)
    parts += [written(MARGIN - 4, MARGIN + 4, top_share, "end"), *_key(names)]
    return "\n".join([*parts, "</svg>"])


def gauge(
    title: str, value: float, threshold: float, threshold_name: str, language: Language
) -> str:
    """Draw a probability on a line from 0 to 1, with its threshold."""
    colour = AFTER if value <= threshold else BEFORE
    span = WIDTH - 2 * MARGIN
    x, limit = MARGIN + span * min(value, 1.0), MARGIN + span * threshold
    return "\n".join(
        [
            opened(title, 90),
            f'<rect x="{MARGIN}" y="34" width="{span}" height="14" rx="7" fill="#e7e7e7"/>',
            f'<rect x="{MARGIN}" y="34" width="{x - MARGIN:.1f}" height="14" rx="7" '
            f'fill="{colour}"/>',
            f'<line x1="{limit:.1f}" y1="26" x2="{limit:.1f}" y2="56" stroke="{LIMIT}" '
            'stroke-width="2"/>',
            written(limit, 70, f"{threshold_name} {local(f'{threshold:g}', language)}", "middle"),
            written(x, 22, local(f"{value:.3g}", language), "middle"),
            "</svg>",
        ]
    )


def scatter(title: str, points: Sequence[tuple[str, float, float]], axes: tuple[str, str]) -> str:
    """Draw named points, both coordinates from 0 to 1: risk to the right, loss upwards."""
    span, rise = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    parts = [
        opened(title),
        f'<path d="M{MARGIN},{MARGIN} V{HEIGHT - MARGIN} H{WIDTH - MARGIN}" fill="none" '
        f'stroke="{LIMIT}"/>',
        written(WIDTH - MARGIN, HEIGHT - MARGIN + 16, axes[0], "end"),
        written(MARGIN, MARGIN - 8, axes[1], "start"),
    ]
    for name, across, up in points:
        x, y = MARGIN + span * min(across, 1.0), HEIGHT - MARGIN - rise * min(up, 1.0)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{AFTER}"/>')
        anchor = "end" if x > WIDTH / 2 else "start"
        parts.append(written(x + (-9 if anchor == "end" else 9), y + 4, name, anchor))
    return "\n".join([*parts, "</svg>"])


def opened(title: str, height: int = HEIGHT, description: str = "") -> str:
    """Begin a picture; its title, and what it shows in words, are read out by a screen reader."""
    desc = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>{desc}'
    )


def written(x: float, y: float, text: str, anchor: str) -> str:
    """Write a text that starts, ends or has its middle at a point."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _key(names: tuple[str, str]) -> list[str]:
    parts = []
    for i, (name, colour) in enumerate(zip(names, (BEFORE, AFTER), strict=True)):
        x = WIDTH - MARGIN - 190 + i * 100
        parts.append(f'<rect x="{x}" y="10" width="12" height="12" fill="{colour}"/>')
        parts.append(written(x + 18, 20, name, "start"))
    return parts
