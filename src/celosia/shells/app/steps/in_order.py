"""The seven steps, in their order."""

from celosia.shells.app.step import Step
from celosia.shells.app.steps import choose, goal, hierarchies, import_, know, release, risk

STEPS: tuple[Step, ...] = (
    import_.STEP,
    know.STEP,
    hierarchies.STEP,
    goal.STEP,
    choose.STEP,
    risk.STEP,
    release.STEP,
)
