"""The pages on the application that guards them.

What NiceGUI leaves open is closed here and in the guard: its socket takes any Origin unless told
otherwise. Nothing is kept in NiceGUI's own storage, which is plain text: without a secret it
keeps none.
"""

from __future__ import annotations

import nicegui.logging
from fastapi import FastAPI
from nicegui import core, ui
from nicegui.translations import translations

from celosia.shells.app.language import name_in_pages
from celosia.shells.app.pages import add_pages
from celosia.shells.app.texts import common
from celosia.shells.service import App
from celosia.shells.service.defects import WithoutValues
from celosia.text.languages import languages

RECONNECT = 20.0
"""Seconds for which a page that lost its socket is remembered."""


def mount(api: FastAPI, app: App) -> None:
    """Serve the pages on the REST application, whose guard stands before them and their socket."""
    core.sio.eio.cors_allowed_origins = None  # the same origin alone
    core.app.config.quasar_config["loadingBar"]["skipHijack"] = True  # a bar without a name
    for language in languages():
        name = name_in_pages(language)
        translations[name]["connection_lost"] = common.LOST.text(language)
        translations[name]["trying_to_reconnect"] = common.LOST_MEANS.text(language)
    nicegui.logging.log.addFilter(WithoutValues())
    add_pages(app)
    ui.run_with(
        api,
        title="Celosía",
        show_welcome_message=False,
        reconnect_timeout=RECONNECT,
        storage_secret=None,
        dark=False,
        tailwind=False,  # it compiles the style in the browser at every step
    )
