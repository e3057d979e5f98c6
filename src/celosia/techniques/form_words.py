"""What several techniques call the same parameter of theirs."""

from __future__ import annotations

from celosia.text.messages import Message

FEWEST_ALIKE = Message("techniques.fewest-alike")
SYMBOLS = Message("techniques.symbols")
SYMBOL = Message("techniques.symbol")
LENGTH = Message("techniques.length")
ATTRIBUTE = Message("techniques.attribute")
BOTTOM = Message("techniques.bottom")
BOTTOM_BELOW_TOP = Message("techniques.bottom-below-top")
TOP = Message("techniques.top")
PERCENT = Message("techniques.percent")
SHARE_OF_RANGE = Message("techniques.share-of-range")
CLIP = Message("techniques.clip")
SHARE_OR_WIDTH = Message("techniques.share-or-width")
EPSILON = Message("techniques.epsilon")
