"""What steps need before they have anything to show."""

from __future__ import annotations

from celosia.web.app.step import Need
from celosia.web.app.texts import common_words

TABLE = Need(lambda project: project.source is not None, common_words.FIRST_ROLES, "import")
ROLES = Need(lambda project: bool(project.recipe().roles), common_words.FIRST_ROLES, "know")
QUASI_IDENTIFIERS = Need(
    lambda project: bool(project.recipe().quasi_identifiers),
    common_words.NO_QUASI_IDENTIFIERS,
    "know",
)
