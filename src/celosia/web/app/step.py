"""What a step of the way is. Each declares itself in a file of its own, under `steps`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from celosia.core.registry import Registry
from celosia.text.messages import Message
from celosia.web.service import NotFoundError, Project

if TYPE_CHECKING:
    from celosia.web.app.page_session import PageSession


@dataclass(frozen=True, slots=True)
class Need:
    """Something without which a step has nothing to show."""

    is_met: Callable[[Project], bool]
    said: Message
    """What is missing."""
    leads_to: str
    """The step where that changes."""


ONLY_A_PAGE = dict.fromkeys(("cli", "rest"), Message("app.step-is-a-page"))
"""Why neither commands nor addresses of REST are called after steps."""


@dataclass(frozen=True, slots=True)
class AppStep:
    """A step reads what it needs in another thread, then draws it without waiting."""

    title: Message
    why: Message
    """What one does here, and what for."""
    load: Callable[[PageSession], Any]
    """Reads; may take a second. Called only when all its needs are met."""
    show: Callable[[PageSession, Any], None]
    """Draws what was read."""
    needs: tuple[Need, ...] = ()
    """In the order in which they are met: the first one that is not is told instead of the step."""
    jobs: tuple[str, ...] = ()
    """Kinds of work whose end it wants to show."""
    not_offered: Mapping[str, Message] = field(default_factory=lambda: dict(ONLY_A_PAGE))
    """Why a surface does not offer it: `cli`, `rest` or `app`, and the reason."""

    def missing(self, project: Project) -> Need | None:
        """Give the first need that is not met; None where the step has something to show."""
        return next((need for need in self.needs if not need.is_met(project)), None)


STEPS: Registry[AppStep] = Registry(
    Message("core.noun-step"), "celosia.web.app.steps", NotFoundError, group="steps"
)
"""By the name that stands in addresses and in the notes of a project. Never shown."""


def number_of(name: str) -> int:
    """Tell which step it is, as people count.

    >>> number_of("know")
    2
    """
    return list(STEPS).index(name) + 1


def name_or_first(name: object) -> str:
    """Give the name of a step as it is; of what is none, that of the first one."""
    return name if isinstance(name, str) and name in STEPS else next(iter(STEPS))


def following(name: str) -> str | None:
    """Give the name of the step after this one; None after the last.

    >>> following("risk"), following("release")
    ('release', None)
    """
    names = list(STEPS)
    place = names.index(name) + 1
    return names[place] if place < len(names) else None


def step_numbers() -> dict[str, int]:
    """Give what texts call the steps: their numbers.

    >>> step_numbers()["step_know"]
    2
    """
    return {f"step_{name}": number_of(name) for name in STEPS}


TABLE = Need(lambda project: project.source is not None, Message("app.first-roles"), "import")
ROLES = Need(lambda project: bool(project.recipe().roles), Message("app.first-roles"), "know")
QUASI_IDENTIFIERS = Need(
    lambda project: bool(project.recipe().quasi_identifiers),
    Message("app.no-quasi-identifiers"),
    "know",
)
