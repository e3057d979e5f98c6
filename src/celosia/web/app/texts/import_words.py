"""What the step *import* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

TITLE = Message("app.import-title")
INTRO = Message("app.import-intro")
FROM_FILE = Message("app.import-from-file")
DROP = Message("app.import-drop")
CHOOSE_FILE = Message("app.import-choose-file")
FORMATS = Message("app.import-formats")
FROM_DATABASE = Message("app.import-from-database")
ADDRESS = Message("app.import-address")
PASSWORD = Message("app.import-password")
CONNECT = Message("app.import-connect")
FROM_EXAMPLE = Message("app.import-from-example")
EXAMPLE = Message("app.import-example")
EXAMPLE_NAME = Message("app.import-example-name")
TABLE = Message("app.import-table")
RECORDS = Message("app.import-records")
ONE_RECORD = Message("app.import-one-record")
COLUMNS = Message("app.import-columns")
ONE_COLUMN = Message("app.import-one-column")
OTHER_TABLE = Message("app.import-other-table")
REPLACES = Message("app.import-replaces")
HOW_READ = Message("app.import-how-read")
WHY_READ = Message("app.import-why-read")
WHY_NOT_READ = Message("app.import-why-not-read")
WHY_SHEET = Message("app.import-why-sheet")
WHY_LABELS = Message("app.import-why-labels")
MISSING = Message("app.import-missing")
SHOWN = Message("app.import-shown")
SHOWN_AS: Mapping[str, Message] = {
    "labels": Message("app.import-shown-as-labels"),
    "codes": Message("app.import-shown-as-codes"),
}
SHEET = Message("app.import-sheet")
NO_RECORDS = Message("app.import-no-records")
SEPARATOR = Message("app.import-separator")
SEPARATORS: Mapping[str, Message] = {
    ",": Message("app.import-separators"),
    ";": Message("app.import-separators-2"),
    "\t": Message("app.import-separators-3"),
    "|": Message("app.import-separators-4"),
    " ": Message("app.import-separators-5"),
    ":": Message("app.import-separators-6"),
}
FIND_OUT = Message("app.import-find-out")
ENCODING = Message("app.import-encoding")
NULLS = Message("app.import-nulls")
READ_AGAIN = Message("app.import-read-again")
READ_AGAIN_DROPS = Message("app.import-read-again-drops")
KEPT = Message("app.import-kept")
TYPES = Message("app.import-types")
WHY_TYPES = Message("app.import-why-types")
TYPE = Message("app.import-type")
LENGTH = Message("app.import-length")
DATE_FORMAT = Message("app.import-date-format")
COLUMN_TYPES: Mapping[str, Message] = {
    "integer": Message("app.import-column-types-integer"),
    "decimal": Message("app.import-column-types-decimal"),
    "text": Message("app.import-column-types-text"),
    "date": Message("app.import-column-types-date"),
    "boolean": Message("app.import-column-types-boolean"),
}
SAVE_TYPES = Message("app.import-save-types")
SCHEMA_OUT = Message("app.import-schema-out")
SCHEMA_IN = Message("app.import-schema-in")
ROWS = Message("app.import-rows")
SAMPLED = Message("app.import-sampled")
GRID: Mapping[str, Message] = {
    "loadingOoo": Message("app.import-grid-loadingooo"),
    "loadingError": Message("app.import-grid-loadingerror"),
    "noRowsToShow": Message("app.import-grid-norowstoshow"),
    "ariaSortableColumn": Message("app.import-grid-ariasortablecolumn"),
    "ariaRowSelect": Message("app.import-grid-ariarowselect"),
    "ariaRowDeselect": Message("app.choose-picked-title"),
    "ariaRowToggleSelection": Message("app.import-grid-ariarowtoggleselection"),
    "ariaChecked": Message("app.import-grid-ariachecked"),
    "ariaUnchecked": Message("app.import-grid-ariaunchecked"),
    "ariaInputEditor": Message("app.import-grid-ariainputeditor"),
}
