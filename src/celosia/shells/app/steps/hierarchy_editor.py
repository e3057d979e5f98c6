"""A hierarchy while it is changed: made by a rule, levels added and removed, a tree, saved."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.steps.hierarchy_files import files_part
from celosia.shells.app.steps.hierarchy_table import levels_table, state_badges
from celosia.shells.app.texts import hierarchies as texts
from celosia.shells.app.tree import tree_picture
from celosia.shells.service import hierarchies as service, with_hierarchy

PROPOSED = "proposed"


def ways() -> dict[str, celosia.Message]:
    """Give the ways in which a hierarchy can be made here: as proposed, or by a rule."""
    rules = {kind: rule.described for kind, rule in celosia.RULES.items()}
    offered = {kind: told.title for kind, told in rules.items() if "app" not in told.not_offered}
    return {PROPOSED: texts.PROPOSED, **offered}


class HierarchyEditor:
    """Holds a hierarchy while it is being changed; saving makes it the project's."""

    def __init__(
        self,
        page: PageSession,
        hierarchy: celosia.Hierarchy,
        values: celosia.ValueCounts,
        reason: str,
    ) -> None:
        self._page = page
        self._hierarchy = hierarchy
        self._values = values
        self._edited = False
        self._rule: celosia.HierarchyRule | None = None
        with parts.card(hierarchy.attribute):
            parts.why(page, reason)
            self._ways()
            self._state_part, self._table_part, self._after_part = (
                ui.element("div").classes("stack") for _ in range(3)
            )
            self._draw()
        files_part(page, lambda: self._hierarchy, self._replace)
        page.keep = self._keep

    @property
    def _column(self) -> str:
        return self._hierarchy.attribute

    def _ways(self) -> None:
        page = self._page
        with parts.line():
            names = {way: page.say(name) for way, name in ways().items()}
            way = ui.select(names, value=PROPOSED, label=page.say(texts.MAKE))
            way.props('outlined dense data-name="way"').style("min-width: 18rem")
            parts.button(
                page,
                page.say(texts.APPLY_WAY),
                lambda: self._make(str(way.value)),
                icon="auto_fix_high",
                quiet=True,
                name="make",
            )

    async def _make(self, way: str) -> None:
        def build() -> tuple[celosia.HierarchyRule, celosia.Hierarchy]:
            if way == PROPOSED:
                found, hierarchy = service.propose(page.app.readers, page.project, self._column)
                return found.rule, hierarchy
            rule = celosia.usual_rule(way)
            return rule, rule.build(self._column, self._values)

        page = self._page
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
            levels_table(self._page, self._hierarchy, self._changed)
        self._draw_around()

    def _draw_around(self) -> None:
        """Draw all but the table, in which somebody may be typing."""
        for part, draw in ((self._state_part, self._state), (self._after_part, self._buttons)):
            part.clear()
            with part:
                draw()
        with self._after_part:
            tree = ui.expansion(self._page.say(texts.TREE), icon="account_tree").classes("w-full")
            tree.props('data-name="tree"')
            tree.on_value_change(lambda event: self._tree(tree) if event.value else None)
        parts.focus_again()

    def _tree(self, place: ui.expansion) -> None:
        place.clear()
        with place:
            tree_picture(self._page, self._hierarchy)

    def _state(self) -> None:
        state_badges(self._page, self._hierarchy, self._values)
        if self._edited:
            parts.note(self._page.say(texts.EDITED), "warning")

    def _changed(self, row: int, level: int, label: str) -> None:
        levels = [list(labels) for labels in self._hierarchy.levels]
        levels[level][row] = label
        self._hierarchy = celosia.Hierarchy(self._column, tuple(map(tuple, levels)))
        self._edited, self._rule = True, None
        self._draw_around()

    def _buttons(self) -> None:
        page, hierarchy = self._page, self._hierarchy
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
                page, page.say(texts.SAVE), self._save, icon="save", name="save-hierarchy"
            )
            saving.set_enabled(self._edited)

    def _button(
        self, caption: celosia.Message, action: Callable[[], None], icon: str, name: str
    ) -> None:
        parts.button(self._page, self._page.say(caption), action, icon=icon, quiet=True, name=name)

    def _with_level(self) -> None:
        levels = self._hierarchy.levels
        self._replace(celosia.Hierarchy(self._column, (*levels, levels[-1])))

    def _without_level(self) -> None:
        self._replace(celosia.Hierarchy(self._column, self._hierarchy.levels[:-1]))

    async def _save(self, redraw: bool = True) -> None:
        rule = self._rule or service.explicit(self._hierarchy)
        await self._page.change(lambda recipe: with_hierarchy(recipe, self._column, rule), redraw)

    async def _keep(self) -> None:
        if self._edited:
            await self._save(redraw=False)
            self._edited = False
