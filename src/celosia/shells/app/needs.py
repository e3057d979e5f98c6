"""What steps need before they have anything to show."""

from __future__ import annotations

from celosia.shells.app.step import Need
from celosia.shells.app.texts import common

TABLE = Need(lambda project: project.source is not None, common.FIRST_ROLES, "import")
ROLES = Need(lambda project: bool(project.recipe().roles), common.FIRST_ROLES, "know")
QUASI_IDENTIFIERS = Need(
    lambda project: bool(project.recipe().quasi_identifiers), common.NO_QUASI_IDENTIFIERS, "know"
)
