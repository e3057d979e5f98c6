"""The contract of all engines, kept by files and by servers."""

from __future__ import annotations

import pytest
from tests.support.databases import Scratch
from tests.support.engine_contract import Embedded, contract

from celosia.core.relation import Relation
from celosia.engines.sql import SqlRelation


class OnServer:
    """Makes relations of tables on a server; most tests need one at a time."""

    def __init__(self, server) -> None:
        self._scratch = Scratch(server)

    def table(self, columns, rows) -> Relation:
        return SqlRelation(self._scratch.at(self._scratch.table(columns, rows)))

    def close(self) -> None:
        self._scratch.close()


ENGINES = {
    "embedded": Embedded,
    "mariadb": lambda _: OnServer("mariadb"),
    "postgresql": lambda _: OnServer("postgresql"),
}


@pytest.fixture(params=ENGINES)
def engine(request, tmp_path):
    """Give a function that makes a relation of the engine from columns and rows."""
    maker = ENGINES[request.param](tmp_path)
    made = []

    def make(columns, rows) -> Relation:
        made.append(maker.table(columns, rows))
        return made[-1]

    yield make
    for relation in made:
        relation.close()
    maker.close()


globals().update(contract())
