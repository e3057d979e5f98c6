"""The way without any generalization: what the techniques leave is published."""

from __future__ import annotations

import celosia
from celosia.shells.app import parts
from celosia.shells.app.texts import techniques as texts
from celosia.shells.app.walk import Walk


def only_techniques(walk: Walk) -> None:
    """Offer a release with the techniques alone."""

    async def make() -> None:
        await walk.start("anonymize", method=celosia.UNTOUCHED_METHOD)

    with parts.line():
        parts.button(walk, walk.say(texts.ONLY), make, icon="visibility", name="only-techniques")
