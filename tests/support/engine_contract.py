"""What every engine must do, whatever it runs on; the engines of other packages too.

A test file of an engine has a fixture `engine` and takes all tests from here::

    @pytest.fixture
    def engine(tmp_path):
        made = []

        def make(columns, rows) -> Relation:
            made.append(...)  # a table with these columns and rows, opened
            return made[-1]

        yield make
        for relation in made:
            relation.close()

    globals().update(contract())
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from celosia.core.counts import Codebook
from celosia.core.relation import SUPPRESSED_GROUP, Pairing, Partition, Recoding, Relation
from celosia.core.schema import ColumnType, ReadOptions, Schema
from celosia.core.values import NullPolicy, ValueCounts
from celosia.engines.duckdb import EmbeddedRelation
from celosia.errors import DataError
from celosia.workflow.attack_release import match
from celosia.workflow.whose import as_person
from tests.support.number_cases import DATES, NUMBERS

UNDECLARED = Schema(())

TRICKY = ("a", "A", "á", "a ", " a", "ß", "ss", "*", "NULL", "1", "01", "1.0", 'q"q', "x,y", "l\nl")
CELLS = st.sampled_from((*TRICKY, None))
NAMES = ("año, mes", 'sel"ect', "group by")
TABLES = st.lists(st.tuples(CELLS, CELLS, st.sampled_from(("u", "v", None))), max_size=12)

some_tables = settings(
    max_examples=int(os.environ.get("CELOSIA_CONTRACT_EXAMPLES", "25")),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


class Embedded:
    """Makes relations of CSV files."""

    def __init__(self, folder) -> None:
        self._folder = folder
        self._made = 0

    def table(self, columns, rows) -> Relation:
        self._made += 1
        path = self._folder / f"table_{self._made}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
        return EmbeddedRelation(path, ReadOptions(",", '"', "utf-8"))

    def close(self) -> None:
        pass


def contract() -> dict[str, Any]:
    """Give all tests of the contract, and the fixture that they need beside `engine`."""
    tests = {name: found for name, found in globals().items() if name.startswith("test_")}
    return {**tests, "written": written}


@pytest.fixture
def written(tmp_path):
    """Write a relation as CSV and give the cells of the file, header first."""

    def written(relation, recoding, seed=0):
        path = tmp_path / "written.csv"
        relation.write(recoding, path, UNDECLARED, seed)
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))

    return written


def compatible(one, other):
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


@some_tables
@given(rows=TABLES)
def test_values_are_counted_as_python_counts_them(engine, rows):
    relation = engine(NAMES, rows)

    for position, name in enumerate(NAMES):
        assert relation.values(name) == ValueCounts.of([row[position] for row in rows])


@some_tables
@given(rows=TABLES)
def test_combinations_are_counted_as_python_counts_them(engine, rows):
    domains = [ValueCounts.of([row[j] for row in rows]).values for j in range(3)]
    books = [Codebook(name, domain) for name, domain in zip(NAMES, domains, strict=True)]

    counted = engine(NAMES, rows).count(books)

    found = {
        tuple(domains[j][code] for j, code in enumerate(codes)): count
        for codes, count in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True)
    }
    assert found == Counter(rows)
    assert counted.codes.tolist() == sorted(counted.codes.tolist())


@some_tables
@given(rows=TABLES, subject=st.sampled_from([(), NAMES[2:], NAMES[1:]]))
def test_records_alone_are_counted_as_python_counts_them(engine, rows, subject):
    relation = engine(NAMES, rows)
    places = [NAMES.index(name) for name in subject]
    for columns in ([0], [0, 1], [2]):
        holders, records = {}, Counter()
        for number, row in enumerate(rows):
            held = tuple(row[place] for place in columns)
            if set(held) != {None}:
                who = tuple(row[place] for place in places) if subject else number
                holders.setdefault(held, set()).add(who)
                records[held] += 1

        found = relation.alone([NAMES[place] for place in columns], subject)

        assert found.records == records.total()
        assert found.distinct == len(holders)
        assert found.alone == sum(records[held] for held in holders if len(holders[held]) == 1)


LABELS = {cell: ("X" if cell and "a" in cell.lower() else cell) for cell in (*TRICKY, None)}


@settings(some_tables, max_examples=min(some_tables.max_examples, 12))  # two tables each
@given(
    rows=TABLES,
    out=TABLES,
    subject=st.sampled_from([(), NAMES[2:], NAMES[1:]]),
    columns=st.sampled_from([NAMES[:1], NAMES[:2], NAMES[1:2]]),
    starred=st.booleans(),
    nulls=st.sampled_from((NullPolicy.VALUE, NullPolicy.EXCLUDED)),
)
def test_originals_are_looked_for_as_python_looks_for_them(
    engine, rows, out, subject, columns, starred, nulls
):
    """Whatever the release holds: it need not be made of the table."""
    columns = [name for name in columns if name not in subject] or list(NAMES[:1])
    change = Recoding(NAMES[:1], NAMES, {NAMES[0]: LABELS}, (("1",), (None,)), starred, nulls)

    found = match(engine(NAMES, rows), change, engine(NAMES, out), columns, subject)

    assert Counter(
        {(each.candidates, each.without_own, each.singled): each.number for each in found}
    ) == fares(rows, out, subject, columns, starred, nulls)
    assert len({(m.candidates, m.without_own, m.singled) for m in found}) == len(found)


def fares(rows, out, subject, columns, starred, nulls):
    """Look for everybody, one after the other: who has candidates, and how many."""

    def told(number, row, recode):
        cells = dict(zip(NAMES, row, strict=True))
        first = LABELS[cells[NAMES[0]]] if recode else cells[NAMES[0]]
        cells[NAMES[0]] = "*" if recode and starred and first in ("1", None) else first
        known = tuple(cells[name] for name in columns)
        who = tuple(as_person(dict(zip(NAMES, row, strict=True))[name]) for name in subject)
        return known, who if subject else number

    kept = [r for r in rows if nulls is not NullPolicy.EXCLUDED or r[0] is not None]
    inside = [told(("in", n), row, True) for n, row in enumerate(kept)]
    there = [told(("out", n), row, False) for n, row in enumerate(out)]
    inside, there = ([e for e in each if set(e[0]) != {None}] for each in (inside, there))
    number = Counter()
    for person in {who for _, who in inside}:
        most, least, single = [], [], False
        for known in {known for known, who in inside if who == person}:
            released = {who for held, who in there if held == known}
            originals = {who for held, who in inside if held == known}
            own = person in released
            if not subject:  # whose a released record is, nobody knows: as many as there are
                own = sorted(originals).index(person) < len(released)
            most += [len(released)] if released else []
            least += [len(released) - own] if len(released) > own else []
            single |= len(released) == 1 and own and len(originals) == 1
        if most:
            number[min(most), min(least, default=0), single] += 1
    return number


NUMBERED = tuple(str(number) for number in range(8))


@some_tables
@given(
    rows=st.lists(
        st.tuples(CELLS, st.sampled_from((*NUMBERED, None)), st.sampled_from("uvw")), max_size=12
    ),
    placed=st.booleans(),
)
def test_what_columns_do_to_each_other_is_counted_as_python_counts_it(engine, rows, placed):
    relation = engine(NAMES, rows)
    if not isinstance(relation, Pairing):
        pytest.skip("records are drawn of this engine's tables")
    key, column, _ = NAMES
    without = {key: ("*", 'q"q'), column: ("7",)}
    codes = np.array([100_000 * int(number) for number in NUMBERED[:7]], np.int64)

    found = relation.agreement(
        key, column, without, Codebook(column, NUMBERED[:7], codes) if placed else None
    )
    squares = relation.squares([column, NAMES[2]], [key], without)

    told = [row for row in rows if row[0] not in (None, *without[key])]
    groups = {}
    for first, second, _ in told:
        if second not in (None, "7"):
            groups.setdefault(first, []).append(second)
    alike, apart = [], []
    for cells in (each for each in groups.values() if len(each) > 1):
        alike.append(np.mean([a == b for a, b in combinations(cells, 2)]))
        apart.append(np.var([int(cell) / 10 for cell in cells], ddof=1))
    assert found.groups == len(alike)
    assert found.agreed == pytest.approx(np.mean(alike) if alike else 0)
    assert found.apart == pytest.approx(np.mean(apart) if placed and apart else 0, abs=1e-9)
    assert squares == sum(n * n for n in Counter(row[1:] for row in told).values())


@some_tables
@given(rows=TABLES)
def test_only_complete_records_are_counted_when_asked(engine, rows):
    complete = [row for row in rows if row[0] is not None and row[1] is not None]

    values = engine(NAMES, rows).values(NAMES[2], complete=NAMES[:2])

    assert values == ValueCounts.of([row[2] for row in complete])


@some_tables
@given(rows=TABLES)
def test_classes_with_nulls_as_values(engine, rows):
    classes = engine(NAMES, rows).classes(
        NAMES[:2], [(name,) for name in NAMES[2:]], NullPolicy.VALUE
    )

    groups = Counter(row[:2] for row in rows)
    values = {group: {r[2] for r in rows if r[:2] == group} - {None} for group in groups}
    assert sorted(zip(classes.sizes, classes.distinct(NAMES[2]), strict=True)) == sorted(
        (size, len(values[group])) for group, size in groups.items()
    )
    assert classes.records.tolist() == classes.sizes.tolist()


@some_tables
@given(rows=TABLES)
def test_classes_without_the_records_with_nulls(engine, rows):
    classes = engine(NAMES, rows).classes(NAMES[:2], (), NullPolicy.EXCLUDED)

    groups = Counter(row[:2] for row in rows if None not in row[:2])
    assert sorted(classes.sizes) == sorted(groups.values())


@some_tables
@given(rows=TABLES)
def test_a_null_that_matches_anything_is_as_safe_as_all_that_it_matches(engine, rows):
    classes = engine(NAMES, rows).classes(
        NAMES[:2], [(name,) for name in NAMES[2:]], NullPolicy.WILDCARD
    )

    expected = []
    for group, records in Counter(row[:2] for row in rows).items():
        like = [row for row in rows if compatible(row[:2], group)]
        expected.append((len(like), records, len({row[2] for row in like} - {None})))
    found = zip(classes.sizes, classes.records, classes.distinct(NAMES[2]), strict=True)
    assert sorted(found) == sorted(expected)


def test_a_record_that_no_codebook_lists_is_not_counted(engine):
    relation = engine(["a", "b"], [("x", "1"), ("y", "1"), (None, "1")])

    counted = relation.count([Codebook("a", ("y", None)), Codebook("b", ("1",))])

    assert counted.codes.tolist() == [[0, 0], [1, 0]]
    assert counted.counts.tolist() == [1, 1]


def test_values_may_share_a_code(engine):
    relation = engine(["a", "b"], [("x", "1"), ("y", "1"), (None, "1"), ("z", "1"), ("w", "2")])
    books = [
        Codebook("a", ("x", "y", None, "w"), np.array([0, 0, 1, 1])),
        Codebook("b", ("1", "2")),
    ]

    counted = relation.count(books)

    assert counted.codes.tolist() == [[0, 0], [1, 0], [1, 1]]
    assert counted.counts.tolist() == [2, 1, 1]
    assert relation.distinct(books) == 3
    assert relation.distinct(books, complete=["a"]) == 2


def test_domains_beyond_64_bits_are_counted_too(engine):
    names = [f"c{i}" for i in range(13)]
    rows = [[f"{r * 31 % 40}-{j}" for j in range(13)] for r in range(40)]
    relation = engine(names, [*rows, rows[0]])

    counted = relation.count([Codebook(name, relation.values(name).values) for name in names])

    assert len(counted.counts) == 40
    assert sorted(counted.counts.tolist())[-2:] == [1, 2]


ODD = [
    *("select", 'x "y"', "it's; --", "año", "`100 %s`", "a:b", "data"),
    *("a", "b", "n", "id", "value", "code", "beside", "q0", "p0", "c0", "label"),
]


@pytest.mark.parametrize("nulls", NullPolicy)
def test_names_may_be_anything(engine, written, nulls):
    relation = engine(ODD, [ODD, ODD])

    classes = relation.classes(ODD, [(name,) for name in ODD], nulls)
    counted = relation.count([Codebook(name, (name,)) for name in ODD], complete=ODD)
    labels = {name: {name: "L"} for name in ODD}
    rows = written(relation, Recoding(tuple(ODD), tuple(ODD), labels, nulls=nulls))

    assert classes.sizes.tolist() == counted.counts.tolist() == [2]
    assert [classes.distinct(name).tolist() for name in ODD] == [[1]] * len(ODD)
    assert rows == [ODD, ["L"] * len(ODD), ["L"] * len(ODD)]


def test_a_name_may_be_an_emoji(engine, request):
    if "mariadb" in request.node.name:
        pytest.skip("MariaDB's names hold no character beyond U+FFFF")

    assert engine(["😀"], [("a",), (None,)]).values("😀").counts == (1, 1)


def test_an_unknown_column_is_an_error_that_lists_the_known(engine):
    with pytest.raises(DataError, match=r"no column 'c'\. Columns: a, b\."):
        engine(["a", "b"], [("1", "2")]).values("c")


def test_labels_are_applied_and_identifiers_dropped(engine, written):
    relation = engine(["id", "age", "dx"], [("p1", "31", "flu"), ("p2", None, "flu")])
    labels = {"age": {"31": "30-39", None: None}}

    rows = written(relation, Recoding(("age",), ("age", "dx"), labels))

    assert rows[0] == ["age", "dx"]
    assert sorted(rows[1:]) == [["", "flu"], ["30-39", "flu"]]


def test_rejected_combinations_are_left_out(engine, written):
    relation = engine(["a", "b"], [("x", "1"), ("x", "2"), (None, "3"), ("y", "4")])
    recoding = Recoding(("a",), ("a", "b"), {"a": {"x": "X", "y": "Y", None: None}})

    rows = written(relation, Recoding(("a",), ("a", "b"), recoding.labels, ((None,), ("Y",))))

    assert sorted(rows[1:]) == [["X", "1"], ["X", "2"]]


def test_rejected_combinations_are_starred_when_the_count_is_kept(engine, written):
    relation = engine(["a", "b", "c"], [("x", "1", "u"), ("y", "1", "v"), (None, "1", "w")])
    rejected = (("y", "1"), (None, "1"))

    rows = written(relation, Recoding(("a", "b"), ("c", "b", "a"), {}, rejected, True))

    assert sorted(rows[1:]) == [["u", "1", "x"], ["v", "*", "*"], ["w", "*", "*"]]


def test_records_with_nulls_are_left_out_when_excluded(engine, written):
    relation = engine(["a", "b"], [("x", "1"), (None, "2"), ("y", None)])

    rows = written(relation, Recoding(("a",), ("a", "b"), nulls=NullPolicy.EXCLUDED))

    assert sorted(rows[1:]) == [["x", "1"], ["y", ""]]


@some_tables
@given(rows=TABLES, seed=st.integers(0, 9), data=st.data())
def test_the_order_of_the_input_leaves_no_trace(engine, written, rows, seed, data):
    recoding = Recoding(NAMES[:1], NAMES)
    other_order = data.draw(st.permutations(rows))

    first = written(engine(NAMES, rows), recoding, seed)

    assert first == written(engine(NAMES, other_order), recoding, seed)


def test_another_seed_gives_another_order_of_the_same_records(engine, written):
    relation = engine(["a", "b"], [(str(n), "x") for n in range(50)])
    recoding = Recoding(("a",), ("a", "b"))

    orders = [written(relation, recoding, seed)[1:] for seed in range(3)]

    assert orders[0] != orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(orders[2])
    assert orders[0] != sorted(orders[0])


def test_the_number_of_written_records_is_told(engine, tmp_path):
    relation = engine(["a", "b"], [("x", "1"), ("y", "2"), ("z", "3")])
    recoding = Recoding(("a",), ("a", "b"), {}, (("z",),))

    assert relation.write(recoding, tmp_path / "out.csv", UNDECLARED, 0) == 2


@pytest.mark.parametrize("rejects", [False, True])
@pytest.mark.parametrize("nulls", NullPolicy)
def test_what_is_written_has_the_classes_that_were_decided(engine, tmp_path, nulls, rejects):
    rng = np.random.default_rng(7)
    cells = np.array(["x", "y", None], dtype=object)
    rows = [tuple(cells[rng.integers(0, 3, 2)]) for _ in range(60)]
    recoding = Recoding(("a", "b"), ("a", "b"), {}, (("x", "y"),) * rejects, nulls=nulls)

    engine(["a", "b"], rows).write(recoding, tmp_path / "out.csv", UNDECLARED, 0)

    kept = [row for row in rows if not (rejects and row == ("x", "y"))]
    kept = [row for row in kept if nulls is not NullPolicy.EXCLUDED or None not in row]
    again = EmbeddedRelation(tmp_path / "out.csv", ReadOptions())
    with again:
        found = again.classes(("a", "b"), (), NullPolicy.VALUE)
    assert sorted(found.sizes) == sorted(Counter(kept).values())


LONG = "very long text " * 300
WILD = (
    *(
        "a",
        "A",
        "á",
        "a\u0301",
        "a ",
        " a",
        "a\t",
        "ß",
        "ss",
        "ñ",
        "😀",
        "😁",
        "😀😀",
        "\u200b",
        "日本",
    ),
    *(
        "'",
        '"',
        "''",
        '"a"',
        "x,y",
        "x;y",
        "l\nl",
        "\\",
        "\\N",
        "\\n",
        "%",
        "%s",
        "%%",
        ":a",
        "#",
        "a#",
    ),
    *(
        "NULL",
        "null",
        "None",
        "*",
        "-",
        "\x1f",
        "\x1e",
        "a\x1fb",
        "true",
        "sí",
        "0",
        "-0",
        "+0",
        "0.0",
    ),
    *("1", "01", "1.0", "1.50", "-1", "9223372036854775808", "123456789012345678901234567890"),
    *("1e3", "1E3", ",5", "2024-02-29", "29/02/2024", "31.12.1999", LONG, LONG + "a", LONG + "b"),
)
ABCD = ("a", "B c", "d'", 'e"')


def wild_table(seed):
    """Draw a table with few or many different cells, and nulls."""
    rng = np.random.default_rng(seed)
    cells = np.array(
        [*rng.permutation(np.array(WILD, object))[: rng.integers(2, 12)], None], object
    )
    return [
        tuple(cells[rng.integers(0, cells.size, len(ABCD))]) for _ in range(rng.integers(0, 40))
    ]


def wild_recoding(rows, rng):
    """Draw labels for one column, and some combinations that are not published."""
    labels = {value: rng.choice(["L", "é😀", "a,b", LONG]) for value in {row[1] for row in rows}}
    labels[None] = rng.choice(["N", None])
    recoded = [(row[0], labels[row[1]]) for row in rows]
    rejected = tuple(c for c in dict.fromkeys(recoded) if rng.random() < 0.3)
    keep, nulls = bool(rng.integers(2)), rng.choice(list(NullPolicy))
    return Recoding(ABCD[:2], ("d'", *ABCD[:2]), {ABCD[1]: labels}, rejected, keep, nulls)


def wild_partition(relation, rng):
    """Draw a group for every record: several for those of one combination."""
    books = tuple(Codebook(name, relation.values(name).values) for name in ABCD[:2])
    counted = relation.count(books)
    parts = []
    for codes, count in zip(counted.codes.tolist(), counted.counts.tolist(), strict=True):
        cuts = sorted({0, int(rng.integers(0, count)), count})
        for first, beyond in pairwise(cuts):
            parts.append((codes, first, beyond - first, int(rng.integers(SUPPRESSED_GROUP, 3))))
    codes, first, number, group = (np.array(column) for column in zip(*parts, strict=True))
    labels = {ABCD[0]: ("x", None, "z"), ABCD[1]: ("1", "2", LONG)}
    return Partition(
        ABCD[:2], ABCD, books, codes, first, number, group, labels, bool(rng.integers(2))
    )


def described(classes):
    """Give all that classes hold, as plain lists."""
    found = [classes.sizes.tolist(), classes.records.tolist()]
    found.append(None if classes.population is None else classes.population.tolist())
    for histogram in classes.histograms.values():
        found.append([histogram.class_of.tolist(), histogram.value_of.tolist()])
        found.append([histogram.counts.tolist(), histogram.labels, histogram.overall().tolist()])
    for refinement in classes.refinements.values():
        found.append([refinement.parent.tolist(), described(refinement.classes)])
    return found


def exported(relation, change, seed, path):
    relation.write(change, path, UNDECLARED, seed)
    return path.read_bytes()


@pytest.mark.parametrize("batch", range(5))
def test_every_engine_counts_and_writes_the_same(engine, tmp_path, request, batch):
    if "embedded" in request.node.name:
        pytest.skip("the others are compared with this one")
    for seed in range(10 * batch, 10 * batch + 10):
        rows, rng = wild_table(seed), np.random.default_rng(seed)
        with Embedded(tmp_path).table(ABCD, rows) as plain:
            relation = engine(ABCD, rows)
            people = plain.combinations(ABCD[1:3])

            assert [relation.values(name) for name in ABCD] == [plain.values(n) for n in ABCD]
            assert relation.propose_schema() == plain.propose_schema()
            for nulls in NullPolicy:
                asked = (ABCD[:2], [("d'",), ("d'", 'e"')], nulls, None, people)
                assert described(relation.classes(*asked)) == described(plain.classes(*asked))
            change = wild_recoding(rows, rng)
            written = exported(plain, change, seed, tmp_path / "plain.csv")
            assert exported(relation, change, seed, tmp_path / "other.csv") == written
            if rows:
                change = wild_partition(plain, rng)
                written = exported(plain, change, seed, tmp_path / "plain.csv")
                assert exported(relation, change, seed, tmp_path / "other.csv") == written


def test_weights_are_added_up(engine):
    rows = [("x", "1.5"), ("x", "2,5"), (None, " 1 "), ("y", "1e1")]

    for nulls, expected in ((NullPolicy.VALUE, [4, 10, 1]), (NullPolicy.WILDCARD, [5, 11, 15])):
        classes = engine(["a", "w"], rows).classes(["a"], (), nulls, "w")
        assert classes.population.tolist() == expected


@pytest.mark.parametrize("weight", ["0", "-1", "nan", "inf", "x", None])
def test_a_record_without_a_weight_is_an_error(engine, weight):
    relation = engine(["a", "w"], [("x", "1"), ("x", weight)])

    with pytest.raises(DataError, match="1 record has no weight above 0 in 'w'"):
        relation.classes(["a"], weight="w")


def test_values_that_are_not_as_declared_are_counted(engine):
    relation = engine(["a", "d"], [("1", "2024-01-31"), ("x", "2024-02-30"), (None, None)])

    relation.check(Schema.from_dict({"a": {"type": "text", "max_length": 1}}))
    with pytest.raises(DataError, match="has 1 value that is not as declared"):
        relation.check(Schema.from_dict({"a": {"type": "integer"}}))
    with pytest.raises(DataError, match="has 2 values that are not as declared"):
        relation.check(Schema.from_dict({"a": {"type": "integer"}, "d": {"type": "date"}}))


NO_DATES = ("infinity", "epoch", "31/12/24", "24-12-31", "0000-12-31", "2023-02-29", "1/1/12024")


def test_what_is_no_date_is_not_taken_for_one(engine):
    names = [f"c{i}" for i in range(len(NO_DATES) + 1)]
    relation = engine(names, [("2024-12-31",) * len(names), (" 2024-2-29 ", *NO_DATES)])

    dates, *others = relation.propose_schema()

    assert (dates.type, dates.format) == (ColumnType.DATE, "%Y-%m-%d")
    assert [other.type for other in others] == [ColumnType.TEXT] * len(NO_DATES)
    for name in names[1:]:
        with pytest.raises(DataError, match="has 1 value that is not as declared"):
            relation.check(Schema.from_dict({name: {"type": "date", "format": "%Y-%m-%d"}}))


def test_cells_are_given_alike_every_time(engine):
    relation = engine(["a", "b"], [(str(n), str(n)) for n in range(50)])

    some = relation.cells(["a", "b"], 10)

    assert some == relation.cells(["a", "b"], 10)
    assert some["a"] == some["b"]
    assert len(set(some["a"])) == 10
    assert len(relation.cells(["a"], 100)["a"]) == 50


NUMBER_COLUMNS = [f"c{i}" for i in range(len(NUMBERS))]
VERDICTS = [(case.text, case.commas, case.integer, case.proposed) for case in NUMBERS]


def fits(relation, name, kind, **further):
    try:
        relation.check(Schema.from_dict({name: {"type": kind, **further}}))
    except DataError:
        return False
    return True


def seen(relation):
    """Tell of each case whether it is a decimal, an integer, and what it is proposed as."""
    schema = relation.propose_schema()
    return [
        (
            case.text,
            fits(relation, name, "decimal"),
            fits(relation, name, "integer"),
            schema.column(name).type.value,
        )
        for name, case in zip(NUMBER_COLUMNS, NUMBERS, strict=True)
    ]


def test_numbers_are_numbers_on_every_engine(engine):
    assert seen(engine(NUMBER_COLUMNS, [[case.text for case in NUMBERS]])) == VERDICTS


WEIGHTS = {
    "2": True,
    "+2,5": True,
    " 1e2 ": True,
    "\t7": True,
    "\u00a07": True,
    "1e99": True,
    "0": False,
    "-1": False,
    "1e100": False,
    "1_000": False,
    "inf": False,
    "x": False,
}


@pytest.mark.parametrize("weight", WEIGHTS)
def test_weights_are_weights_on_every_engine(engine, weight):
    relation = engine(["a", "w"], [("x", weight), ("x", "1")])

    def weighed():
        classes = relation.classes(["a"], [], weight="w")
        return classes.population.tolist()

    if WEIGHTS[weight]:
        assert weighed() == [1 + float(weight.strip().replace(",", "."))]
    else:
        with pytest.raises(DataError, match="1 record has no weight above 0"):
            weighed()


def test_dates_are_dates_on_every_engine(engine):
    names = [f"c{i}" for i in range(len(DATES))]
    relation = engine(names, [[case.text for case in DATES]])

    found = [fits(relation, n, "date", format=c.format) for n, c in zip(names, DATES, strict=True)]

    assert dict(zip(DATES, found, strict=True)) == {case: case.of_column for case in DATES}
