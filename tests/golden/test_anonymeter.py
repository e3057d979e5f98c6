"""Agreement with anonymeter 1.1.0 on synthetic copies; its answers were recorded by `record.py`."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from celosia.risk.attacks import AttackResult, Rate, inference, linkability, singling_out

HERE = Path(__file__).resolve().parent / "anonymeter"


def load_tables():
    spec = importlib.util.spec_from_file_location("anonymeter_tables", HERE / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables = load_tables()
RECORDED = {name: json.loads((HERE / f"{name}.json").read_text()) for name in tables.SETTINGS}
CASES = [
    (source, case, attack)
    for source in tables.SETTINGS
    for case in tables.REPLACED
    for attack in ("singling out", "linkability", "inference")
]


def ours(source, attack, made):
    data = (made["release"], made["originals"], made["control"], np.random.default_rng(7))
    settings = tables.SETTINGS[source]
    if attack == "singling out":
        return singling_out(*data, at_once=3, attempts=tables.ATTEMPTS)
    if attack == "linkability":
        first, second = settings[attack]
        return linkability(*data, first=first, second=second, attempts=tables.ATTEMPTS)
    known, secret = settings[attack]
    return inference(*data, known=known, secret=secret, attempts=tables.ATTEMPTS)


def overlap(one, other):
    return one[0] <= other[1] and other[0] <= one[1]


@pytest.mark.parametrize(("source", "case", "attack"), CASES, ids=map("-".join, CASES))
def test_risk_and_both_rates_agree_within_their_intervals(shared, source, case, attack):
    recorded = RECORDED[source]["cases"][case]
    made = tables.case(shared / "data", source, tables.REPLACED[case])
    theirs = recorded["attacks"][attack]

    result = ours(source, attack, made)

    assert tables.digest(made) == recorded["digest"]
    main, control, _ = (Rate(n, theirs["attempts"]) for n in theirs["successes"])
    assert overlap(result.interval, theirs["interval"])
    assert overlap(result.main_rate.interval, main.interval)
    assert overlap(result.control_rate.interval, control.interval)


@pytest.mark.parametrize(("source", "case", "attack"), CASES, ids=map("-".join, CASES))
def test_the_same_counts_give_the_same_risk_and_interval(source, case, attack):
    theirs = RECORDED[source]["cases"][case]["attacks"][attack]
    rates = [Rate(n, theirs["attempts"]) for n in theirs["successes"]]

    result = AttackResult.of(attack, *rates)

    assert result.risk == pytest.approx(theirs["risk"], abs=1e-12)
    assert result.interval == pytest.approx(theirs["interval"], abs=1e-12)


def test_the_cases_tell_a_leak_from_none():
    """Overlap proves little unless the recorded risks differ."""
    cases = RECORDED["casc"]["cases"]

    for attack in ("singling out", "linkability", "inference"):
        risks = [cases[case]["attacks"][attack]["interval"] for case in tables.REPLACED]
        assert risks[0][0] > risks[1][1] > risks[-1][1]
