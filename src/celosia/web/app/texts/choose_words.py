"""What the step *choose* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

TITLE = Message("app.choose-title")
INTRO = Message("app.choose-intro")
GOAL_NOW = Message("app.choose-goal-now")
NO_GOAL = Message("app.choose-no-goal")
CANDIDATES = Message("app.choose-candidates")
FIND = Message("app.choose-find")
FIND_AGAIN = Message("app.choose-find-again")
NOT_FOUND_YET = Message("app.choose-not-found-yet")
FOUND = Message("app.choose-found")
FOUND_ONE = Message("app.choose-found-one")
TIE = Message("app.choose-tie")
TIES = Message("app.choose-ties")
HOW_TO_PICK = Message("app.choose-how-to-pick")
ONLY_LEVELS = Message("app.choose-only-levels")
ANY_LEVEL = Message("app.choose-any-level")
LISTED = Message("app.choose-listed")
KIND = Message("app.choose-kind")
KINDS: Mapping[str, Message] = {
    "optimal": Message("app.choose-kinds-optimal"),
    "tie": Message("app.choose-kinds-tie"),
    "minimal": Message("app.choose-kinds-minimal"),
    "safe": Message("app.choose-kinds-safe"),
    "unsafe": Message("app.choose-kinds-unsafe"),
}
LOSS = Message("app.choose-loss")
LEFT_OUT = Message("app.choose-left-out")
CLASSES = Message("app.choose-classes")
SMALLEST = Message("app.choose-smallest")
RISK = Message("app.choose-risk")
FIGURE_TITLES: Mapping[str, Message] = {
    "kind": KIND,
    "loss": LOSS,
    "suppressed": LEFT_OUT,
    "classes": CLASSES,
    "min_class": SMALLEST,
    "risk": RISK,
}
LATTICE = Message("app.choose-lattice")
LATTICE_SAID = Message("app.choose-lattice-said")
LATTICE_HOW = Message("app.choose-lattice-how")
MAP_HOW = Message("app.choose-map-how")
MAP_HEIGHTS = Message("app.choose-map-heights")
MAP_FAILED = Message("app.choose-map-failed")
BAND = Message("app.choose-band")
ZOOM_IN = Message("app.choose-zoom-in")
ZOOM_OUT = Message("app.choose-zoom-out")
WHOLE = Message("app.choose-whole")
TO_BEST = Message("app.choose-to-best")
AROUND = Message("app.choose-around")
AROUND_HOW = Message("app.choose-around-how")
COARSER = Message("app.choose-coarser")
FINER = Message("app.choose-finer")
NO_COARSER = Message("app.choose-no-coarser")
NO_FINER = Message("app.choose-no-finer")
STEP_TO = Message("app.choose-step-to")
UNSAFE_HERE = Message("app.choose-unsafe-here")
AS_TABLE = Message("app.choose-as-table")
BY_HEIGHT = Message("app.choose-by-height")
HEIGHT = Message("app.choose-height")
HOW_MANY = Message("app.choose-how-many")
HOW_MANY_SAFE = Message("app.choose-how-many-safe")
HOW_MANY_UNSAFE = Message("app.choose-how-many-unsafe")
HOW_MANY_MINIMAL = Message("app.choose-how-many-minimal")
LEAST_LOSS = Message("app.choose-least-loss")
PICKED_TITLE = Message("app.choose-picked-title")
PICKED = Message("app.choose-picked")
LOOK = Message("app.choose-look")
GROUPS = Message("app.choose-groups")
GROUPS_WHY = Message("app.choose-groups-why")
METHOD = Message("app.choose-method")
RESULT = Message("app.choose-result")
ORIGINAL = Message("app.choose-original")
RELEASED = Message("app.choose-released")
SHUFFLED = Message("app.choose-shuffled")
MADE_BY = Message("app.choose-made-by")
LEVELS = Message("app.choose-levels")
GROUPED = Message("app.choose-grouped")
BY_METHOD = Message("app.choose-by-method")
FIGURES = Message("app.choose-figures")
BEFORE = Message("app.choose-before")
AFTER = Message("app.choose-after")
RECORDS = Message("app.choose-records")
UNIQUES = Message("app.choose-uniques")
WHY_TITLE = Message("app.choose-why-title")
EXPLAIN = Message("app.choose-explain")
NOT_EXPLAINED = Message("app.choose-not-explained")
COSTS = Message("app.choose-costs")
COSTS_MOST = Message("app.choose-costs-most")
COSTS_LEFT_OUT = Message("app.choose-costs-left-out")
CHANGES = Message("app.choose-changes")
CHANGE = Message("app.choose-change")
LOSS_THEN = Message("app.choose-loss-then")
DIFFERENCE = Message("app.choose-difference")
WHATS: Mapping[str, Message] = {
    "as it is": Message("app.choose-whats-as-it-is"),
    "k - 1": Message("app.choose-whats-k-1"),
    "1 % more suppression": Message("app.choose-whats-1-more-suppression"),
    "without": Message("app.choose-whats-without"),
}
LOST_WHOLE = Message("app.choose-lost-whole")
IMPOSSIBLE = Message("app.choose-impossible")
