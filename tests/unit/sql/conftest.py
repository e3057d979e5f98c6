"""Servers, scratch tables, and a second connection that cuts the first."""

from __future__ import annotations

import os

import pytest
from tests.support.databases import SERVERS, Scratch

from celosia.engines.sql import left_behind


@pytest.fixture(autouse=True)
def own_prefix():
    """Working tables of other runs on the same server are not ours to count."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("celosia.engines.sql.working_tables.PREFIX", f"celosia_t{os.getpid()}_")
        yield


@pytest.fixture(params=SERVERS)
def scratch(request):
    """Tables on a server, dropped afterwards; no working table may be left."""
    scratch = Scratch(request.param)
    before = left_behind(scratch.url)
    yield scratch
    scratch.close()
    assert left_behind(scratch.url) == before
