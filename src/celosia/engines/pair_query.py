"""The queries that tell by counts what a column does to another."""

from __future__ import annotations

MILLIONTH = "1e-6"
"""Places are told in millionths: with whole codes every engine can join."""


def count_agreement(rows: str, placed: bool) -> str:
    """Give the query of the groups, how often two of a group agree, and their mean variance.

    Two records of a group of m agree with chance sum(n (n - 1)) / (m (m - 1)), n being the records
    of each of its values.

    Parameters
    ----------
    rows
        The query of k, v and, if it is `placed`, r: the key, the cell, and its place. No nulls.
    """
    place = ", min(r) AS r" if placed else ""
    sums = ", sum(n * r) AS t, sum(n * r * r) AS q" if placed else ""
    variance = ", avg((q - t * t / m) / (m - 1))" if placed else ""
    held = f"SELECT k, v, count(*) AS n{place} FROM ({rows}) a GROUP BY k, v"
    each = (
        f"SELECT sum(n) AS m, sum(n * (n - 1)) * 1e0 AS s{sums} FROM ({held}) b "
        "GROUP BY k HAVING sum(n) > 1"
    )
    return f"SELECT count(*), avg(s / (m * (m - 1))){variance} FROM ({each}) c"


def count_squares(rows: str, keys: str) -> str:
    """Give the query of the sum of squared numbers; `rows` begins with FROM."""
    return f"SELECT coalesce(sum(n * n), 0) FROM (SELECT count(*) AS n {rows} GROUP BY {keys}) d"
