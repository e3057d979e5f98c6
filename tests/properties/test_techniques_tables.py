"""Tables made of others: what nobody can compute from them, and what they still add up to."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
from hypothesis import assume, given, reject, settings, strategies as st
from scipy.optimize import linprog

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import NotAchievable
from celosia.techniques.tables.aggregation import Aggregation
from celosia.techniques.tables.anatomization import Anatomization
from celosia.techniques.tables.data_for_testing import DataForTesting
from celosia.techniques.tables.statistical_copy import StatisticalCopy
from celosia.techniques.tables.synthetic_figures import most_columns_alike

TOTAL = "TOTAL"


def context(cells, seed=1):
    return TechniqueContext(Randomness.of(seed, cells))


@st.composite
def records(draw, columns):
    """Records of few categories, and a number that is not negative."""
    size = draw(st.integers(1, 40))
    groups = st.lists(st.sampled_from("abcd"), min_size=size, max_size=size)
    pay = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    return Cells.of({**{name: draw(groups) for name in columns}, "pay": [str(n) for n in pay]})


def published(table, by, figure):
    """What a reader sees: the figure of each line, by its labels."""
    keys = zip(*(table.column(name) for name in by), strict=True)
    return dict(zip(keys, table.column(figure), strict=True))


def equations(lines, dimensions):
    """Every total of the table with its terms, as far as they are listed."""
    for total in product(*({key[axis] for key in lines} for axis in range(dimensions))):
        for axis in range(dimensions):
            if total[axis] == TOTAL and total in lines:
                line = [
                    k for k in lines if k[:axis] + k[axis + 1 :] == total[:axis] + total[axis + 1 :]
                ]
                yield total, [key for key in line if key[axis] != TOTAL]


def ranges(lines, dimensions, lowest, known=()):
    """The least and the most that each hidden line can be, by a solver."""
    hidden = [key for key, figure in lines.items() if figure == "*" and key not in known]
    rows, sums = [], []
    for total, terms in equations(lines, dimensions):
        row, right = np.zeros(len(hidden)), 0.0
        for key, sign in [(total, -1), *((term, 1) for term in terms)]:
            if key in hidden:
                row[hidden.index(key)] = sign
            else:
                right -= sign * float(known[key] if key in known else lines[key])
        rows.append(row)
        sums.append(right)
    for at, key in enumerate(hidden):
        goal = np.eye(len(hidden))[at]
        ends = [
            linprog(sign * goal, A_eq=np.array(rows), b_eq=sums, bounds=(lowest, 10_000))
            for sign in (1, -1)
        ]
        assert all(end.status == 0 for end in ends)
        yield key, ends[0].fun, -ends[1].fun


both = st.sampled_from([("a",), ("a", "b")])


@settings(max_examples=150)
@given(data=st.data(), by=both, least=st.integers(2, 5))
def test_no_hidden_count_can_be_computed(data, by, least):
    cells = data.draw(records(by))

    table = Aggregation(by, least=least).made(cells, context(cells)).cells

    lines = published(table, by, "count")
    for _, low, high in ranges(lines, len(by), lowest=1):
        assert high - low > 1 - 1e-6


@settings(max_examples=100)
@given(data=st.data(), by=both, least=st.integers(2, 5))
def test_no_hidden_sum_can_be_computed(data, by, least):
    cells = data.draw(records(by))

    table = Aggregation(by, ("pay",), least=least).made(cells, context(cells)).cells

    for _, low, high in ranges(published(table, by, "sum_pay"), len(by), lowest=0):
        assert high - low > 1 - 1e-6


@settings(max_examples=100)
@given(data=st.data(), by=both)
def test_nobody_who_is_alone_in_a_group_learns_the_sum_of_another_small_one(data, by):
    cells = data.draw(records(by))
    open_table = Aggregation(by, ("pay",), least=1).made(cells, context(cells)).cells
    counts, sums = (published(open_table, by, name) for name in ("count", "sum_pay"))

    table = Aggregation(by, ("pay",), least=3).made(cells, context(cells)).cells

    lines = published(table, by, "sum_pay")
    alone = [key for key, count in counts.items() if count == "1" and TOTAL not in key]
    for person in alone:
        own = {k: sums[k] for k in counts if counts[k] == "1" and covers(k, person)}
        for key, low, high in ranges(lines, len(by), lowest=0, known=own):
            assert int(counts[key]) >= 3 or high - low > 1 - 1e-6


def covers(line, person):
    return all(at in (own, TOTAL) for at, own in zip(line, person, strict=True))


@given(data=st.data(), by=both, least=st.integers(1, 6))
def test_what_is_shown_is_true_and_small_groups_are_not_shown(data, by, least):
    cells = data.draw(records(by))
    truth = published(Aggregation(by, least=1).made(cells, context(cells)).cells, by, "count")

    result = Aggregation(by, least=least).made(cells, context(cells))

    lines = published(result.cells, by, "count")
    assert lines.keys() == truth.keys()
    assert all(figure in ("*", truth[key]) for key, figure in lines.items())
    assert all(lines[key] == "*" for key, count in truth.items() if int(count) < least)
    assert result.primary + result.secondary == sum(n == "*" for n in lines.values())
    assert truth[(TOTAL,) * len(by)] == str(cells.records)


@given(
    values=st.lists(st.sampled_from([*"abcdef", None]), min_size=1, max_size=60),
    l=st.integers(2, 4),
    seed=st.integers(0, 5),
)
def test_anatomized_groups_are_diverse_and_their_join_holds_every_record(values, l, seed):
    cells = Cells.of({"who": [str(n) for n in range(len(values))], "dx": values})
    assume(max(Counter(values).values()) * l <= len(values))

    tables = Anatomization(("who",), "dx", l).made(cells, context(cells, seed))

    quasi, sensitive = tables.quasi_identifiers, tables.sensitive
    group_of = dict(zip(quasi.column("who"), quasi.column("group"), strict=True))
    held = Counter()
    for group, value, count in zip(*(sensitive.column(n) for n in sensitive.names), strict=True):
        held[group, value] += int(count)
    sizes = Counter(group_of.values())
    assert held == Counter((group_of[str(n)], value) for n, value in enumerate(values))
    assert all(count * l <= sizes[group] for (group, _), count in held.items())


@settings(max_examples=25)
@given(cells=records(("a", "b")), seed=st.integers(0, 5))
def test_synthetic_records_depend_on_the_seed_and_the_table_alone(cells, seed):
    assume(cells.records >= 5)

    copies = [StatisticalCopy().made(cells, context(cells, seed)).cells for _ in range(2)]

    assert copies[0].records == cells.records
    for name in cells.names:
        assert copies[0].column(name).tolist() == copies[1].column(name).tolist()


@settings(max_examples=25)
@given(data=st.data(), alike=st.sampled_from([0.4, 0.7]))
def test_no_made_up_record_is_near_an_original_one_in_more_columns_than_allowed(data, alike):
    pay = data.draw(st.lists(st.integers(0, 10**6), min_size=2, max_size=30, unique=True))
    cells = Cells.of(
        {
            "id": [f"id-{n:07}" for n in pay],
            "pay": [str(n) for n in pay],
            "sex": ["FM"[n % 2] for n in pay],
        }
    )

    try:
        result = DataForTesting(alike=alike, records=40).made(cells, context(cells))
    except NotAchievable:  # numbers that fill their range leave no room, and that is told
        reject()

    alike_columns = most_columns_alike(result.cells, cells, 0.02)
    assert alike_columns.max() <= int(alike * 3)
    assert result.cells.records == 40 - result.removed
