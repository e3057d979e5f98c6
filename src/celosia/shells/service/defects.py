"""Errors that nobody foresaw: told by kind and place, because their text may quote the data."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import celosia
from celosia.text.messages import verbatim


def place_of(error: BaseException) -> celosia.Message:
    """Tell what kind of error it is and where it happened.

    >>> try:
    ...     int("Ana")
    ... except ValueError as wrong:
    ...     str(place_of(wrong)).split(",")[0]
    'ValueError in <doctest celosia.shells.service.defects.place_of[0]>'
    """
    name, trace = type(error).__name__, traceback.extract_tb(error.__traceback__)
    if not trace:
        return verbatim(name)
    file, line = Path(trace[-1].filename).name, trace[-1].lineno
    return celosia.Message("service.line", name=name, file=file, line=line)


class WithoutValues(logging.Filter):
    """Lets a log tell of an error by its kind and place alone."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the error's own words away."""
        if record.exc_info and record.exc_info[1] is not None:
            record.msg, record.args = f"{place_of(record.exc_info[1])}.", ()
            record.exc_info = record.exc_text = None
        return True
