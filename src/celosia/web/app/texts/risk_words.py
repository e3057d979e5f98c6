"""What the step *risk* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

TITLE = Message("app.risk-title")
INTRO = Message("app.risk-intro")
NO_RELEASE = Message("app.risk-no-release")
MEASURE = Message("app.risk-measure")
MEASURE_AGAIN = Message("app.risk-measure-again")
NOT_MEASURED = Message("app.risk-not-measured")
THRESHOLD = Message("app.risk-threshold")
THRESHOLD_LINE = Message("app.risk-threshold-line")
BEFORE = Message("app.risk-before")
AFTER = Message("app.risk-after")
WITHIN = Message("app.risk-within")
OVER = Message("app.risk-over")
ATTACKERS = Message("app.risk-attackers")
HIGHEST = Message("app.risk-highest")
AVERAGE = Message("app.risk-average")
AT_RISK = Message("app.risk-at-risk")
UNIQUES = Message("app.risk-uniques")
MARKETER = Message("app.risk-marketer")
SENSITIVE = Message("app.risk-sensitive")
ALL_THE_SAME = Message("app.risk-all-the-same")
FIGURE = Message("app.risk-figure")
MEANING = Message("app.risk-meaning")
SCENARIO = Message("app.risk-scenario")
SCENARIO_WHY = Message("app.risk-scenario-why")
HARM = Message("app.risk-harm")
MOTIVATION = Message("app.risk-motivation")
CONTROLS = Message("app.risk-controls")
ACQUAINTANCE = Message("app.risk-acquaintance")
BREACH = Message("app.risk-breach")
MOTIVATIONS: Mapping[str, Message] = {
    "low": Message("app.risk-motivations-low"),
    "medium": Message("app.risk-motivations-medium"),
    "high": Message("app.risk-motivations-high"),
}
HARMS: Mapping[str, Message] = {
    "low": Message("app.risk-harms-low"),
    "medium": Message("app.risk-harms-medium"),
    "high": Message("app.risk-harms-high"),
}
CONTROL_DEGREES: Mapping[str, Message] = {
    "high": Message("app.risk-control-degrees-high"),
    "medium": Message("app.risk-control-degrees-medium"),
    "low": Message("app.risk-control-degrees-low"),
    "none": Message("app.risk-control-degrees-none"),
}
