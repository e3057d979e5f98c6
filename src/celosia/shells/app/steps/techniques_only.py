"""The way without any generalization: what the techniques leave is published."""

from __future__ import annotations

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import techniques as texts


def only_techniques(page: PageSession) -> None:
    """Offer a release with the techniques alone."""

    async def make() -> None:
        await page.start("anonymize", method=celosia.UNTOUCHED_METHOD)

    with parts.line():
        parts.button(page, page.say(texts.ONLY), make, icon="visibility", name="only-techniques")
