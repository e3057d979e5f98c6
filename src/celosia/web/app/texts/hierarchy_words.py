"""What the step *hierarchies* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

TITLE = Message("app.hierarchies-title")
INTRO = Message("app.hierarchies-intro")
STATES: Mapping[bool, Message] = {
    True: Message("app.hierarchies-states-true"),
    False: Message("app.hierarchies-states-false"),
}
COLUMN = Message("app.roles-quasi-identifier")
COMPLETE = Message("app.hierarchies-complete")
MISSING = Message("app.hierarchies-missing")
SPLIT = Message("app.hierarchies-split")
TWICE = Message("app.hierarchies-twice")
STRANGE = Message("app.hierarchies-strange")
EDITED = Message("app.hierarchies-edited")
MAKE = Message("app.hierarchies-make")
PROPOSED = Message("app.hierarchies-proposed")
APPLY_WAY = Message("app.hierarchies-apply-way")
TABLE = Message("app.hierarchies-table")
LEVEL = Message("app.hierarchies-level")
VALUE = Message("app.hierarchies-value")
ADD_LEVEL = Message("app.hierarchies-add-level")
REMOVE_LEVEL = Message("app.hierarchies-remove-level")
ADD_SUPPRESSION = Message("app.hierarchies-add-suppression")
PLACE_MISSING = Message("app.hierarchies-place-missing")
SAVE = Message("app.hierarchies-save")
TREE = Message("app.hierarchies-tree")
TREE_SAID = Message("app.hierarchies-tree-said")
TREE_MORE = Message("app.hierarchies-tree-more")
FILES = Message("app.hierarchies-files")
IMPORT = Message("app.hierarchies-import")
EXPORT = Message("app.hierarchies-export")
FORMAT = Message("app.hierarchies-format")
FORMATS: Mapping[str, Message] = {
    "own": Message("app.app"),
    "arx": Message("app.hierarchies-formats-arx"),
    "amnesia": Message("app.hierarchies-formats-amnesia"),
    "taxonomy": Message("app.hierarchies-formats-taxonomy"),
}
TOO_LONG = Message("app.hierarchies-too-long")
NEW_REASON = Message("app.hierarchies-new-reason")
