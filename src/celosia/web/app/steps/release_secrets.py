"""Asks for the key of pseudonyms and for the passphrase of their vault, when a release is made."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

from nicegui import ui

import celosia
from celosia.core.model import UseCase
from celosia.text.messages import Message
from celosia.vault.cipher import key_of, new_key, passphrase_secret
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession, Secrets
from celosia.web.service import JOB_KINDS

KEY_FILE = "celosia.key"
LARGEST_KEY_FILE = 1 << 10
"""Bytes: a key is 64 digits and the end of a line, and nobody means a longer file."""


async def ask_secrets(page: PageSession, kind: str) -> Secrets | None:
    """Ask for what a release needs and nobody keeps; None if the visitor thinks better of it."""
    if "vault" not in JOB_KINDS[kind].secrets:  # what publishes nothing can do with a passing key
        return Secrets()
    recipe = await to_thread(page.project.recipe)
    columns = recipe.pseudonymized
    if not columns:
        return Secrets()
    asking = _Asking(page, columns, recipe.needs_key)
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
            title = page.say(Message("app.secrets-title"))
            self._dialog.props["aria-label"] = title
            ui.label(title).classes("heading").props('role=heading aria-level="2"')
            parts.personal_note(page, columns)
            if keyed:
                self._ask_key()
            self._ask_vault()
            with ui.row().classes("w-full justify-end"):
                parts.button(page, page.say(Message("app.cancel")), self._dialog.close, quiet=True)
                parts.button(
                    page,
                    page.say(Message("app.secrets-make")),
                    self._submit,
                    icon="check",
                    name="submit",
                )

    async def answer(self) -> Secrets | None:
        """Wait for the visitor."""
        given: Secrets | None = await self._dialog
        return given

    def forget(self) -> None:
        """Take the dialog away, with all that was typed."""
        self._dialog.delete()

    def _ask_key(self) -> None:
        page = self._page
        self._draw_heading(Message("app.secrets-key-title"))
        ui.label(page.say(Message("app.secrets-key-why"))).classes("quiet")
        self._key = self._secret_field(Message("app.secrets-key"), "key")
        with parts.line():
            parts.button(
                page,
                page.say(Message("app.secrets-new-key")),
                self._make_key,
                icon="key",
                quiet=True,
                name="new-key",
            )
            parts.take_file(
                page,
                page.say(Message("app.secrets-load-key")),
                self._load_key,
                "key-file",
                LARGEST_KEY_FILE,
            )

    def _ask_vault(self) -> None:
        page = self._page
        self._draw_heading(Message("app.secrets-vault-title"))
        self._kept = ui.checkbox(page.say(Message("app.secrets-vault"))).props('data-name="vault"')
        ui.label(page.say(Message("app.secrets-vault-why"))).classes("quiet")
        if page.project.recipe().use_case is UseCase.RETENTION:
            parts.note(page.say(Message("app.secrets-no-vault")), "warning")
        with ui.element("div").classes("stack") as place:
            self._passphrase = self._secret_field(Message("app.secrets-passphrase"), "passphrase")
            self._again = self._secret_field(Message("app.secrets-again"), "passphrase-again")
        place.bind_visibility_from(self._kept, "value")

    def _draw_heading(self, title: Message) -> None:
        ui.label(self._page.say(title)).classes("strong").props('role=heading aria-level="3"')

    def _secret_field(self, label: Message, name: str) -> ui.input:
        made = ui.input(self._page.say(label), password=True, password_toggle_button=True)
        return made.props(f'outlined autocomplete=new-password data-name="{name}"').classes(
            "w-full"
        )

    def _make_key(self) -> None:
        assert self._key is not None
        key = new_key()
        self._key.set_value(key)
        ui.download.content(f"{key}\n", KEY_FILE, "text/plain")
        ui.notify(self._page.say(Message("app.secrets-key-made")), position="top", timeout=6000)

    def _load_key(self, name: str, content: bytes) -> None:
        assert self._key is not None
        self._key.set_value(content.decode("ascii", "replace").strip())

    def _submit(self) -> None:
        """Take what was given, or say beside the field what is wrong with it."""
        key = (
            None
            if self._key is None
            else self._take(self._key, _key_of, Message("app.secrets-wrong-key"))
        )
        vault = None
        if self._kept.value:
            vault = self._take(self._passphrase, passphrase_secret, Message("app.secrets-short"))
            same = self._again.value == self._passphrase.value
            self._mark(self._again, None if same else Message("app.secrets-different"))
            if not same:
                return
        if (self._key is None or key) and (not self._kept.value or vault):
            self._dialog.submit(Secrets(key, vault))

    def _take(self, field: ui.input, read: Any, wrong: Message) -> bytes | None:
        try:
            secret: bytes = read(field.value or "")
        except celosia.CelosiaError:
            self._mark(field, wrong)
            return None
        self._mark(field, None)
        return secret

    def _mark(self, field: ui.input, wrong: Message | None) -> None:
        field.props["error"] = wrong is not None
        field.props["error-message"] = self._page.say(wrong) if wrong else ""
        field.update()


def _key_of(text: str) -> bytes:
    key: bytes = key_of(text.encode())
    return key
