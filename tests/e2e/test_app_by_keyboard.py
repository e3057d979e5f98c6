"""The whole way without a mouse: every part is reached by Tab, and it can be seen where one is."""

from __future__ import annotations

from tests.support.browsing import PATIENCE, PATIENTS, sync_api

from celosia.web.app.step import STEPS

MOST_STOPS = 80
"""So often is Tab pressed before something counts as out of reach."""
FOCUSED = """() => {
    const place = document.activeElement;
    const named = place.closest('[data-name]');
    const outline = getComputedStyle(place);
    const field = place.closest('.q-field--focused .q-field__control');
    const border = field && getComputedStyle(field, '::after');
    const seen = place.getBoundingClientRect();
    return {
        name: named && named.dataset.name,
        words: (place.ariaLabel || place.innerText).slice(0, 40),
        marked: (outline.outlineStyle !== 'none' && parseFloat(outline.outlineWidth) >= 2)
                || (border && parseFloat(border.borderTopWidth) >= 2),
        around: place === document.body || place.tabIndex < 0,
        within: seen.bottom > 0 && seen.top < innerHeight && seen.width > 0,
    };
}"""
"""What has the focus, whether it is marked, and whether it is within the window.

After the last place of a page the browser itself has the focus, before the first has it again; a
title that the page goes to by itself is no stop of Tab.
"""

LOOK_AGAIN = """() => fetch(`/api${location.pathname.replace("project", "projects")}/jobs`, {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify({kind: "profile"}),
}).then(answer => answer.status)"""
"""Somebody else lets the columns be looked at: the page is drawn anew when that is done."""


class Hands:
    """Somebody at the keyboard of a visitor's browser."""

    def __init__(self, person):
        self.person, self.page = person, person.page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self):
        return self.page.evaluate(FOCUSED)

    def reach(self, name, key="Tab"):
        """Go on until something has the focus; everything on the way must be marked."""
        on_the_way = []
        for _ in range(MOST_STOPS):
            found = self.focused()
            if found["name"] == name:
                assert found["within"], f"{name} has the focus outside of the window"
                return
            self.press(key)
            found = self.focused()
            on_the_way.append(found["name"] or found["words"])
            assert found["marked"] or found["around"], f"nothing shows that the focus is on {found}"
        raise AssertionError(f"{name} is out of reach: {on_the_way}")

    def use(self, name, key="Enter"):
        self.reach(name)
        self.press(key)

    def type(self, name, text):
        self.reach(name)
        self.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, name, option):
        """Open a list by an arrow key and go down to an option."""
        self.reach(name)
        self.press("ArrowDown")
        self.page.get_by_role("option", name=option).wait_for()
        for _ in range(20):
            marked = self.page.locator("[role=option].q-manual-focusable--focused")
            if marked.count() and option in marked.first.inner_text():
                self.press("Enter")
                self.page.get_by_role("listbox").wait_for(state="detached")
                return
            self.press("ArrowDown")
        raise AssertionError(f"{option} is out of reach")

    def every_step_is_open(self, language):
        """Look for barriers on every step, from the first to the last."""
        for step in STEPS:
            self.use(f"step-{step}")
            current = self.page.locator("[aria-current=step]").and_(self.person.the(f"step-{step}"))
            current.wait_for()
            self.page.wait_for_function("document.activeElement.role === 'heading'")
            assert self.person.barriers() == [], step
        assert self.page.locator("html").get_attribute("lang") == language

    def on(self, heading):
        """Wait for a step; whoever listens or types begins at its title."""
        title = self.page.get_by_role("heading", name=heading, level=2)
        sync_api.expect(title).to_be_focused()
        assert self.page.title().startswith(heading)


def test_the_whole_way_without_a_mouse_and_without_barriers(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("es-ES")
    hands = Hands(person)

    assert person.barriers() == []
    hands.type("project-name", "Sin ratón")
    hands.use("begin")
    person.the("upload-button").wait_for()
    assert person.barriers() == []
    hands.reach("upload-button")
    with person.page.expect_file_chooser() as chooser:
        hands.press("Enter")
    chooser.value.set_files(tmp_path / "pacientes.csv")
    person.the("grid-source").wait_for()
    person.until_quiet()
    hands.use("next")

    hands.on("2. Conocer los datos")
    hands.choose("use-case", "B.")
    person.see("La guía pide k = 3")
    hands.choose("role-dolencia", "No sensible")
    person.see("Guardado.")
    hands.use("use-set")
    sexo = person.page.get_by_role("combobox", name="Papel de sexo")
    sync_api.expect(sexo).to_have_value("Identificador")
    hands.use("next")

    hands.on("3. Jerarquías")
    hands.use("of-fnac", "Space")
    hands.choose("way", "enmascarar cifras")
    hands.use("make")
    person.page.get_by_role("columnheader", name="Nivel 4").wait_for()
    hands.use("remove-level")
    person.page.get_by_role("columnheader", name="Nivel 4").wait_for(state="detached")
    hands.reach("levels")
    hands.press("ArrowDown", "ArrowRight", "Enter")
    person.page.keyboard.type("años 80")
    hands.press("Enter")
    person.see("Cambiada, sin guardar")
    hands.use("save-hierarchy")
    person.see("Usted ha decidido esta jerarquía.")
    hands.use("next")

    hands.on("4. Objetivo")
    hands.type("k", "2")
    hands.type("suppression", "0")
    hands.use("next")

    hands.on("5. Elegir")
    hands.use("search")
    person.the("candidates").wait_for(timeout=PATIENCE)
    hands.reach("candidates")
    hands.press("ArrowDown", "ArrowDown", "Space")
    person.the("picked").wait_for()
    hands.use("make")
    person.await_result("Hecho con los niveles")
    picked = person.the("picked").inner_text().removeprefix("Elegida: ")
    assert picked in person.page.get_by_text("Hecho con los niveles").first.inner_text()
    hands.use("next")

    hands.on("6. Riesgo")
    hands.use("measure")
    person.await_result("Atacantes")
    hands.use("next")

    hands.on("7. Publicar")
    hands.use("verify")
    person.await_result("Verificado: se cumple")
    hands.reach("take-release")
    with person.page.expect_download() as download:
        hands.press("Enter")
    assert download.value.suggested_filename.endswith(".csv")
    hands.every_step_is_open("es")
    hands.reach("lang-en", "Shift+Tab")
    hands.press("Enter")
    person.see("7. Release")
    hands.every_step_is_open("en-GB")
    hands.use("finish")
    person.page.get_by_role("dialog", name="Erase “Sin ratón” for good?").wait_for()
    assert person.barriers(besides="color-contrast") == []  # it judges what is in the shade
    hands.press("Escape")
    person.page.get_by_role("dialog").wait_for(state="detached")
    hands.use("finish")
    person.page.wait_for_function("document.activeElement.closest('[role=dialog]')")
    hands.use("sure")
    person.page.get_by_role("dialog").wait_for(state="detached")
    person.await_result("Everything of this project was erased, and that was checked.")
    assert person.barriers() == []


def test_what_is_worked_out_is_said_aloud_and_the_focus_stays(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    hands = Hands(person)
    person.begin(tmp_path / "pacientes.csv")
    person.go("goal")
    hands.on("4. Goal")

    hands.use("curve")
    person.await_result("Work it out again")

    sync_api.expect(person.the("aloud")).to_have_text("Working out what each k costs: done")
    sync_api.expect(person.the("curve")).to_be_focused()


def test_the_focus_stays_in_a_grid_that_is_drawn_anew(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.the("grid-source").get_by_text("53706").first.click()
    before = person.the("grid-source").get_attribute("id")

    assert person.page.evaluate(LOOK_AGAIN) == 202
    person.page.locator(f"#{before}").wait_for(state="detached")

    person.page.wait_for_function("document.activeElement.closest('[data-name=grid-source]')")
    Hands(person).press("Tab")
    sync_api.expect(person.the("next")).to_be_focused()


def test_the_steps_can_be_skipped(visit, tmp_path):
    person = visit("en-GB")
    person.click("begin")
    person.the("upload-button").wait_for()
    hands = Hands(person)

    hands.press("Tab")
    assert hands.focused()["words"] == "Skip to the content"
    hands.press("Enter")

    sync_api.expect(person.page.locator(".step")).to_be_focused()
    hands.press("Tab")
    assert hands.focused()["name"] == "upload-button"


def test_the_button_for_a_file_keeps_the_focus_while_the_page_changes(visit):
    person = visit("en-GB")
    person.click("begin")
    person.the("upload-button").focus()

    person.page.evaluate("mounted_app.$forceUpdate()")
    person.page.evaluate("() => Vue.nextTick()")

    sync_api.expect(person.the("upload-button")).to_be_focused(timeout=1000)
