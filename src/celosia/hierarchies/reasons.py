"""Why a hierarchy is proposed."""

from __future__ import annotations

from celosia.text.messages import Message

NOTHING_EVIDENT = Message("hierarchies.nothing-evident")
NO_USEFUL_LEVEL = Message("hierarchies.no-useful-level")
NO_VALUES = Message("hierarchies.no-values")
AT_MOST_TWO = Message("hierarchies.at-most-two")
DATES = Message("hierarchies.dates-2")
YEARS = Message("hierarchies.years")
DIGIT_CODES = Message("hierarchies.digit-codes")
MIXED_CODES = Message("hierarchies.mixed-codes")
LONG_CODES = Message("hierarchies.long-codes")
CODE_LIST = Message("hierarchies.code-list")
ONE_NUMBER = Message("hierarchies.one-number")
NUMBERS = Message("hierarchies.numbers")
E_MAILS = Message("hierarchies.e-mails")
FREE_TEXT = Message("hierarchies.free-text")
ONE_RECORD_EACH = Message("hierarchies.one-record-each")
FEW_CATEGORIES = Message("hierarchies.few-categories")
RARE_CATEGORIES = Message("hierarchies.rare-categories")
