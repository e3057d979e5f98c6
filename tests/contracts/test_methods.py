"""What every grouping method must do: declare a method and it is held to this."""

from __future__ import annotations

import csv
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.support.grouped_records import problem_of

import celosia
from celosia import Role
from celosia.core.values import NullPolicy
from celosia.methods.clustering.group_records import group, partition
from celosia.methods.clustering.satisfy_models import rejected
from celosia.methods.method import METHODS, GroupingMethod
from celosia.methods.method_options import GroupingOptions
from celosia.models import (
    AlphaKAnonymity,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    RecursiveCLDiversity,
    TCloseness,
)

BY_GROUPS = [name for name, method in METHODS.items() if method.groups]
GROUPERS = [
    name
    for name, method in METHODS.items()
    if isinstance(method, GroupingMethod) and not method.needs_hierarchies
]
MODELS = [
    (KAnonymity(3),),
    (KAnonymity(2), DistinctLDiversity("dx", 2)),
    (KAnonymity(2), EntropyLDiversity("dx", 1.5)),
    (KAnonymity(2), RecursiveCLDiversity("dx", c=3.0, l=2)),
    (KAnonymity(2), TCloseness("dx", 0.3)),
    (AlphaKAnonymity("dx", alpha=0.7, k=3),),
]
QUICK = GroupingOptions(refine=5, effort=0.2)
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["18", "25", "25.0", "31", "44", "90", None]),
        st.sampled_from(["F", "M", None]),
        st.sampled_from(["ES", "FR", "PE", "AR"]),
        st.sampled_from(["flu", "gout", "acne", None]),
    ),
    min_size=6,
    max_size=40,
)
some_tables = settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])


def problem(rows, models, **conditions):
    age, sex, country, dx = (list(column) for column in zip(*rows, strict=True))
    return problem_of(
        {"age": age, "sex": sex, "country": country},
        numeric=("age",),
        models=models,
        sensitive={"dx": dx},
        **conditions,
    )


def as_text(found, grouping):
    """Name each group by its labels and its number of records, whatever its number."""
    change = partition(found, grouping, ())
    names = list(zip(*change.labels.values(), strict=True))
    return Counter(
        (names[g] if g >= 0 else None, tuple(codes), int(n))
        for g, codes, n in zip(
            change.group, change.codes.tolist(), change.number.tolist(), strict=True
        )
    )


@pytest.mark.parametrize("method", GROUPERS)
@some_tables
@given(rows=ROWS, models=st.sampled_from(MODELS), seed=st.integers(0, 3))
def test_groups_partition_the_records_and_satisfy_every_model(method, rows, models, seed):
    asked = problem(rows, models, seed=seed)

    try:
        found = group(asked, method, QUICK)
    except celosia.NotAchievable:
        whole = asked.classes(np.zeros(asked.size, np.int64))
        assert rejected(asked, whole).any() or asked.size < asked.k
        return

    assert found.group_of.size == len(rows)
    assert set(found.group_of.tolist()) == set(range(found.sizes.size))
    assert found.sizes.min() >= asked.k
    assert not rejected(asked, asked.classes(found.group_of)).any()
    assert 0 <= found.loss <= 1


@pytest.mark.parametrize("method", GROUPERS)
@some_tables
@given(rows=ROWS, models=st.sampled_from(MODELS[:2]), seed=st.integers(0, 3), data=st.data())
def test_the_same_seed_gives_the_same_groups_whatever_the_order_of_rows(
    method, rows, models, seed, data
):
    shuffled = data.draw(st.permutations(rows))
    one, other = problem(rows, models, seed=seed), problem(shuffled, models, seed=seed)

    try:
        found = group(one, method, QUICK)
    except celosia.NotAchievable:
        return

    assert as_text(one, found) == as_text(other, group(other, method, QUICK))


@pytest.mark.parametrize("method", GROUPERS)
@some_tables
@given(rows=ROWS, data=st.data())
def test_no_method_looks_at_sensitive_values_unless_a_model_does(method, rows, data):
    others = data.draw(st.permutations([row[3] for row in rows]))
    changed = [(*row[:3], dx) for row, dx in zip(rows, others, strict=True)]
    plain = [
        problem_of(
            {"age": [r[0] for r in table], "sex": [r[1] for r in table]},
            k=3,
            numeric=("age",),
        )
        for table in (rows, changed)
    ]

    one, other = (group(each, method, QUICK) for each in plain)

    assert one.group_of.tolist() == other.group_of.tolist()


@pytest.fixture
def table(tmp_path):
    """Write a table and give its path."""

    def table(rows, name="data.csv"):
        path = tmp_path / name
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(("dni", "age", "sex", "country", "dx"))
            writer.writerows(
                [(f"d{i}", *("" if c is None else c for c in row)) for i, row in enumerate(rows)]
            )
        return path

    return table


def recipe(method, models, nulls, **more):
    return celosia.Recipe(
        roles={
            "dni": Role.IDENTIFIER,
            "age": Role.QUASI_IDENTIFIER,
            "sex": Role.QUASI_IDENTIFIER,
            "country": Role.QUASI_IDENTIFIER,
            "dx": Role.SENSITIVE,
        },
        models=models,
        method=method,
        nulls=nulls,
        grouping=QUICK,
        **more,
    )


@pytest.mark.parametrize("method", BY_GROUPS)
@pytest.mark.parametrize("nulls", NullPolicy)
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS, models=st.sampled_from(MODELS))
def test_what_is_written_is_verified(table, tmp_path, method, nulls, rows, models):
    path, out = table(rows), tmp_path / "release.csv"
    complete = [r for r in rows if nulls is not NullPolicy.EXCLUDED or None not in r[:3]]

    with celosia.read(path) as data:
        try:
            release = celosia.anonymize(data, recipe(method, models, nulls), out)
        except (celosia.NotAchievable, celosia.ParameterError):
            return

    with out.open(newline="", encoding="utf-8") as file:
        header, *cells = csv.reader(file)
    assert header == ["age", "sex", "country", "dx"]
    assert Counter(row[3] for row in cells) == Counter(row[3] or "" for row in complete)
    assert release.after.satisfied
    assert celosia.verify(out, ("age", "sex", "country"), models, nulls).satisfied
