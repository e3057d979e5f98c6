"""The jobs that can be asked for, each with its options."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from celosia.shells.rest.shapes import Language, Level, MethodName, ReleaseFormat, Share, Strict

Release: TypeAlias = Annotated[str | None, Field(max_length=16)]
"""The job that made the release; the newest one otherwise."""


class Asked(Strict):
    """A job, and what it needs to know."""

    def options(self) -> dict[str, Any]:
        """Give what was said, without the kind and the secrets."""
        return self.model_dump(exclude={"kind", "key", "vault_passphrase"}, exclude_none=True)


class Profile(Asked):
    """Say what each column is, and propose a recipe."""

    kind: Literal["profile"]
    language: Language = "en"


class KCurve(Asked):
    """Say what each k costs."""

    kind: Literal["k-curve"]
    highest: int = Field(50, ge=2, le=1000)


class Candidates(Asked):
    """Find every generalization that satisfies the models."""

    kind: Literal["candidates"] = "candidates"
    key: str | None = Field(None, pattern="^([0-9a-f]{2})+$", max_length=256)


class Alternatives(Asked):
    """Say what would change with one choice changed."""

    kind: Literal["alternatives"]


class Anonymize(Asked):
    """Publish a release."""

    kind: Literal["anonymize"] = "anonymize"
    format: ReleaseFormat = ".csv"
    method: MethodName | None = None
    node: dict[str, int] | None = None
    key: str | None = Field(None, pattern="^([0-9a-f]{2})+$", max_length=256)
    vault_passphrase: str | None = Field(None, max_length=1000)
    """Of the vault that keeps who is behind each pseudonym; without one, there is no vault."""


class Scenario(Strict):
    """The guide's scenario of an attempt."""

    harm: Level = "medium"
    motivation: Level = "medium"
    controls: Level | Literal["none"] = "medium"
    acquaintance: Share = 0.0
    breach: Share = 0.0


class Assess(Asked):
    """Measure the table and the release with every model and attacker."""

    kind: Literal["assess"]
    release: Release = None
    only_source: bool = False
    threshold: Share = 0.2
    scenario: Scenario | None = None


class Compare(Asked):
    """Say what the release costs."""

    kind: Literal["compare"]
    release: Release = None
    target: str | None = None


class Report(Asked):
    """Write the page about the release."""

    kind: Literal["report"] = "report"
    release: Release = None
    language: Language = "en"
    threshold: Share = 0.2


class Verify(Asked):
    """Read the release again and judge it."""

    kind: Literal["verify"]
    release: Release = None


AnyJob: TypeAlias = Annotated[
    Profile | KCurve | Candidates | Alternatives | Anonymize | Assess | Compare | Report | Verify,
    Field(discriminator="kind"),
]
