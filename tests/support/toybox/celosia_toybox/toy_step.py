"""A step of the app, which begins the toy job."""

from __future__ import annotations

from nicegui import ui

from celosia.text.messages import Message
from celosia.web.app.step import STEPS, TABLE, AppStep


def show(page, name):
    ui.label(name)
    ui.button(on_click=page.handled(lambda: page.start("toy-count", times=3)))


STEPS.add(
    "toy-step",
    AppStep(
        Message("toys.step"),
        Message("toys.step-why"),
        load=lambda page: page.project.name,
        show=show,
        needs=(TABLE,),
        jobs=("toy-count",),
    ),
    order=2.5,
)
