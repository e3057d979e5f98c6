"""The query that looks for the records of a table in a release of it."""

from __future__ import annotations

from collections.abc import Sequence


def count_matches(original: str, release: str, key: Sequence[str], who: Sequence[str] = ()) -> str:
    """Give the query of how many originals have so many candidates.

    Parameters
    ----------
    original, release
        Queries of the columns of `key`, of `who`, and `n`, the number of such records.
    key
        What is compared.
    who
        Whose the records are; each is somebody's own without it.

    Returns
    -------
    Without `who`, rows for `Matched.records`; with it, for `Matched.persons`.
    """
    keys, both = ", ".join(key), ", ".join((*key, *who))
    told = (
        f"SELECT {both}, n AS o, 0 AS r FROM ({original}) a "
        f"UNION ALL SELECT {both}, 0 AS o, n AS r FROM ({release}) b"
    )
    if not who:
        pairs = f"SELECT sum(o) AS o, sum(r) AS r FROM ({told}) u GROUP BY {keys}"
        return f"SELECT o, r, count(*) FROM ({pairs}) t WHERE o > 0 GROUP BY o, r"
    held = (
        f"SELECT {both}, CASE WHEN sum(o) > 0 THEN 1 ELSE 0 END AS o, "
        f"CASE WHEN sum(r) > 0 THEN 1 ELSE 0 END AS r FROM ({told}) u GROUP BY {both}"
    )
    # windows instead of a join: a null is no key of a join
    beside = (
        f"SELECT {', '.join(who)}, o, r, sum(o) OVER (PARTITION BY {keys}) AS originals, "
        f"sum(r) OVER (PARTITION BY {keys}) AS released FROM ({held}) h"
    )
    each = (
        "SELECT min(CASE WHEN released > 0 THEN released END) AS c, "
        "min(CASE WHEN released > r THEN released - r END) AS w, "
        "max(CASE WHEN released = 1 AND r = 1 AND originals = 1 THEN 1 ELSE 0 END) AS s "
        f"FROM ({beside}) p WHERE o = 1 GROUP BY {', '.join(who)}"
    )
    return f"SELECT c, w, s, count(*) FROM ({each}) e GROUP BY c, w, s"
