"""A grid that asks for the rows it shows, so that a million of them scroll."""

from __future__ import annotations

import json
from collections.abc import Sequence

from nicegui import ui

from celosia.shells.app.texts import import_ as texts
from celosia.shells.app.walk import Walk
from celosia.shells.service import SOURCE

PAGE = 200
"""Rows that are asked for at once."""

DATASOURCE = """{getRows: async (asked) => {
    const names = NAMES;
    const limit = asked.endRow - asked.startRow;
    const query = new URLSearchParams({offset: asked.startRow, limit: limit});
    if (asked.sortModel.length) {
        query.set('sort', names[Number(asked.sortModel[0].colId.slice(1))]);
        query.set('descending', asked.sortModel[0].sort === 'desc');
    }
    try {
        const answer = await fetch(ADDRESS + '?' + query);
        if (!answer.ok) throw new Error(answer.status);
        const page = await answer.json();
        const named = row => Object.fromEntries(row.map((cell, i) => ['c' + i, cell]));
        const rows = page.rows.map(named);
        asked.successCallback(rows, page.records);
    } catch (problem) { asked.failCallback(); }
}}"""


def tall(rows: int) -> str:
    """Make a grid as tall as its rows need, up to a dozen of them.

    >>> tall(2), tall(1_000_000)
    ('height: 128px', 'height: 408px')
    """
    return f"height: {72 + 28 * min(rows, 12)}px"


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


def rows_grid(
    walk: Walk, which: str, columns: Sequence[str], records: int, title: str, sortable: bool = True
) -> ui.aggrid:
    """Show the rows of the source, or of the release of a job."""
    of = "dataset" if which == SOURCE else f"releases/{which}"
    address = f"{walk.api}/{of}/rows"
    source = DATASOURCE.replace("NAMES", json.dumps(list(columns)))
    source = source.replace("ADDRESS", json.dumps(address))
    options = {
        "columnDefs": [
            {"headerName": name, "field": f"c{place}", "sortable": sortable, "minWidth": 90}
            for place, name in enumerate(columns)
        ],
        "rowModelType": "infinite",
        "cacheBlockSize": PAGE,
        "maxBlocksInCache": 20,
        "enableCellTextSelection": True,
        "localeText": {"loadingOoo": walk.say(texts.GRID_LOADING), "noRowsToShow": "–"},
        ":datasource": source,
        **TAB_LEAVES,
    }
    with ui.element("div").classes("w-full").props(f'role=region data-name="grid-{which}"') as box:
        box.props["aria-label"] = title
        return ui.aggrid(options, theme="balham").style(tall(records))
