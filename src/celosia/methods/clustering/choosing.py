"""Choose the grouping method that fits the size of a table, and say why."""

from __future__ import annotations

from celosia.domain.language import Sentence

SMALL = 5_000
LARGE = 5_000_000


def choose(records: int) -> tuple[str, Sentence]:
    """Take the method that loses least among those that are quick enough.

    >>> choose(500)[0], choose(1_000_000)[0], choose(50_000_000)[0]
    ('k-members', 'l-greedy', 'mondrian')
    """
    if records <= SMALL:
        return "k-members", Sentence(
            f"k-members, because with {records} records (at most {SMALL}) the method that looks "
            "for the furthest record before each group is still quick, and loses least.",
            f"k-members, porque con {records} registros (como mucho {SMALL}) el método que busca "
            "el registro más lejano antes de cada grupo aún es rápido, y es el que menos pierde.",
        )
    if records <= LARGE:
        return "l-greedy", Sentence(
            f"l-greedy, because with {records} records it loses about as little as k-members and "
            "takes a fraction of its time.",
            f"l-greedy, porque con {records} registros pierde casi tan poco como k-members y "
            "tarda una fracción.",
        )
    return "mondrian", Sentence(
        f"Mondrian, because with {records} records (more than {LARGE}) the greedy methods would "
        "take too long; it loses somewhat more.",
        f"Mondrian, porque con {records} registros (más de {LARGE}) los métodos voraces tardarían "
        "demasiado; pierde algo más.",
    )
