"""What kind of thing a column holds, told from its values and its name."""

from celosia.proposals.kinds.detect_kind import DetectedKind, detect
from celosia.proposals.kinds.kind import Kind

__all__ = ["DetectedKind", "Kind", "detect"]
