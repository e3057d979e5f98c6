"""`celosia candidates`: every generalization that satisfies the models, as a table or a picture."""

from __future__ import annotations

from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import click

import celosia
from celosia.cli.language import argument, figure, figure_name, option, say, told
from celosia.cli.options import (
    ManyValues,
    json_option,
    model_options,
    open_table,
    reading_options,
    recipe_from,
    role_options,
    search_options,
    stack,
)
from celosia.cli.output import print_json, print_table, progress
from celosia.cli.secret_options import key_option, pseudonym_key
from celosia.core.model import model_name
from celosia.files.atomic import write_whole
from celosia.methods.lattice import SearchedHeight, SearchResult
from celosia.text.messages import Message

MOST_LABELS = 200
"""Of more nodes than this, names would be too small to read: they are dots."""
MOST_EDGES = 4000
"""More lines than this are a grey area that tells nothing; none is drawn."""
MOST_DRAWN = 50_000
"""Of more nodes than this, each row is one bar of safe and unsafe ones: at 118 bytes each
they are a file of 6 MB."""
LEAST_WIDTH, HIGH, MARGIN = 900, 90, 60
BAR_HIGH, BAR_GAP, BAR_LEFT, BAR_RIGHT = 18, 8, 90, 400
COLOURS = {
    "optimal": "#0b7a3b",
    "minimal": "#4db37a",
    "safe": "#bfe5cd",
    "unsafe": "#e3e3e3",
}
Node = tuple[int, ...]


def lattice_svg(result: SearchResult) -> str:
    """Draw safe, minimal, best and unsafe nodes; hovering shows levels, loss and suppression."""
    if result.nodes > MOST_DRAWN:
        return _bars_svg(result)
    levels = zip(result.min_levels, result.max_levels, strict=True)
    nodes = list(product(*(range(low, high + 1) for low, high in levels)))
    rows = _rows(nodes)
    width = max(LEAST_WIDTH, max(map(len, rows.values())) * _room(nodes))
    places = _places(rows, width)
    height = (len(rows) - 1) * HIGH + 2 * MARGIN + 40
    found = {candidate.node: candidate for candidate in result.candidates}
    dots = (_dot(node, places[node], found.get(node), len(nodes)) for node in nodes)
    return _svg(result, width, height, [*_edges(nodes, places), *dots], list(COLOURS))


def _svg(result: SearchResult, width: int, height: int, drawn: list[str], kinds: list[str]) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11" role="img">',
        f"<title>{escape(told('cli.lattice-of', columns=result.attributes))}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        *drawn,
        *_legend(result, width, height, kinds),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _bars_svg(result: SearchResult) -> str:
    """Draw a bar per height, the coarsest at the top: its unsafe nodes, then its safe ones."""
    heights = result.heights()
    width = LEAST_WIDTH + BAR_RIGHT
    most = max(row.nodes for row in heights)
    room = width - BAR_LEFT - BAR_RIGHT
    drawn = [
        line
        for place, row in enumerate(reversed(heights))
        for line in _bar(result, row, MARGIN + place * (BAR_HIGH + BAR_GAP), room / most)
    ]
    height = len(heights) * (BAR_HIGH + BAR_GAP) + 2 * MARGIN
    return _svg(result, width, height, drawn, ["safe", "unsafe"])


def _bar(result: SearchResult, row: SearchedHeight, y: int, wide: float) -> list[str]:
    known = "cli.row-of-lattice" if row.loss is None else "cli.row-of-lattice-with-loss"
    shown = told(known, safe=row.safe, nodes=row.nodes, minimal=row.minimal, loss=row.loss)
    height = told("cli.height", height=row.height)
    is_best = sum(result.optimum.node) == row.height
    shares = ((0, row.nodes - row.safe, "unsafe"), (row.nodes - row.safe, row.safe, "safe"))
    middle = y + BAR_HIGH - 5
    return [
        f"<g><title>{height}: {shown}</title>"
        f'<text x="{BAR_LEFT - 10}" y="{middle}" text-anchor="end">{height}</text>',
        *(
            f'<rect x="{BAR_LEFT + start * wide:.1f}" y="{y}" width="{nodes * wide:.1f}" '
            f'height="{BAR_HIGH}" fill="{COLOURS[kind]}" stroke="#666666" stroke-width="0.5"/>'
            for start, nodes, kind in shares
            if nodes
        ),
        f'<text x="{BAR_LEFT + row.nodes * wide + 10:.1f}" y="{middle}">{shown}'
        f"{told('cli.best-is-here') if is_best else ''}</text></g>",
    ]


def _rows(nodes: list[Node]) -> dict[int, list[Node]]:
    rows: dict[int, list[Node]] = {}
    for node in nodes:
        rows.setdefault(sum(node), []).append(node)
    return rows


def _room(nodes: list[Node]) -> int:
    """Leave each node the room of its label, or of a dot."""
    return 6 if len(nodes) > MOST_LABELS else 26 + 6 * len(", ".join(map(str, nodes[-1])))


def _places(rows: dict[int, list[Node]], width: int) -> dict[Node, tuple[float, float]]:
    top = max(rows)
    return {
        node: (width * (i + 1) / (len(row) + 1), MARGIN + (top - height) * HIGH)
        for height, row in rows.items()
        for i, node in enumerate(sorted(row))
    }


def _edges(nodes: list[Node], places: dict[Node, tuple[float, float]]) -> list[str]:
    lines = []
    for node in nodes:
        for j, level in enumerate(node):
            above = (*node[:j], level + 1, *node[j + 1 :])
            if above in places:
                (x1, y1), (x2, y2) = places[node], places[above]
                lines.append(
                    f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                    'stroke="#cccccc" stroke-width="0.7"/>'
                )
    return lines if len(lines) <= MOST_EDGES else []


def _dot(
    node: Node,
    place: tuple[float, float],
    candidate: celosia.Candidate | None,
    drawn: int,
) -> str:
    kind = _kind(candidate)
    x, y = place
    levels = ", ".join(map(str, node))
    named = told(f"cli.node-{kind}")
    shown = f"({levels}) {named}"
    if candidate is not None:
        figures = {"loss": candidate.loss, "suppressed": candidate.suppressed}
        shown = told("cli.node-figures", levels=levels, kind=named, **figures)
    if drawn > MOST_LABELS:
        radius = 5 if kind == "optimal" else 2.5
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{COLOURS[kind]}">'
            f"<title>{shown}</title></circle>"
        )
    width = 14 + 6 * len(levels)
    colour = "white" if kind == "optimal" else "black"
    border = ' stroke="#0b7a3b" stroke-width="2"' if kind in ("optimal", "minimal") else ""
    return (
        f'<g><title>{shown}</title><rect x="{x - width / 2:.1f}" y="{y - 11:.1f}" '
        f'width="{width}" height="22" rx="11" fill="{COLOURS[kind]}"{border}/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="{colour}">{levels}</text>'
        "</g>"
    )


def _kind(candidate: celosia.Candidate | None) -> str:
    if candidate is None:
        return "unsafe"
    if candidate.optimal:
        return "optimal"
    return "minimal" if candidate.minimal else "safe"


def _legend(result: SearchResult, width: int, height: int, kinds: list[str]) -> list[str]:
    parts = []
    for i, kind in enumerate(kinds):
        x = MARGIN + i * 110
        parts.append(f'<circle cx="{x}" cy="{height - 20}" r="6" fill="{COLOURS[kind]}"/>')
        parts.append(f'<text x="{x + 12}" y="{height - 16}">{told(f"cli.node-{kind}")}</text>')
    names = escape(", ".join(result.attributes))
    parts.append(f'<text x="{width - MARGIN}" y="{height - 16}" text-anchor="end">{names}</text>')
    return parts


SHOWN = 50
"""About a screen of the best; `--all` shows the others."""


@click.command("candidates", cls=ManyValues, help="cli.help-candidates")
@argument("data")
@option("--source", type=click.Path(), help="cli.option-source")
@stack(role_options, model_options, search_options, reading_options, key_option)
@option("--graph", type=click.Path(dir_okay=False), help="cli.option-graph")
@option("--all", "show_all", is_flag=True, help=Message("cli.option-all", shown=SHOWN))
@json_option
def command(
    data: str,
    graph: str | None,
    show_all: bool,
    key_file: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """List every generalization of DATA (a file or a recipe) that satisfies the models.

    Minimal ones are marked, the best one is highlighted.
    """
    recipe, key = recipe_from(data, given), pseudonym_key(key_file)
    with open_table(recipe) as table, progress(as_json) as report:
        found = celosia.candidates(table, recipe, report, key)
    if graph:
        write_whole(Path(graph), lattice_svg(found.result))
    if as_json:
        print_json(found.to_dict(recipe))
        return
    _show(found, recipe, None if show_all else SHOWN)
    if graph:
        say("cli.lattice-drawn", graph=graph)


def _show(found: celosia.Candidates, recipe: celosia.Recipe, limit: int | None) -> None:
    from rich.text import Text

    result = found.result
    ranked = sorted(result.candidates, key=lambda c: (not c.optimal, c.score, c.node))
    rows = []
    for candidate in ranked[:limit]:
        mark = _mark(candidate)
        style = "bold green" if candidate.optimal else ""
        cells = [
            *candidate.node,
            mark,
            figure(candidate.loss, ".4f"),
            *([] if recipe.objective == "loss" else [figure(candidate.score, ".6g")]),
            candidate.suppressed,
            candidate.classes,
            candidate.min_class,
        ]
        rows.append([Text(str(cell), style=style) for cell in cells])
    extra = [] if recipe.objective == "loss" else [figure_name(recipe.objective)]
    columns = [
        *result.attributes,
        "",
        told("cli.row-loss"),
        *extra,
        told("cli.suppressed"),
        told("cli.row-classes"),
        told("cli.smallest"),
    ]
    minimal = sum(candidate.minimal for candidate in result.candidates)
    print_table(
        told(
            "cli.generalizations-satisfy-minimal-nulls",
            number=len(result.candidates),
            nodes=result.nodes,
            models=[model_name(model) for model in recipe.models],
            minimal=minimal,
            nulls=Message(f"cli.nulls-{recipe.nulls.value}"),
        ),
        columns,
        rows,
    )
    if limit is not None and len(ranked) > limit:
        say("cli.more-all-shows", number=len(ranked) - limit)
    if result.ties:
        say("cli.more-same-best", number=len(result.ties), objective=figure_name(recipe.objective))
    if found.proposed:
        say("cli.hierarchies-proposed", proposed=found.proposed)


def _mark(candidate: celosia.Candidate) -> str:
    if candidate.optimal:
        return told("cli.best")
    return told("cli.minimal") if candidate.minimal else ""
