"""What the cards say of techniques: what is done to a column, and why."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message, NamesOfColumns, VisibleCharacter

TITLE = Message("app.techniques-title")
LATER_ON = Message("app.techniques-later-on")
NO_EFFECT = Message("app.techniques-no-effect")
PUBLISHED = Message("app.techniques-published")
SUGGESTED = Message("app.techniques-suggested")
USE = Message("app.techniques-use")
USE_OF = Message("app.techniques-use-of")
OTHER_WAYS = Message("app.techniques-other-ways")
ADD = Message("app.techniques-add")
ADD_TO = Message("app.techniques-add-to")
REMOVE = Message("app.techniques-remove")
EARLIER = Message("app.techniques-earlier")
LATER = Message("app.techniques-later")
CANNOT = Message("app.techniques-cannot")
CANNOT_HERE = Message("app.techniques-cannot-here")
EXAMPLES = Message("app.techniques-examples")
BEFORE = Message("app.choose-before")
AFTER = Message("app.choose-after")
UNKNOWN = Message("app.techniques-unknown")
GONE = Message("app.techniques-gone")
SAMPLED = Message("app.techniques-sampled")
EXAMPLE_KEY = Message("app.techniques-example-key")
RECORDS_GONE = Message("app.techniques-records-gone")
DROPPED_HIERARCHY = Message("app.techniques-dropped-hierarchy")
ORDER_TITLE = Message("app.techniques-order-title")
ORDER_WHY = Message("app.techniques-order-why")
OF_COLUMNS = Message("app.techniques-of-columns")
PERSONAL = Message("app.techniques-personal")
FORM_TITLE = Message("app.techniques-form-title")
TECHNIQUE = Message("app.techniques-technique")
TRY = Message("app.techniques-try")
ADD_IT = Message("app.techniques-add-it")
NEEDED = Message("app.techniques-needed")
OPTIONAL = Message("app.techniques-optional")
ONE_PER_LINE = Message("app.techniques-one-per-line")
ONLY_TITLE = Message("app.techniques-only-title")
ONLY_WHY = Message("app.techniques-only-why")
NO_GOAL_ASKED = Message("app.techniques-no-goal-asked")
ONLY = Message("app.techniques-only")
WAY_ONLY = Message("app.techniques-way-only")
APPLIED = Message("app.techniques-applied")

COLUMNS = Message("app.know-set")
RULES: Mapping[type, Message] = {
    VisibleCharacter: Message("app.techniques-rules-visiblecharacter"),
    NamesOfColumns: Message("app.techniques-rules-namesofcolumns"),
}
"""What a field of some type has to be."""
