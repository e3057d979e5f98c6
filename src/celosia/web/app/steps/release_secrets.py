"""Asks for the key of pseudonyms and for the passphrase of their vault, when a release is made."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession, Secrets
from celosia.web.app.steps.techniques_shown import personal_note
from celosia.web.app.texts import common_words, secret_words as texts
from celosia.web.service import JOB_KINDS

KEY_FILE = "celosia.key"
LARGEST_KEY_FILE = 1 << 10


async def ask_secrets(page: PageSession, kind: str) -> Secrets | None:
    """Ask for what a release needs and nobody keeps; None if the visitor thinks better of it."""
    if "vault" not in JOB_KINDS[kind].secrets:  # what publishes nothing can do with a passing key
        return Secrets()
    recipe = await to_thread(page.project.recipe)
    columns = celosia.pseudonymized_columns(recipe)
    if not columns:
        return Secrets()
    asking = _Asking(page, columns, celosia.needs_key(recipe))
    try:
        return await asking.answer()
    finally:
        asking.forget()


class _Asking:
    """The dialog; what was typed goes with it."""

    def __init__(self, page: PageSession, columns: tuple[str, ...], keyed: bool) -> None:
        self._page = page
        self._key: ui.input | None = None
        with page.place, ui.dialog() as self._dialog, ui.card().classes("form"):
            title = page.say(texts.TITLE)
            self._dialog.props["aria-label"] = title
            ui.label(title).classes("heading").props('role=heading aria-level="2"')
            personal_note(page, columns)
            if keyed:
                self._ask_key()
            self._ask_vault()
            with ui.row().classes("w-full justify-end"):
                parts.button(page, page.say(common_words.CANCEL), self._dialog.close, quiet=True)
                parts.button(page, page.say(texts.MAKE), self._submit, icon="check", name="submit")

    async def answer(self) -> Secrets | None:
        """Wait for the visitor."""
        given: Secrets | None = await self._dialog
        return given

    def forget(self) -> None:
        """Take the dialog away, with all that was typed."""
        self._dialog.delete()

    def _ask_key(self) -> None:
        page = self._page
        self._heading(texts.KEY_TITLE)
        ui.label(page.say(texts.KEY_WHY)).classes("quiet")
        self._key = self._secret_field(texts.KEY, "key")
        with parts.line():
            parts.button(
                page,
                page.say(texts.NEW_KEY),
                self._make_key,
                icon="key",
                quiet=True,
                name="new-key",
            )
            parts.take_file(
                page, page.say(texts.LOAD_KEY), self._load_key, "key-file", LARGEST_KEY_FILE
            )

    def _ask_vault(self) -> None:
        page = self._page
        self._heading(texts.VAULT_TITLE)
        self._kept = ui.checkbox(page.say(texts.VAULT)).props('data-name="vault"')
        ui.label(page.say(texts.VAULT_WHY)).classes("quiet")
        if page.project.recipe().use_case is celosia.UseCase.RETENTION:
            parts.note(page.say(texts.NO_VAULT), "warning")
        with ui.element("div").classes("stack") as place:
            self._passphrase = self._secret_field(texts.PASSPHRASE, "passphrase")
            self._again = self._secret_field(texts.AGAIN, "passphrase-again")
        place.bind_visibility_from(self._kept, "value")

    def _heading(self, title: celosia.Message) -> None:
        ui.label(self._page.say(title)).classes("strong").props('role=heading aria-level="3"')

    def _secret_field(self, label: celosia.Message, name: str) -> ui.input:
        made = ui.input(self._page.say(label), password=True, password_toggle_button=True)
        return made.props(f'outlined autocomplete=new-password data-name="{name}"').classes(
            "w-full"
        )

    def _make_key(self) -> None:
        assert self._key is not None
        key = celosia.new_key()
        self._key.set_value(key)
        ui.download.content(f"{key}\n", KEY_FILE, "text/plain")
        ui.notify(self._page.say(texts.KEY_MADE), position="top", timeout=6000)

    def _load_key(self, name: str, content: bytes) -> None:
        assert self._key is not None
        self._key.set_value(content.decode("ascii", "replace").strip())

    def _submit(self) -> None:
        """Take what was given, or say beside the field what is wrong with it."""
        key = None if self._key is None else self._taken(self._key, _key_of, texts.WRONG_KEY)
        vault = None
        if self._kept.value:
            vault = self._taken(self._passphrase, celosia.passphrase_secret, texts.SHORT)
            same = self._again.value == self._passphrase.value
            self._mark(self._again, None if same else texts.DIFFERENT)
            if not same:
                return
        if (self._key is None or key) and (not self._kept.value or vault):
            self._dialog.submit(Secrets(key, vault))

    def _taken(self, field: ui.input, read: Any, wrong: celosia.Message) -> bytes | None:
        try:
            secret: bytes = read(field.value or "")
        except celosia.CelosiaError:
            self._mark(field, wrong)
            return None
        self._mark(field, None)
        return secret

    def _mark(self, field: ui.input, wrong: celosia.Message | None) -> None:
        field.props["error"] = wrong is not None
        field.props["error-message"] = self._page.say(wrong) if wrong else ""
        field.update()


def _key_of(text: str) -> bytes:
    key: bytes = celosia.key_of(text.encode())
    return key
