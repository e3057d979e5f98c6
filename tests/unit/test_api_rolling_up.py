"""Counts that would not fit are taken at a coarser level, and that is said."""

from __future__ import annotations

from dataclasses import replace

import celosia
import celosia.workflow.count
from celosia import Recipe, Role
from celosia.hierarchies import Digits
from celosia.models import KAnonymity

RECIPE = Recipe(
    roles={"code": Role.QUASI_IDENTIFIER, "sex": Role.QUASI_IDENTIFIER},
    models=(KAnonymity(4),),
    hierarchies={"code": Digits()},
    cache_mb=1,
)


def written(tmp_path, records):
    path = tmp_path / "data.csv"
    rows = [f"{i % 10_000},{'FM'[i % 2]}" for i in range(records)]
    path.write_text("code,sex\n" + "\n".join(rows) + "\n")
    return path


def test_a_search_from_the_finest_level_that_fits(tmp_path, monkeypatch):
    monkeypatch.setattr(celosia.workflow.count, "BYTES_PER_COMBINATION", 400)

    with celosia.read(written(tmp_path, 20_000)) as table:
        release = celosia.anonymize(table, RECIPE, tmp_path / "out.csv")

    assert release.raised == {"code": 1}
    assert release.node["code"] >= 1
    assert release.before.classes == 10_000
    assert release.after.satisfied


def test_the_result_is_the_best_of_those_at_or_above_that_level(tmp_path, monkeypatch):
    path = written(tmp_path, 20_000)
    with celosia.read(path) as table:
        whole = celosia.anonymize(
            table, replace(RECIPE, levels={"code": (1, 4)}), tmp_path / "whole.csv"
        )
        monkeypatch.setattr(celosia.workflow.count, "BYTES_PER_COMBINATION", 400)
        rolled = celosia.anonymize(table, RECIPE, tmp_path / "rolled.csv")

    assert rolled.node == whole.node
    assert rolled.loss == whole.loss
    assert (tmp_path / "rolled.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_what_fits_is_not_rolled_up(tmp_path):
    with celosia.read(written(tmp_path, 2_000)) as table:
        assert celosia.anonymize(table, RECIPE, tmp_path / "out.csv").raised == {}
