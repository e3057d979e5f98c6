"""What can go wrong around a project, besides what the library itself says."""

from __future__ import annotations

import celosia


class NotFoundError(celosia.CelosiaError):
    """There is no such project, job or file."""


class ConflictError(celosia.CelosiaError):
    """What is asked does not fit the state that the project or the job is in."""


class AddressError(celosia.ParameterError):
    """What was given is no address of a table on a server."""


class TooLargeError(celosia.DataError):
    """An upload is larger than allowed, or would be once unpacked."""


class EraseError(celosia.CelosiaError):
    """Something of a project could not be erased."""
