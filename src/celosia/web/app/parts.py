"""Small parts that steps use: cards, notes, reasons, files to take, the label of personal data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from nicegui import ui

import celosia
from celosia.techniques.pseudonyms.pseudonym import PERSONAL_DATA
from celosia.text.messages import Message
from celosia.web.app.page_session import Action, PageSession
from celosia.web.app.step import STEPS, following, number_of
from celosia.workflow.guard import Verdict, verdict_told

Row = Sequence[str]
AGAIN = """(() => {
    const places = 'a[href], button:not([disabled]), input, [tabindex="0"]';
    const again = left => {
        const last = window.lastUsed;
        const named = last && document.querySelector(`[data-name="${CSS.escape(last)}"]`);
        const place = named?.matches(places) ? named : named?.querySelector(places);
        if (document.activeElement !== document.body) return;
        if (place) place.focus();
        else if (named && left) setTimeout(() => again(left - 1), 50);
    };
    setTimeout(() => again(20));
})()"""
"""A grid is there only some time after the frame that bears its name."""


def focus_again() -> None:
    """Give the focus back to what had it before its part of the page was drawn anew."""
    ui.run_javascript(AGAIN)


@contextmanager
def card(title: str, classes: str = "", level: int = 3) -> Iterator[None]:
    """Frame a part of a step, with a heading that screen readers find."""
    with ui.element("section").classes(f"part {classes}"):
        ui.label(title).classes("heading").props(f'role=heading aria-level="{level}"')
        yield


@contextmanager
def line() -> Iterator[None]:
    """Put things beside each other as far as there is room."""
    with ui.row().classes("w-full items-center gap-3"):
        yield


def panel(
    page: PageSession, title: Message, icon: str, classes: str = "part w-full"
) -> ui.expansion:
    """Make a part that can be opened, and stays open when the page is drawn anew."""
    made = ui.expansion(page.say(title), icon=icon, value=title.key in page.opened)

    def remember() -> None:
        (page.opened.add if made.value else page.opened.discard)(title.key)

    made.on_value_change(remember)
    return made.classes(classes)


def intro(text: str) -> None:
    """Say in one breath what a step is for."""
    ui.label(text).classes("intro")


def note(text: str, kind: str = "info") -> None:
    """Say something that must be seen: info, good, warning or bad; never by colour alone."""
    signs = {"info": "info", "good": "check_circle", "warning": "warning", "bad": "error"}
    role = "alert" if kind == "bad" else "note"
    with ui.element("div").classes(f"note {kind}").props(f"role={role}"):
        ui.icon(signs[kind]).props("aria-hidden=true")
        ui.label(text).classes("said")


def why(page: PageSession, *reasons: str) -> None:
    """Say why something is proposed."""
    with ui.element("div").classes("why"):
        ui.label(page.say(Message("app.why"))).classes("why-word")
        with ui.element("ul"):
            for reason in reasons:
                with ui.element("li"):
                    ui.label(reason)


def show_failure(page: PageSession, error: str | None, message: str) -> None:
    """Show what went wrong: its meaning first, the exact words behind it."""
    meaning = page.meaning(error)
    note(meaning, "bad")
    if message and message != meaning:
        with ui.expansion(page.say(Message("app.detail")), value=True).classes("w-full"):
            ui.label(message).classes("exact said")


def lead_to(page: PageSession, text: str, step: str) -> None:
    """Say why there is nothing to see, and lead to where that changes."""
    with ui.element("div").classes("empty"):
        ui.icon("inbox", size="3rem").props("aria-hidden=true")
        ui.label(text)
        title = page.say(STEPS[step].title)
        caption = page.say(Message("app.go-to"), number=number_of(step), step=title)
        button(page, caption, lambda: page.go(step))


def forward(page: PageSession) -> None:
    """Offer the step after the one that is shown, if there is one."""
    step = following(page.step)
    if step is None:
        return
    caption = page.say(Message("app.next"), step=page.say(STEPS[step].title))
    with ui.row().classes("w-full justify-end"):
        onward = button(page, caption, lambda: page.go(step), name="next")
        onward.props("icon-right=arrow_forward")


def button(
    page: PageSession,
    caption: str,
    action: Action,
    *,
    icon: str | None = None,
    quiet: bool = False,
    name: str | None = None,
) -> ui.button:
    """Make a button whose action tells what goes wrong."""
    made = ui.button(caption, on_click=page.handled(action), icon=icon).props("no-caps")
    if quiet:
        made.props("outline")
    if name:
        made.props["data-name"] = name  # not in a string of properties, which a name could end
    return made


@contextmanager
def scroll_area(title: str) -> Iterator[None]:
    """Let what is too wide scroll in its own place, by keyboard too."""
    with ui.element("div").classes("scrolling").props('role=region tabindex="0"') as place:
        place.props["aria-label"] = title
        yield


def plain_table(header: Row, rows: Sequence[Row], caption: str) -> None:
    """Show a small table of figures, as a table that screen readers understand."""
    with scroll_area(caption), ui.element("table").classes("figures"):
        with ui.element("caption"):
            ui.label(caption)
        with ui.element("thead"), ui.element("tr"):
            for title in header:
                with ui.element("th").props("scope=col") if title else ui.element("td"):
                    ui.label(title)
        with ui.element("tbody"):
            for row in rows:
                _draw_row(row)


def _draw_row(row: Row) -> None:
    with ui.element("tr"):
        for place, cell in enumerate(row):
            with ui.element("td" if place else "th").props("" if place else "scope=row"):
                ui.label(cell)


def meter(label: str, share: float, said: str, kind: str, threshold: float | None = None) -> None:
    """Draw a share from 0 to 1 as a bar, with the threshold as a line across it."""
    width = 100 * min(1.0, max(0.0, share))
    with ui.element("div").classes("meter"):
        ui.label(label).classes("meter-label").props("aria-hidden=true")
        track = ui.element("div").classes("track").props("role=meter aria-valuemin=0")
        track.props["aria-valuemax"] = "1"
        track.props["aria-valuenow"] = f"{share:.4f}"
        track.props["aria-valuetext"] = said
        track.props["aria-label"] = f"{label}: {said}"
        with track:
            ui.element("div").classes(f"fill {kind}").style(f"width:{width:.2f}%")
            if threshold is not None:
                ui.element("div").classes("threshold").style(f"left:{100 * threshold:.2f}%")
        ui.label(said).classes("meter-said").props("aria-hidden=true")


def chart(options: dict[str, Any], said: str, classes: str = "") -> ui.echart:
    """Draw a chart that says in words what it shows."""
    drawn = ui.echart({"animation": False, **options}).classes(f"w-full {classes}")
    drawn.props["role"] = "img"
    drawn.props["aria-label"] = said
    return drawn


def take_file(
    page: PageSession, caption: str, action: Callable[[str, bytes], Any], name: str, most: int
) -> None:
    """Take a small file: a schema, a hierarchy, a recipe."""

    async def take(event: Any) -> None:
        content = await event.file.read()
        uploader.reset()
        await page.handled(lambda: action(event.file.name, content))()

    uploader = ui.upload(on_upload=take, auto_upload=True, max_file_size=most).classes("hidden")
    uploader.props(f'data-name="{name}"')
    button(
        page, caption, lambda: uploader.run_method("pickFiles"), icon="upload_file", quiet=True
    ).props(f'data-name="{name}-button"')


def badge(text: str, kind: str, icon: str) -> None:
    """Say a state in a few words: by its sign and its words, and by colour too."""
    with ui.element("div"), ui.element("span").classes(f"badge {kind}"):
        ui.icon(icon).props("aria-hidden=true")
        ui.label(text)


def personal_badge(page: PageSession) -> None:
    """Label what holds pseudonyms."""
    badge(page.say(Message("app.techniques-personal")), "bad", "person")


def personal_note(page: PageSession, pseudonymized: Iterable[str]) -> None:
    """Say that a release with pseudonyms is personal data, and why."""
    if list(pseudonymized):
        personal_badge(page)
        note(page.say(PERSONAL_DATA), "warning")


def verdict_note(page: PageSession, guard: Mapping[str, Any]) -> None:
    """Say whether all published columns are guarded: in green, or in amber."""
    kind = "good" if guard["verdict"] == Verdict.GUARDED else "warning"
    note(page.say(verdict_told(guard)), kind)


def tell_techniques(page: PageSession, kinds: Iterable[str]) -> None:
    """Tell which techniques a release was made with."""
    names = ", ".join(page.say(celosia.TECHNIQUES[kind].described.title).lower() for kind in kinds)
    if names:
        ui.label(page.say(Message("app.techniques-applied"), names=names))


def icon_button(page: PageSession, icon: str, said: str, action: Action, name: str) -> ui.button:
    """Make a small button that says by ear and by a hint what it does."""
    made = ui.button(icon=icon, on_click=page.handled(action)).props("flat round dense")
    made.props["data-name"] = name
    made.props["aria-label"] = said
    with made:
        ui.tooltip(said)
    return made
