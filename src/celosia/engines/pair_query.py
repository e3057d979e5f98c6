"""The queries that tell by counts what a column does to another."""

from __future__ import annotations

MILLIONTH = "1e-6"
"""Places are told in millionths: with whole codes every engine can join."""


def count_agreement(rows: str) -> str:
    """Give the query of the groups, how often two of a group agree, and their mean variance.

    Two records of a group of m agree with chance sum(n (n - 1)) / (m (m - 1)), n being the records
    of each of its values.

    Parameters
    ----------
    rows
        The query of k, v and r: the key, the cell, and its place, or 0 where none is known. No
        nulls.
    """
    held = f"SELECT k, v, count(*) AS n, min(r) AS r FROM ({rows}) a GROUP BY k, v"
    each = (
        "SELECT sum(n) AS m, sum(n * (n - 1)) * 1e0 AS s, sum(n * r) AS t, sum(n * r * r) AS q "
        f"FROM ({held}) b GROUP BY k HAVING sum(n) > 1"
    )
    return (
        f"SELECT count(*), avg(s / (m * (m - 1))), avg((q - t * t / m) / (m - 1)) FROM ({each}) c"
    )


def count_squares(rows: str, keys: str) -> str:
    """Give the query of the sum of squared numbers; `rows` begins with FROM."""
    return f"SELECT coalesce(sum(n * n), 0) FROM (SELECT count(*) AS n {rows} GROUP BY {keys}) d"
