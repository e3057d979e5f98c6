"""A hierarchy for every quasi-identifier."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nicegui import ui

import celosia
from celosia.core.values import ValueCounts
from celosia.hierarchies import FORMATS as HIERARCHY_FORMATS, HierarchyRule
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.fields import FieldsForm, entries_of_rule
from celosia.web.app.grid_element import TAB_LEAVES, tall, words
from celosia.web.app.page_session import PageSession
from celosia.web.app.pictures import tree_picture
from celosia.web.app.step import QUASI_IDENTIFIERS, ROLES, STEPS, TABLE, AppStep
from celosia.web.service import recipe_parts as service
from celosia.workflow.change_recipe import set_hierarchy


def files_part(
    page: PageSession,
    present: Callable[[], celosia.Hierarchy],
    taken: Callable[[celosia.Hierarchy], None],
) -> None:
    """Offer to import a file in place of the present hierarchy, and to export that."""

    async def take(name: str, content: bytes) -> None:
        taken(await to_thread(service.read_content, present().attribute, content))

    async def give() -> None:
        hierarchy, ending = present(), str(written.value)
        content = await to_thread(service.write_content, hierarchy, ending)
        ui.download.content(content, f"{file_name(hierarchy.attribute)}-{ending}.csv")

    with (
        ui.expansion(page.say(Message("app.hierarchies-files")), icon="folder").classes(
            "part w-full"
        ) as files,
        parts.line(),
    ):
        files.props('data-name="files"')
        most = page.project.limits.hierarchy
        parts.take_file(page, page.say(Message("app.hierarchies-import")), take, "hierarchy", most)
        names = {name: page.say(each.title) for name, each in HIERARCHY_FORMATS.items()}
        written = ui.select(names, value="own", label=page.say(Message("app.hierarchies-format")))
        written.props('outlined dense data-name="hierarchy-format"')
        caption = page.say(Message("app.hierarchies-export"))
        parts.button(page, caption, give, icon="download", quiet=True, name="export-hierarchy")


def file_name(column: str) -> str:
    """Call a file after a column, by what every file system takes.

    >>> file_name("código postal/CP")
    'hierarchy-código_postal_CP'
    """
    return "hierarchy-" + re.sub(r"[^\w-]+", "_", column)


MOST_ROWS = 5_000
"""So many rows are edited by hand; larger ones go out to a file and come back.

All are sent to the browser at once: 5,000 rows of five levels are 0.8 MB of JSON."""


def levels_table(
    page: PageSession, hierarchy: celosia.Hierarchy, edited: Callable[[int, int, str], None]
) -> None:
    """Show a value per row and a level per column; `edited` gets the row, the level, the label."""
    if len(hierarchy.rows) > MOST_ROWS:
        number = page.number(len(hierarchy.rows))
        parts.note(page.say(Message("app.hierarchies-too-long"), number=number), "warning")
        return
    title = page.say(Message("app.hierarchies-table"), column=hierarchy.attribute)
    ui.label(title).classes("quiet")
    levels = range(len(hierarchy.levels))
    titles = [
        page.say(Message("app.hierarchies-value")),
        *(page.say(Message("app.hierarchies-level"), number=n) for n in levels[1:]),
    ]
    options = {
        "columnDefs": [
            {"headerName": name, "field": f"l{level}", "editable": level > 0}
            | {"flex": 1, "minWidth": 110}
            for level, name in enumerate(titles)
        ],
        "rowData": [
            {"row": number, **{f"l{level}": row[level] or "" for level in levels}}
            for number, row in enumerate(hierarchy.rows)
        ],
        "stopEditingWhenCellsLoseFocus": True,
        "localeText": words(page),
        **TAB_LEAVES,
    }

    def take_edit(event: Any) -> None:
        told = event.args
        edited(int(told["data"]["row"]), int(told["colId"][1:]), str(told["newValue"] or ""))

    with ui.element("div").classes("w-full").props("role=region") as box:
        box.props["aria-label"] = title
        grid = ui.aggrid(options, theme="balham").style(tall(len(hierarchy.rows)))
    grid.props('data-name="levels"')
    grid.on("cellValueChanged", take_edit, args=["data", "colId", "newValue"])


def state_badges(page: PageSession, hierarchy: celosia.Hierarchy, values: ValueCounts) -> None:
    """Say whether every value of the table has its place, and how many have none."""
    found = hierarchy.problems(values.values)
    if not found.fatal:
        parts.badge(page.say(Message("app.hierarchies-complete")), "good", "check_circle")
    for sentence, number in (
        (Message("app.hierarchies-missing"), len(found.missing)),
        (Message("app.hierarchies-split"), len(found.splits)),
        (Message("app.hierarchies-twice"), len(found.duplicates)),
    ):
        if number:
            parts.badge(page.say(sentence, number=page.number(number)), "bad", "error")
    strange = len(set(hierarchy.values) - {None, *values.values})
    if strange:
        parts.badge(
            page.say(Message("app.hierarchies-strange"), number=page.number(strange)), "", "info"
        )


PROPOSED = "proposed"


def ways() -> dict[str, Message]:
    """Give the ways in which a hierarchy can be made here: as proposed, or by a rule."""
    rules = {kind: rule.described for kind, rule in celosia.RULES.items()}
    offered = {kind: told.title for kind, told in rules.items() if "app" not in told.not_offered}
    return {PROPOSED: Message("app.hierarchies-proposed"), **offered}


class HierarchyEditor:
    """Holds a hierarchy while it is being changed; saving makes it the project's."""

    def __init__(
        self,
        page: PageSession,
        hierarchy: celosia.Hierarchy,
        values: ValueCounts,
        reason: str,
    ) -> None:
        self._page = page
        self._hierarchy = hierarchy
        self._values = values
        self._edited = False
        self._rule: HierarchyRule | None = None
        with parts.card(hierarchy.attribute):
            parts.why(page, reason)
            self._draw_ways()
            self._state_part, self._table_part, self._after_part = (
                ui.element("div").classes("stack") for _ in range(3)
            )
            self._draw()
        files_part(page, lambda: self._hierarchy, self._replace)
        page.keep = self._keep

    @property
    def _column(self) -> str:
        return self._hierarchy.attribute

    def _draw_ways(self) -> None:
        page = self._page
        with parts.line():
            names = {way: page.say(name) for way, name in ways().items()}
            way = ui.select(names, value=PROPOSED, label=page.say(Message("app.hierarchies-make")))
            way.props('outlined dense data-name="way"').style("min-width: 18rem")
            parts.button(
                page,
                page.say(Message("app.hierarchies-apply-way")),
                lambda: self._make(str(way.value), form.told()),
                icon="auto_fix_high",
                quiet=True,
                name="make",
            )
        form = FieldsForm(page, (), "rule-options")

        def choose(kind: str) -> None:
            form.draw(() if kind == PROPOSED else entries_of_rule(kind))

        way.on_value_change(lambda event: choose(str(event.value)))

    async def _make(self, way: str, told: dict[str, Any] | None) -> None:
        if told is None:
            return

        def build() -> tuple[HierarchyRule, celosia.Hierarchy]:
            if way == PROPOSED:
                found, hierarchy = service.propose(page.app.readers, page.project, self._column)
                return found.rule, hierarchy
            given = {name: value for name, value in told.items() if value is not None}
            rule = celosia.RULES[way](**given)
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
            levels_table(self._page, self._hierarchy, self._edit_label)
        self._draw_state()
        self._after_part.clear()
        with self._after_part:
            self._draw_buttons()
            self._tree = ui.expansion(
                self._page.say(Message("app.hierarchies-tree")), icon="account_tree"
            ).classes("w-full")
            self._tree.props('data-name="tree"')
            self._tree.on_value_change(lambda event: self._draw_tree() if event.value else None)
        parts.focus_again()

    def _draw_tree(self) -> None:
        self._tree.clear()
        with self._tree:
            tree_picture(self._page, self._hierarchy)

    def _draw_state(self) -> None:
        self._state_part.clear()
        with self._state_part:
            state_badges(self._page, self._hierarchy, self._values)
            if self._edited:
                parts.note(self._page.say(Message("app.hierarchies-edited")), "warning")

    def _edit_label(self, row: int, level: int, label: str) -> None:
        levels = [list(labels) for labels in self._hierarchy.levels]
        levels[level][row] = label
        self._hierarchy = celosia.Hierarchy(self._column, tuple(map(tuple, levels)))
        self._edited, self._rule = True, None
        # The table stays, somebody may be typing in it; so do the buttons: drawn anew, one would
        # lose the key or the click that is on its way to it.
        self._draw_state()
        self._saving.set_enabled(True)
        if self._tree.value:
            self._draw_tree()

    def _draw_buttons(self) -> None:
        page, hierarchy = self._page, self._hierarchy
        missing = hierarchy.problems(self._values.values).missing  # labels are edited, not values
        with parts.line():
            self._draw_button(
                Message("app.hierarchies-add-level"), self._with_level, "add", "add-level"
            )
            if hierarchy.height > 1:
                self._draw_button(
                    Message("app.hierarchies-remove-level"),
                    self._without_level,
                    "remove",
                    "remove-level",
                )
            self._draw_button(
                Message("app.hierarchies-add-suppression"),
                lambda: self._replace(self._hierarchy.with_suppression()),
                "block",
                "add-suppression",
            )
            if missing:
                self._draw_button(
                    Message("app.hierarchies-place-missing"),
                    lambda: self._replace(service.with_missing(self._hierarchy, missing)),
                    "playlist_add",
                    "place-missing",
                )
            self._saving = parts.button(
                page,
                page.say(Message("app.hierarchies-save")),
                self._save,
                icon="save",
                name="save-hierarchy",
            )
            self._saving.set_enabled(self._edited)

    def _draw_button(
        self, caption: Message, action: Callable[[], None], icon: str, name: str
    ) -> None:
        parts.button(self._page, self._page.say(caption), action, icon=icon, quiet=True, name=name)

    def _with_level(self) -> None:
        levels = self._hierarchy.levels
        self._replace(celosia.Hierarchy(self._column, (*levels, levels[-1])))

    def _without_level(self) -> None:
        self._replace(celosia.Hierarchy(self._column, self._hierarchy.levels[:-1]))

    async def _save(self, redraw: bool = True) -> None:
        rule = self._rule or service.explicit(self._hierarchy)
        await self._page.change(lambda recipe: set_hierarchy(recipe, self._column, rule), redraw)

    async def _keep(self) -> None:
        if self._edited:
            await self._save(redraw=False)
            self._edited = False


NOTE = "hierarchy"
"""Under which note the project keeps the column that was looked at last."""


@dataclass(frozen=True, slots=True)
class OpenedHierarchy:
    """The hierarchy of one quasi-identifier, beside the names of all."""

    columns: tuple[str, ...]
    usable: tuple[bool, ...]
    column: str
    hierarchy: celosia.Hierarchy
    values: ValueCounts
    reason: Message


def load(page: PageSession) -> OpenedHierarchy:
    """Build the hierarchies, and find what they miss."""
    project, readers = page.project, page.app.readers
    recipe = project.recipe()
    columns = recipe.quasi_identifiers
    noted = project.notes.get(NOTE)
    column = noted if isinstance(noted, str) and noted in columns else columns[0]
    of = (recipe, column)
    return readers.once(project, "hierarchies", of, lambda: _open(page, recipe, column))


def _open(page: PageSession, recipe: celosia.Recipe, column: str) -> OpenedHierarchy:
    project, readers, columns = page.project, page.app.readers, recipe.quasi_identifiers
    built = {name: service.build(readers, project, name) for name in columns}
    proposal, _ = service.propose(readers, project, column)
    rule = recipe.hierarchies.get(column)
    reason = Message("app.hierarchies-new-reason")
    if rule is None or rule == proposal.rule:
        reason = proposal.reason
    return OpenedHierarchy(
        columns,
        tuple(not service.problems(readers, project, built[name]).fatal for name in columns),
        column,
        built[column],
        service.count_values(readers, project, column),
        reason,
    )


def show(page: PageSession, opened: OpenedHierarchy) -> None:
    """Draw the columns to choose from, and the hierarchy of the chosen one."""
    with ui.row().classes("w-full gap-2") as choices:
        choices.props["role"] = "group"
        choices.props["aria-label"] = page.say(Message("app.roles-quasi-identifier"))
        for column, usable in zip(opened.columns, opened.usable, strict=True):
            _draw_choice(page, column, usable, column == opened.column)
    HierarchyEditor(page, opened.hierarchy, opened.values, page.say(opened.reason))
    parts.forward(page)


def _draw_choice(page: PageSession, column: str, usable: bool, chosen: bool) -> None:
    async def choose() -> None:
        if not chosen:
            await page.keep()
            await to_thread(lambda: page.project.note(**{NOTE: column}))
            await page.redraw()

    icon = "check_circle" if usable else "error"
    made = parts.button(page, column, choose, icon=icon, quiet=not chosen, name=f"of-{column}")
    made.props["aria-pressed"] = "true" if chosen else "false"
    state = "app.hierarchies-states-true" if usable else "app.hierarchies-states-false"
    made.props["aria-label"] = f"{column}: {page.say(Message(state))}"


STEPS.add(
    "hierarchies",
    AppStep(
        Message("app.hierarchies-title"),
        Message("app.hierarchies-intro"),
        load,
        show,
        needs=(TABLE, ROLES, QUASI_IDENTIFIERS),
    ),
    order=3,
)
