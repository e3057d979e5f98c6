"""The fixed words of a report."""

from __future__ import annotations

from celosia.text.messages import Message

TITLE = Message("report.title")
PROTECTION = Message("report.protection")
COST = Message("report.cost")
COLUMNS = Message("report.columns")
SIZES = Message("report.sizes")
RISK = Message("report.privacy-glossary-prosecutor-highest-title")
THRESHOLD = Message("report.threshold")
BEFORE = Message("report.before")
AFTER = Message("report.after")
FIGURE = Message("report.figure")
MEANING = Message("report.meaning")
SOURCE = Message("report.source")
COLUMN = Message("report.column")
ROLE = Message("report.role")
LEVEL = Message("report.level")
CHANGE = Message("report.change")
MEASURE = Message("report.measure")
SUPPRESSED = Message("report.suppressed")
MEAN = Message("report.mean")
RESIDUAL = Message("report.residual")
RESIDUAL_NOTE = Message("report.residual-note")
HOW = Message("report.how")
TRADE_OFF = Message("report.trade-off")
TECHNIQUES = Message("report.techniques")
NO_RAW = Message("report.no-raw")
ROUNDED_AXES = Message("report.rounded-axes")
FUZZY = Message("report.fuzzy")
NOT_MEASURED = Message("report.not-measured")
VALUE = Message("report.value")
SETS = Message("report.sets")
SETS_NOTE = Message("report.sets-note")
CONTOURS_NOTE = Message("report.contours-note")
HELD = Message("report.held")
NOT_DRAWN = Message("report.not-drawn")
SIDE_BY_SIDE = Message("report.side-by-side")

ROLES = {
    "identifier": Message("report.roles-identifier"),
    "quasi-identifier": Message("report.roles-quasi-identifier"),
    "sensitive": Message("report.roles-sensitive"),
    "insensitive": Message("report.roles-insensitive"),
}
MEASURES = {
    "wasserstein": Message("report.measures-wasserstein"),
    "total variation": Message("report.measures-total-variation"),
}
PARAMETERS = {
    "release": Message("report.parameters-release"),
    "sha256": Message("report.parameters-sha256"),
    "models": Message("report.parameters-models"),
    "suppression limit": Message("report.parameters-suppression-limit"),
    "objective": Message("report.parameters-objective"),
    "seed": Message("report.parameters-seed"),
    "method": Message("report.parameters-method"),
    "coding": Message("report.parameters-coding"),
    "fingerprint": Message("report.parameters-fingerprint"),
}
