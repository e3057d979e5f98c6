"""What the step *goal* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

TITLE = Message("app.goal-title")
INTRO = Message("app.goal-intro")
GOAL = Message("app.goal")
K = Message("app.goal-k")
NO_K = Message("app.goal-no-k")
SUPPRESSION = Message("app.goal-suppression")
NULLS = Message("app.goal-nulls")
OBJECTIVE = Message("app.goal-objective")
NULL_CHOICES: Mapping[str, Message] = {
    "value": Message("app.goal-null-choices-value"),
    "wildcard": Message("app.goal-null-choices-wildcard"),
    "excluded": Message("app.goal-null-choices-excluded"),
}
CURVE = Message("app.goal-curve")
DRAW_CURVE = Message("app.goal-draw-curve")
DRAW_AGAIN = Message("app.goal-draw-again")
NO_CURVE = Message("app.goal-no-curve")
NO_POINT = Message("app.goal-no-point")
KNEE_WHY = Message("app.goal-knee-why")
NO_KNEE = Message("app.goal-no-knee")
USE_KNEE = Message("app.goal-use-knee")
LOSS = Message("app.goal-loss")
RISK = Message("app.goal-risk")
LEFT_OUT = Message("app.goal-left-out")
CURVE_SAID = Message("app.goal-curve-said")
YOUR_K = Message("app.goal-your-k")
SUGGESTED = Message("app.goal-suggested")
AS_TABLE = Message("app.goal-as-table")
NOT_SENSITIVE = Message("app.goal-not-sensitive")
PROTECTIONS = Message("app.goal-protections")
PROTECTIONS_WHY = Message("app.goal-protections-why")
NO_PROTECTION = Message("app.goal-no-protection")
ADD_PROTECTION = Message("app.goal-add-protection")
ADD = Message("app.goal-add")
ADD_THIS = Message("app.goal-add-this")
REMOVE = Message("app.goal-remove")
REMOVE_THIS = Message("app.goal-remove-this")
ABOUT_SENSITIVE = Message("app.goal-about-sensitive")
ABOUT_TABLE = Message("app.goal-about-table")
ABOUT_POPULATION = Message("app.goal-about-population")
NEEDS_SENSITIVE = Message("app.goal-needs-sensitive")
POPULATION = Message("app.goal-population")
POPULATION_WHY = Message("app.goal-population-why")
POPULATION_IS = Message("app.goal-population-is")
NO_POPULATION = Message("app.goal-no-population")
DROP_POPULATION = Message("app.goal-drop-population")
TREE = Message("app.goal-tree")
TREE_THERE = Message("app.goal-tree-there")
NO_TREE = Message("app.goal-no-tree")
TREE_LACKS = Message("app.goal-tree-lacks")
NOT_SAVED = Message("app.goal-not-saved")
WEIGHTS = Message("app.goal-weights")
WEIGHTS_WHY = Message("app.goal-weights-why")
WEIGHT = Message("app.goal-weight")
IMPORTANCES: Mapping[float, Message] = {
    0.25: Message("app.goal-importances-0-25"),
    1.0: Message("app.goal-importances-1-0"),
    4.0: Message("app.goal-importances-4-0"),
}
SAVE = Message("app.goal-save")
