"""What the step *know* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Message

TITLE = Message("app.know-title")
INTRO = Message("app.know-intro")
LOOKING = Message("app.know-looking")
NO_PROPOSAL = Message("app.know-no-proposal")
LOOK = Message("app.know-look")
ROLES_TITLE = Message("app.know-roles-title")
ROLE_MEANINGS: Mapping[str, Message] = {
    "identifier": Message("app.know-role-meanings-identifier"),
    "quasi-identifier": Message("app.know-role-meanings-quasi-identifier"),
    "sensitive": Message("app.know-role-meanings-sensitive"),
    "insensitive": Message("app.know-role-meanings-insensitive"),
}
ROLE_OF = Message("app.know-role-of")
PROPOSED = Message("app.know-proposed")
DIFFERENT = Message("app.know-different")
OTHERS = Message("app.know-others")
SPREAD = Message("app.know-spread")
NOTHING_KNOWN = Message("app.know-nothing-known")
SETS_TITLE = Message("app.know-sets-title")
SETS_WHY = Message("app.know-sets-why")
SETS_CAPTION = Message("app.know-sets-caption")
SET = Message("app.know-set")
DISTINCT = Message("app.know-distinct")
SEPARATION = Message("app.know-separation")
USE_SET = Message("app.know-use-set")
USE_SET_MEANS = Message("app.know-use-set-means")
CASE_TITLE = Message("app.know-case-title")
CASE = Message("app.know-case")
CASE_NONE = Message("app.know-case-none")
CASE_K = Message("app.know-case-k")
CASE_PERSONAL = Message("app.know-case-personal")
CASE_SYNTHETIC = Message("app.know-case-synthetic")
BEFORE = Message("app.know-before")
