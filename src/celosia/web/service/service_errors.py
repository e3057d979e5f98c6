"""What can go wrong around a project, and errors that nobody foresaw, told without data."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import celosia
from celosia.text.messages import Message, verbatim


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


def place_of(error: BaseException) -> Message:
    """Tell what kind of error it is and where it happened.

    >>> try:
    ...     int("Ana")
    ... except ValueError as wrong:
    ...     str(place_of(wrong)).split(",")[0]
    'ValueError in <doctest celosia.web.service.service_errors.place_of[0]>'
    """
    name, trace = type(error).__name__, traceback.extract_tb(error.__traceback__)
    if not trace:
        return verbatim(name)
    file, line = Path(trace[-1].filename).name, trace[-1].lineno
    return Message("service.line", name=name, file=file, line=line)


class WithoutValues(logging.Filter):
    """Lets a log tell of an error by its kind and place alone."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the error's own words away."""
        if record.exc_info and record.exc_info[1] is not None:
            record.msg, record.args = f"{place_of(record.exc_info[1])}.", ()
            record.exc_info = record.exc_text = None
        return True
