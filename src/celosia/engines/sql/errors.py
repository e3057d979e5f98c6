"""What a server's error means, and what to do about it.

A driver's own message may quote cells ("Duplicate entry '…'") or an address, so none is shown:
only its code, which the server's manual explains.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from celosia.errors import CelosiaError, DataError


class ServerError(CelosiaError):
    """The database server refused, stopped or was lost; what was there before is untouched."""


class ConnectionLost(ServerError):  # noqa: N818 - reads as what happened
    """The connection was cut; the server may still know more than we do."""


LOST = "engines.connection-lost"
UNREACHABLE = "engines.unreachable"
REFUSED = "engines.login-refused"
NOT_ALLOWED = "engines.not-allowed"
MEANWHILE = "engines.published-meanwhile"
UNSETTLED = "engines.lost-while-renaming"
UNCLEANED = "engines.lost-before-cleaning"
LIMIT = "engines.limit-reached"
BUSY = "engines.table-locked"
NEEDED = "engines.table-needed"
NO_TABLE = "engines.no-such-table"
SAME_NAMES = "engines.same-names"
UNFIT_NAME = "engines.unfit-name"
WRONG_QUERY = "engines.wrong-query"
OTHER = "engines.other-code"

MEANINGS = {
    LOST: ("2006", "2013", "2014", "1927", "1053", "57P", "08"),
    UNREACHABLE: ("2002", "2003", "2005", "1040"),
    REFUSED: ("1045", "1698", "28"),
    NOT_ALLOWED: ("1044", "1142", "1143", "1227", "1290", "1370", "1836", "42501", "25006"),
    LIMIT: (
        *("1021", "1026", "1038", "1041", "1114", "1206", "1317", "1969", "3024", "4031"),
        *("53", "54", "57014"),
    ),
    BUSY: ("1205", "1213", "40P01", "55P03", "40001"),
    NEEDED: ("2BP01", "1451", "3730"),
    NO_TABLE: ("1049", "1146", "1051", "1054", "3D000", "42P01", "42703", "3F000"),
    SAME_NAMES: ("1060", "42701"),
    UNFIT_NAME: ("1059", "1103", "1166", "42602", "42622"),
    WRONG_QUERY: ("1064", "42601", "42P10"),
}
"""Codes, or how they begin where five characters long."""
OF_THE_DATA = (NO_TABLE, SAME_NAMES, UNFIT_NAME, WRONG_QUERY)
"""What is wrong with what was asked for, not with the server."""


@contextmanager
def explained(driver_error: type[Exception]) -> Iterator[None]:
    """Turn a driver's error into one of ours, without its text."""
    from sqlalchemy.exc import DBAPIError  # there is no driver's error without it

    try:
        yield
    except (DBAPIError, driver_error) as wrong:
        raise explain(wrong) from None


def explain(wrong: Exception) -> CelosiaError:
    """Say what a driver's error means.

    >>> print(explain(Exception(1205, "…")))
    Another session holds the table locked (code 1205). Wait for it, then run it again.
    """
    code = code_of(wrong)
    meaning = UNREACHABLE if code == "none" else _meaning(code)
    if getattr(wrong, "connection_invalidated", False) and meaning in (OTHER, UNREACHABLE):
        meaning = LOST
    kind = ServerError if meaning not in OF_THE_DATA else DataError
    told = (ConnectionLost if meaning == LOST else kind)(meaning, code=code)
    told.code = code
    return told


def code_of(wrong: Exception) -> str:
    """Give the server's or the driver's code of an error; "none" where it has none."""
    origin = getattr(wrong, "orig", None) or wrong
    state = getattr(origin, "sqlstate", None) if not _numbered(origin) else None
    return str(state or (origin.args[0] if _numbered(origin) else "none"))


def _numbered(origin: BaseException) -> bool:
    return bool(origin.args) and isinstance(origin.args[0], int)


def _meaning(code: str) -> str:
    if code == "57014":
        return LIMIT
    for meaning, codes in MEANINGS.items():
        if code in codes or (len(code) == 5 and code.startswith(_beginnings(codes))):
            return meaning
    return OTHER


def _beginnings(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for code in codes if len(code) < 4)
