from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from celosia.core.classes import Classes
from celosia.core.randomness import seeded
from celosia.risk.attacks import (
    AttackResult,
    HomogeneityRisk,
    LinkageRisk,
    Persons,
    Rate,
    candidates,
    inference,
    linkability,
    linkage,
    singling_out,
)
from celosia.risk.attacks.attack_columns import attacked_domain, taken_for

LABELS = ["*", None, "5", "0-9", "10-19", "[0, 5)", ">=7", "1*", "**", "A*", "*B", "{A, B}"]
LABELS += ["{5..12}", "AB", "2024", "2024-Q1", "2020-2029", "Europe", "0**"]
VALUES = [None, "5", "5.0", "12", "1", "7", "A", "B", "AB", "2024-03-09", "2019-12-31", "05", "012"]
labels, values = st.sampled_from(LABELS), st.sampled_from(VALUES)
counts = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(
    release=st.lists(st.tuples(labels, labels), min_size=1),
    people=st.lists(st.tuples(values, values), min_size=1),
)
def test_candidates_are_those_of_the_definition(release, people):
    released = {"a": [*[row[0] for row in release], "*"], "b": [*[row[1] for row in release], "*"]}
    persons = {"a": [row[0] for row in people], "b": [row[1] for row in people]}

    found = candidates(released, persons, columns=["a", "b"])

    one, other = covered(released["a"], persons["a"]), covered(released["b"], persons["b"])
    every = list(zip(released["a"], released["b"], strict=True))
    assert found.tolist() == [
        sum(x in one[a] and y in other[b] for a, b in every) for x, y in people
    ]


def covered(labels, column):
    domain = attacked_domain(tuple(dict.fromkeys(column)), None)
    return {label: {domain.values[at] for at in taken_for(domain, label)} for label in labels}


@given(main=counts, control=counts, baseline=counts)
def test_a_risk_lies_within_its_interval_and_both_within_0_and_1(main, control, baseline):
    result = AttackResult.of("any", Rate(*main), Rate(*control), Rate(*baseline))

    assert 0 <= result.interval[0] <= result.risk <= result.interval[1] <= 1


@given(table=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=6))
def test_merging_classes_never_discloses_more_by_homogeneity(table):
    fine = Classes.from_histogram("dx", np.array(table))

    coarse = fine.merge(0, 1)

    before, after = (HomogeneityRisk.of(classes, "dx") for classes in (fine, coarse))
    assert after.records <= before.records
    assert after.highest <= before.highest


rows = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from("FM"), st.sampled_from("ABC")),
    min_size=2,
    max_size=25,
)


def as_table(rows):
    columns = zip(*rows, strict=True)
    return {name: list(map(str, cells)) for name, cells in zip("asd", columns, strict=True)}


def of_everybody(persons):
    """Every attack, by the same draws."""
    return {
        "singling_out": lambda *t: singling_out(*t, seeded(1), at_once=2, attempts=8, **persons),
        "rare": lambda *t: singling_out(*t, seeded(1), at_once=1, attempts=8, **persons),
        "linkage": lambda *t: linkage(*t, columns=["a", "s"], k=3, **persons),
        "linked": lambda *t: LinkageRisk.of(*t[:2], columns=["a", "s"], k=3, **persons),
        "linkability": lambda *t: linkability(
            *t, seeded(1), first=["a"], second=["s"], neighbours=2, attempts=8, **persons
        ),
        "inference": lambda *t: inference(
            *t, seeded(1), known=["a", "s"], secret="d", neighbours=2, attempts=8, **persons
        ),
    }


@given(release=rows, people=rows, others=rows, names=st.randoms(use_true_random=False))
def test_with_a_record_of_everybody_persons_are_records(release, people, others, names):
    tables = [as_table([*each, (0, "F", "A"), (1, "M", "B")]) for each in (release, people, others)]
    keys = [list(range(len(table["a"]))) for table in tables]
    for each in keys:
        names.shuffle(each)

    in_records, in_persons = of_everybody({}), of_everybody({"persons": Persons.of(*keys)})

    for name, attack in in_records.items():
        assert in_persons[name](*tables) == attack(*tables), name


@given(
    release=st.lists(st.tuples(labels, labels, st.integers(0, 4)), min_size=1),
    people=st.lists(st.tuples(values, values, st.integers(0, 4)), min_size=1),
)
def test_candidates_in_persons_are_those_of_the_definition(release, people):
    release = [*release, ("*", "*", 9)]
    a, b, who = zip(*release, strict=True)
    x, y, whose = zip(*people, strict=True)
    one, other = covered(a, x), covered(b, y)

    risk = LinkageRisk.of(
        {"a": a, "b": b}, {"a": x, "b": y}, columns=["a", "b"], persons=Persons.of(who, whose, [])
    )

    found = {}
    for known, also, person in people:
        fits = {p for la, lb, p in release if known in one[la] and also in other[lb]}
        if fits:
            found[person] = max(found.get(person, 0), 1 / len(fits))
    assert (risk.records, risk.linked) == (len(set(whose)), len(found))
    assert risk.highest == max(found.values(), default=0.0)
    assert round(risk.expected, 9) == round(sum(found.values()), 9)
