"""What singling out, linkability and inference have in common."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.errors import ParameterError
from celosia.risk.attacks import inference, linkability, singling_out

ATTACKS = {
    "univariate": partial(singling_out, at_once=1),
    "multivariate": partial(singling_out, at_once=3),
    "linkability": partial(linkability, first=["age", "income"], second=["height", "sex"]),
    "inference": partial(inference, known=["age", "income", "sex"], secret="dx"),
    "inference of a number": partial(inference, known=["age", "height"], secret="income"),
}
each_attack = pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)


def seeded():
    return np.random.default_rng(1)


def keep(table, rows):
    return {name: cells[:rows] for name, cells in table.items()}


@each_attack
def test_an_exact_copy_is_a_high_risk(attack, originals, control):
    result = attack(originals, originals, control, seeded())

    assert result.main_rate.share > 0.9
    assert result.risk > 0.8
    assert result.interval[0] > 0.7


@each_attack
def test_an_unrelated_table_is_next_to_no_risk(attack, originals, control, unrelated):
    result = attack(unrelated, originals, control, seeded())

    assert result.interval[0] < 0.02
    assert result.risk < 0.1


@each_attack
def test_people_of_the_table_as_control_group_cancel_the_risk(attack, originals):
    result = attack(originals, originals, originals, seeded())

    assert result.main_rate.share == result.control_rate.share
    assert result.risk == 0


@each_attack
def test_the_same_seed_gives_the_same_result(attack, originals, control):
    again = [attack(originals, originals, control, seeded(), attempts=50) for _ in range(2)]

    assert again[0] == again[1]


@each_attack
def test_the_tables_are_left_alone(attack, originals, control):
    before = {name: list(cells) for name, cells in originals.items()}

    attack(originals, originals, control, seeded(), attempts=20)

    assert originals == before


@each_attack
@pytest.mark.parametrize(
    ("empty", "message"),
    [("release", "release"), ("originals", "original table"), ("control", "control group")],
)
def test_a_table_without_records_is_refused(attack, empty, message, originals, control):
    given = {"release": originals, "originals": originals, "control": control}
    given[empty] = keep(given[empty], 0)

    with pytest.raises(ParameterError, match=f"the {message} holds no records"):
        attack(**given, randomness=seeded())


@each_attack
def test_no_control_group_at_all_is_refused(attack, originals):
    with pytest.raises(ParameterError, match="control group has no column"):
        attack(originals, originals, {}, seeded())


@each_attack
def test_no_attempts_are_refused(attack, originals, control):
    with pytest.raises(ParameterError, match="attempts must be a whole number of at least 1"):
        attack(originals, originals, control, seeded(), attempts=0)


@pytest.mark.parametrize(
    ("attack", "message"),
    [
        (partial(singling_out, columns=[], at_once=1), "no more than 0 columns"),
        (partial(singling_out, columns=["age"], at_once=2), "no more than 1 column"),
        (partial(singling_out, columns=["age", "age"], at_once=1), "only once"),
        (partial(linkability, first=["age"], second=["age"]), "none in common"),
        (partial(linkability, first=[], second=["age"]), "needs a column"),
        (partial(linkability, first=["sex"], second=["age"], neighbours=0), "neighbours"),
        (partial(inference, known=[], secret="dx"), "at least one known"),
        (partial(inference, known=["dx"], secret="dx"), "both known and secret"),
        (partial(inference, known=["sex"], secret="dx", tolerance=-1), "tolerance"),
        (partial(inference, known=["sex"], secret="nope"), "no column 'nope'"),
    ],
)
def test_wrong_parameters_are_refused(attack, message, originals, control):
    with pytest.raises(ParameterError, match=message):
        attack(originals, originals, control, seeded())


def test_labels_of_a_taxonomy_need_their_hierarchy_or_would_pass_for_safe(originals, control):
    taxonomy = [(dx, "early" if dx < "E" else "late", "*") for dx in "ABCDEFGH"]
    hierarchy = Hierarchy.from_rows("dx", taxonomy)
    label = {row[0]: row[1] for row in taxonomy}
    release = {**originals, "dx": [label[dx] for dx in originals["dx"]]}

    with pytest.raises(ParameterError, match="none of the 2 labels of 'dx'"):
        singling_out(release, originals, control, seeded())
    result = singling_out(release, originals, control, seeded(), hierarchies={"dx": hierarchy})

    assert result.main_rate.share == 1


def test_a_release_without_a_rare_record_defeats_singling_out(originals, control):
    release = {"sex": originals["sex"], "age": ["*"] * 300}

    result = singling_out(release, originals, control, seeded(), at_once=2, attempts=100)

    assert (result.attempts, result.main_rate.successes, result.risk) == (100, 0, 0)
    assert result.interval[1] < 0.03


def test_a_generalized_secret_is_not_guessed_by_a_label_of_many_values(originals, control):
    release = {**originals, "dx": ["*"] * 300}

    result = inference(release, originals, control, seeded(), known=["income"], secret="dx")

    assert result.main_rate.successes == 0


def test_generalization_lowers_the_risk_of_inference(originals, control):
    def decade(age):
        return f"{int(age) // 10 * 10}-{int(age) // 10 * 10 + 9}"

    coarse = {**originals, "age": [decade(age) for age in originals["age"]]}
    attack = partial(inference, known=["age", "sex"], secret="dx")

    fine, general = (attack(t, originals, control, seeded()) for t in (originals, coarse))

    assert general.risk < fine.risk


@pytest.mark.parametrize(("inside", "outside"), [(900, 300), (300, 900), (600, 600)])
def test_a_control_group_of_another_size_is_allowed_for(inside, outside, drawn):
    """Of an unrelated release, predicates isolate people of the table as often as any others."""
    release, people, others = drawn(inside), drawn(inside), drawn(outside)

    result = singling_out(release, people, others, seeded())

    assert result.attempts > 400
    assert result.main_rate.share == pytest.approx(result.control_rate.share, abs=0.06)
