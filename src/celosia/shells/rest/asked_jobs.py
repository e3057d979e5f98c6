"""The jobs that can be asked for, each with its options: made from what the kinds declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union

from pydantic import Field

import celosia
from celosia.shells.rest.made_shapes import shape_of
from celosia.shells.rest.shapes import Strict
from celosia.shells.service import JOB_KINDS
from celosia.shells.service.work import Secret


class Asked(Strict):
    """A job, and what it needs to know."""

    kind: str

    def options(self) -> dict[str, Any]:
        """Give what was said, without the kind and the secrets."""
        unsaid = {"kind", *(name for name, _, _ in SECRETS.values())}
        return self.model_dump(exclude=unsaid, exclude_none=True)

    def secret(self, which: Secret) -> bytes | None:
        """Give a secret, if it was said."""
        name, _, read = SECRETS[which]
        said = getattr(self, name, None)
        return None if said is None else read(said)


SECRETS: dict[Secret, tuple[str, Any, Any]] = {
    "key": (
        "key",
        Annotated[str | None, Field(pattern="^([0-9a-f]{2})+$", max_length=256)],
        bytes.fromhex,
    ),
    "vault": (
        "vault_passphrase",
        Annotated[
            str | None,
            Field(
                max_length=1000,
                description="Of the vault that keeps who is behind each pseudonym; without one, "
                "there is no vault.",
            ),
        ],
        celosia.passphrase_secret,
    ),
}
"""What each is called in a request, what it may be, and how it is read."""


def _shape(name: str) -> type[Asked]:
    """Make what is sent for a kind of job. Where only one kind is possible, it need not be said."""
    kind = JOB_KINDS[name]
    more: dict[str, tuple[Any, Any]] = {"kind": (Literal[name], name)}
    for secret in kind.secrets:
        called, shape, _ = SECRETS[secret]
        more[called] = (shape, None)
    title = "".join(word.capitalize() for word in name.split("-"))
    made = shape_of(kind.options, Asked, title, more)
    made.__doc__ = kind.work.__doc__
    return made  # type: ignore[return-value]


SHAPES = {name: _shape(name) for name in JOB_KINDS}

if TYPE_CHECKING:
    AnyJob: TypeAlias = Asked
    Candidates: TypeAlias = Asked
    Anonymize: TypeAlias = Asked
    Report: TypeAlias = Asked
else:
    AnyJob = Annotated[Union[tuple(SHAPES.values())], Field(discriminator="kind")]  # noqa: UP007
    Candidates, Anonymize, Report = (SHAPES[name] for name in ("candidates", "anonymize", "report"))
