"""A grid that asks for the rows it shows, so that a million of them scroll."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from nicegui import ui

from celosia.text.messages import Message
from celosia.web.app.page_session import PageSession
from celosia.web.service import SOURCE

QueryPairs: TypeAlias = Sequence[tuple[str, str]]
PAGE = 200
"""Rows that are asked for at once: 51 kB of JSON where they have 15 cells of 13 signs."""
BLOCKS = 20
"""Pages that the browser remembers: 4,000 rows, at 51 kB a page 1 MB."""

QUERY = """(names, always) => (sorted) => {
    const query = new URLSearchParams(always);
    if (sorted.length) {
        query.set('sort', names[Number(sorted[0].colId.slice(1))]);
        query.set('descending', sorted[0].sort === 'desc');
    }
    return query;
}"""
DATASOURCE = """(asking, address) => ({getRows: async (asked) => {
    const query = asking(asked.sortModel);
    query.set('offset', asked.startRow);
    query.set('limit', asked.endRow - asked.startRow);
    try {
        const answer = await fetch(address + '?' + query);
        if (!answer.ok) throw new Error(answer.status);
        const page = await answer.json();
        const named = row => Object.fromEntries(row.map((cell, i) => ['c' + i, cell]));
        const rows = page.rows.map(named);
        asked.successCallback(rows, page.records);
    } catch (problem) { asked.failCallback(); }
}})"""

GRID: Mapping[str, Message] = {
    "loadingOoo": Message("app.import-grid-loadingooo"),
    "loadingError": Message("app.import-grid-loadingerror"),
    "noRowsToShow": Message("app.import-grid-norowstoshow"),
    "ariaSortableColumn": Message("app.import-grid-ariasortablecolumn"),
    "ariaRowSelect": Message("app.import-grid-ariarowselect"),
    "ariaRowDeselect": Message("app.choose-picked-title"),
    "ariaRowToggleSelection": Message("app.import-grid-ariarowtoggleselection"),
    "ariaChecked": Message("app.import-grid-ariachecked"),
    "ariaUnchecked": Message("app.import-grid-ariaunchecked"),
    "ariaInputEditor": Message("app.import-grid-ariainputeditor"),
}
"""What a grid says of itself, by AG Grid's own names."""


def tall(rows: int) -> str:
    """Make a grid as tall as its rows need, up to a dozen of them.

    >>> tall(2), tall(1_000_000)
    ('height: 128px', 'height: 408px')
    """
    return f"height: {72 + 28 * min(rows, 12)}px"


def wide(name: str) -> int:
    """Make a column wide enough for its name, unless that is a sentence.

    >>> wide("sex"), wide("marital-status"), wide("a" * 80)
    (90, 144, 240)
    """
    return min(240, max(90, 32 + 8 * len(name)))


LEAVE = """(asked) => {
    const grid = document.activeElement.closest('.ag-root-wrapper');
    const places = 'a[href], button:not([disabled]), input, [tabindex="0"]';
    const wanted = asked.backwards ? Node.DOCUMENT_POSITION_PRECEDING
                                   : Node.DOCUMENT_POSITION_FOLLOWING;
    const outside = [...document.querySelectorAll(places)].filter(place =>
        place.offsetParent && !grid.contains(place)
        && (grid.compareDocumentPosition(place) & wanted));
    setTimeout(() => outside.at(asked.backwards ? -1 : 0)?.focus());
    return true;
}"""
TAB_LEAVES = {":tabToNextCell": LEAVE, ":tabToNextHeader": "() => false"}
"""Lets Tab go on to what comes after a grid; inside it, the arrow keys go from cell to cell."""


def literal(value: Any) -> str:
    r"""Write a value as JavaScript, so that it is one whatever it holds.

    >>> literal(["ADDRESS", "</script>"])
    '["ADDRESS", "\\u003c/script>"]'
    """
    return json.dumps(value).replace("<", "\\u003c")


def called(function: str, *arguments: str) -> str:
    """Call a function of JavaScript: what it works on is never put into its text.

    >>> called("(a) => a", literal("x"))
    '((a) => a)("x")'
    """
    return f"({function})({', '.join(arguments)})"


def query(names: Sequence[str], always: QueryPairs = ()) -> str:
    """Give the function that asks for what `always` says, in the order that a grid shows.

    The grid's columns are called c0, c1, …; `names` is what they are called in the address.
    """
    return called(QUERY, literal(names), literal(always))


def datasource(address: str, names: Sequence[str], always: QueryPairs = ()) -> str:
    """Let a grid ask for its rows at an address."""
    return called(DATASOURCE, query(names, always), literal(address))


def paged(page: PageSession, source: str) -> dict[str, Any]:
    """Make a grid ask for the rows that it shows.

    Where they are is told once it is ready: else it asks for the first ones twice.
    """
    return {
        "rowModelType": "infinite",
        "cacheBlockSize": PAGE,
        "maxBlocksInCache": BLOCKS,
        "localeText": words(page),
        ":onGridReady": f"(event) => event.api.setGridOption('datasource', {source})",
        **TAB_LEAVES,
    }


def words(page: PageSession) -> dict[str, str]:
    """Say what a grid says of itself, to those who listen above all."""
    return {name: page.say(said) for name, said in GRID.items()}


def rows_grid(
    page: PageSession,
    which: str,
    columns: Sequence[str],
    records: int,
    title: str,
    sortable: bool = True,
) -> ui.aggrid:
    """Show the rows of the source, or of the release of a job."""
    of = "dataset" if which == SOURCE else f"releases/{which}"
    options = {
        "columnDefs": [
            {
                "headerName": name,
                "field": f"c{place}",
                "sortable": sortable,
                "minWidth": wide(name),
            }
            for place, name in enumerate(columns)
        ],
        "enableCellTextSelection": True,
        **paged(page, datasource(f"{page.api}/{of}/rows", columns)),
    }
    with ui.element("div").classes("w-full").props(f'role=region data-name="grid-{which}"') as box:
        box.props["aria-label"] = title
        return ui.aggrid(options, theme="balham").style(tall(records))
