"""Small pictures, drawn as SVG inside the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from celosia.reporting.markup import local
from celosia.text.languages import Language

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
