"""The editable table of a hierarchy: levels added and removed, suppression, files, a tree."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Callable
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.grid import TAB_LEAVES, tall
from celosia.shells.app.texts import hierarchies as texts
from celosia.shells.app.tree import tree_picture
from celosia.shells.app.walk import Walk
from celosia.shells.service import hierarchies as service, with_hierarchy

MOST_ROWS = 5_000
"""So many rows are edited by hand; larger ones go out to a file and come back."""
RULES: dict[str, Callable[[], celosia.HierarchyRule]] = {
    "digits": lambda: celosia.Digits(),
    "masking": lambda: celosia.Masking(),
    "frequent": lambda: celosia.Frequent((10, 100)),
    "suppression": lambda: celosia.Suppression(),
}


def file_name(column: str) -> str:
    """Call a file after a column, by what every file system takes.

    >>> file_name("código postal/CP")
    'hierarchy-código_postal_CP'
    """
    return "hierarchy-" + re.sub(r"[^\w-]+", "_", column)


class HierarchyEditor:
    """Holds a hierarchy while it is being changed; saving makes it the project's."""

    def __init__(
        self,
        walk: Walk,
        hierarchy: celosia.Hierarchy,
        values: celosia.ValueCounts,
        reason: str,
    ) -> None:
        self._walk = walk
        self._hierarchy = hierarchy
        self._values = values
        self._edited = False
        self._rule: celosia.HierarchyRule | None = None
        with parts.card(hierarchy.attribute):
            parts.why(walk, reason)
            self._ways()
            self._state_part, self._table_part, self._after_part = (
                ui.element("div").classes("stack") for _ in range(3)
            )
            self._draw()
        with ui.expansion(walk.say(texts.FILES), icon="folder").classes("part w-full"):
            self._files()
        walk.keep = self._keep

    @property
    def _column(self) -> str:
        return self._hierarchy.attribute

    def _ways(self) -> None:
        walk = self._walk
        with parts.line():
            names = {way: walk.say(name) for way, name in texts.WAYS.items()}
            way = ui.select(names, value="proposed", label=walk.say(texts.MAKE))
            way.props('outlined dense data-name="way"').style("min-width: 18rem")
            parts.button(
                walk,
                walk.say(texts.APPLY_WAY),
                lambda: self._make(str(way.value)),
                icon="auto_fix_high",
                quiet=True,
                name="make",
            )

    async def _make(self, way: str) -> None:
        def build() -> tuple[celosia.HierarchyRule, celosia.Hierarchy]:
            if way in RULES:
                rule = RULES[way]()
                return rule, rule.build(self._column, self._values)
            found, hierarchy = service.proposed(walk.desk.readers, walk.project, self._column)
            return found.rule, hierarchy

        walk = self._walk
        self._rule, hierarchy = await to_thread(build)
        self._replace(hierarchy, keep_rule=True)

    def _replace(self, hierarchy: celosia.Hierarchy, keep_rule: bool = False) -> None:
        self._hierarchy = hierarchy
        self._edited = True
        if not keep_rule:
            self._rule = None
        self._draw()

    def _draw(self) -> None:
        self._table_part.clear()
        with self._table_part:
            if len(self._hierarchy.rows) > MOST_ROWS:
                number = self._walk.number(len(self._hierarchy.rows))
                parts.note(self._walk.say(texts.TOO_LONG, number=number), "warning")
            else:
                self._table()
        self._draw_around()

    def _draw_around(self) -> None:
        """Draw all but the table, in which somebody may be typing."""
        for part, draw in ((self._state_part, self._state), (self._after_part, self._buttons)):
            part.clear()
            with part:
                draw()
        with self._after_part:
            tree = ui.expansion(self._walk.say(texts.TREE), icon="account_tree").classes("w-full")
            tree.props('data-name="tree"')
            tree.on_value_change(lambda event: self._tree(tree) if event.value else None)

    def _tree(self, place: ui.expansion) -> None:
        place.clear()
        with place:
            tree_picture(self._walk, self._hierarchy)

    def _state(self) -> None:
        walk = self._walk
        found = self._hierarchy.problems(self._values.values)
        counts = (
            (texts.MISSING, len(found.missing), "bad"),
            (texts.SPLIT, len(found.splits), "bad"),
            (texts.TWICE, len(found.duplicates), "bad"),
        )
        if not found.fatal:
            parts.badge(walk.say(texts.COMPLETE), "good", "check_circle")
        for sentence, number, kind in counts:
            if number:
                parts.badge(walk.say(sentence, number=walk.number(number)), kind, "error")
        strange = len(set(self._hierarchy.values) - {None, *self._values.values})
        if strange:
            parts.badge(walk.say(texts.STRANGE, number=walk.number(strange)), "", "info")
        if self._edited:
            parts.note(walk.say(texts.EDITED), "warning")

    def _table(self) -> None:
        walk = self._walk
        levels = range(len(self._hierarchy.levels))
        titles = [walk.say(texts.VALUE), *(walk.say(texts.LEVEL, number=n) for n in levels[1:])]
        ui.label(walk.say(texts.TABLE, column=self._column)).classes("quiet")
        grid = (
            ui.aggrid(
                {
                    "columnDefs": [
                        {"headerName": title, "field": f"l{level}", "editable": level > 0}
                        for level, title in enumerate(titles)
                    ],
                    "rowData": [
                        {"row": number, **{f"l{level}": row[level] or "" for level in levels}}
                        for number, row in enumerate(self._hierarchy.rows)
                    ],
                    "stopEditingWhenCellsLoseFocus": True,
                    **TAB_LEAVES,
                },
                theme="balham",
            )
            .style(tall(len(self._hierarchy.rows)))
            .props('data-name="levels"')
        )
        grid.on("cellValueChanged", self._changed, args=["data", "colId", "newValue"])

    def _changed(self, event: Any) -> None:
        row, level = int(event.args["data"]["row"]), int(event.args["colId"][1:])
        levels = [list(labels) for labels in self._hierarchy.levels]
        levels[level][row] = str(event.args["newValue"] or "")
        self._hierarchy = celosia.Hierarchy(self._column, tuple(map(tuple, levels)))
        self._edited, self._rule = True, None
        self._draw_around()

    def _buttons(self) -> None:
        walk, hierarchy = self._walk, self._hierarchy
        missing = hierarchy.problems(self._values.values).missing
        with parts.line():
            self._button(texts.ADD_LEVEL, self._with_level, "add", "add-level")
            if hierarchy.height > 1:
                self._button(texts.REMOVE_LEVEL, self._without_level, "remove", "remove-level")
            self._button(
                texts.ADD_SUPPRESSION,
                lambda: self._replace(hierarchy.with_suppression()),
                "block",
                "add-suppression",
            )
            if missing:
                self._button(
                    texts.PLACE_MISSING,
                    lambda: self._replace(service.with_missing(hierarchy, missing)),
                    "playlist_add",
                    "place-missing",
                )
            saving = parts.button(
                walk, walk.say(texts.SAVE), self._save, icon="save", name="save-hierarchy"
            )
            saving.set_enabled(self._edited)

    def _button(
        self, caption: celosia.Sentence, action: Callable[[], None], icon: str, name: str
    ) -> None:
        parts.button(self._walk, self._walk.say(caption), action, icon=icon, quiet=True, name=name)

    def _with_level(self) -> None:
        levels = self._hierarchy.levels
        self._replace(celosia.Hierarchy(self._column, (*levels, levels[-1])))

    def _without_level(self) -> None:
        self._replace(celosia.Hierarchy(self._column, self._hierarchy.levels[:-1]))

    async def _save(self, redraw: bool = True) -> None:
        rule = self._rule or service.explicit(self._hierarchy)
        await self._walk.change(lambda recipe: with_hierarchy(recipe, self._column, rule), redraw)

    async def _keep(self) -> None:
        if self._edited:
            await self._save(redraw=False)
            self._edited = False

    def _files(self) -> None:
        walk = self._walk
        with parts.line():
            most = walk.project.limits.hierarchy
            parts.take_file(walk, walk.say(texts.IMPORT), self._take, "hierarchy", most)
            names = {name: walk.say(title) for name, title in texts.FORMATS.items()}
            written = ui.select(names, value="own", label=walk.say(texts.FORMAT))
            written.props("outlined dense")
            parts.button(
                walk,
                walk.say(texts.EXPORT),
                lambda: self._give(str(written.value)),
                icon="download",
                quiet=True,
            )

    async def _take(self, name: str, content: bytes) -> None:
        self._replace(await to_thread(service.read_content, self._column, content))

    async def _give(self, written: str) -> None:
        content = await to_thread(service.content_of, self._hierarchy, written)
        ui.download.content(content, f"{file_name(self._column)}-{written}.csv")
