"""Why each technique is suggested, in English and Spanish."""

from __future__ import annotations

from collections.abc import Mapping

from celosia.text.messages import Message

IDENTIFIER = Message("proposals.identifier")
LINKED = Message("proposals.linked")
FAKE = Message("proposals.fake")
RANGES = Message("proposals.ranges")
DATE = Message("proposals.date")
PLACE = Message("proposals.place")
TAXONOMY = Message("proposals.taxonomy")
OTHERS = Message("proposals.others")
OUTLIERS = Message("proposals.outliers")
NOISE = Message("proposals.noise")
SHIFT = Message("proposals.shift")
SWAP = Message("proposals.swap")
MASK: Mapping[str, Message] = {
    "ip": Message("proposals.mask-ip"),
    "plate": Message("proposals.mask-plate"),
    "vin": Message("proposals.mask-vin"),
    "postcode": Message("proposals.mask-postcode"),
    "email": Message("proposals.mask-email"),
    "card": Message("proposals.mask-card"),
}
