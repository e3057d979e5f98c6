"""A person with a browser before the real app: what the tests of the pages share."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.support.patients import PATIENTS as PATIENTS

pytest.importorskip("nicegui", reason="needs the extra `app`")
sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
sync_api.expect.set_options(timeout=30_000)

PATIENCE = 180_000
"""Milliseconds; compiled code may have to be compiled first."""


class Visitor:
    """A person with a browser: finds things by name, and waits as long as it takes."""

    def __init__(self, chromium, address, language):
        self.context = chromium.new_context(
            locale=language, accept_downloads=True, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.requests, self.problems = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._hear)
        # a browser that is told only when it is about to open a chooser may open it unwatched
        self.page.on("filechooser", lambda chooser: None)
        self.page.goto(address)
        self.page.wait_for_url("**/")

    def _hear(self, said):
        """Remember what the browser refused by the policy of a page."""
        if "Content Security Policy" in said.text:
            self.problems.append(said.text)

    def the(self, name):
        return self.page.locator(f'[data-name="{name}"]')

    def click(self, name):
        self.the(name).click()

    def see(self, text):
        self.page.get_by_text(text).first.wait_for()

    def await_result(self, text):
        """Wait for something that a job finds out."""
        self.page.get_by_text(text).first.wait_for(timeout=PATIENCE)

    def choose(self, name, option):
        self.click(name)
        self.page.get_by_role("option", name=option).click()

    def add_protection(self, model):
        """Open the menu and add one; the first of its fields has the focus then."""
        menu = self.the("add-protection").get_by_role("button").first
        sync_api.expect(menu).to_have_attribute("aria-expanded", "false")
        menu.click()
        sync_api.expect(menu).to_have_attribute("aria-expanded", "true")
        self.click(f"add-{model}")
        first = self.the(f"protection-{model}").locator("input").first
        sync_api.expect(first).to_be_focused()

    def until_quiet(self):
        self.the("job").wait_for(state="detached", timeout=PATIENCE)

    def go(self, step):
        self.click(f"step-{step}")
        self.the(f"step-{step}").and_(self.page.locator("[aria-current=step]")).wait_for()

    def begin(self, path):
        self.click("begin")
        self.the("upload").locator("input[type=file]").set_input_files(path)
        self.the("grid-source").wait_for()
        self.until_quiet()

    def barriers(self, besides=None):
        """List what keeps somebody out, by the rules of axe (WCAG 2.2 and good practice)."""
        found = axe.Axe().run(self.page).response["violations"]
        return [
            (rule["id"], node["target"], node["html"][:200])
            for rule in found
            if rule["id"] != besides
            for node in rule["nodes"]
        ]

    def take(self, name, folder):
        with self.page.expect_download() as download:
            self.click(name)
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def leave(self):
        """Close, having made sure that nothing was asked of any other machine."""
        hosts = {urlsplit(url).hostname for url in self.requests if url.startswith(("http", "ws"))}
        self.context.close()
        assert hosts == {"127.0.0.1"}
        assert self.problems == []
