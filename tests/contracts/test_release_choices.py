"""Techniques, null policies, groups and empty texts: a release is the same from every engine."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import product
from string import ascii_uppercase, digits

import duckdb
import pytest
from tests.contracts.test_releases import COMMAS, ENGINES
from tests.support.databases import Scratch
from tests.support.spark_sessions import local_session

import celosia
from celosia import NullPolicy, Role
from celosia.core.technique import technique_from_dict
from celosia.hierarchies import Suppression
from celosia.models import DistinctLDiversity, KAnonymity

WORDS = ("a", "A", "á", "a\u0301", "a ", " a", "😀", "x,y", 'q"q', "")
NUMBERS = ("-0", "0.0", "9", "11", "19", "1e1", "31", "10000000000000000000000")
HEADER = "text,number,day,dx\n"
LINES = [
    f'"{WORDS[i * 7 % 10].replace(chr(34), chr(34) * 2)}",{NUMBERS[i * 5 % 8]},'
    f"2024-0{1 + i % 3}-1{i % 2},{('flu', 'Flu', 'cold', '')[(i + i // 8) % 4]}\n"
    for i in range(90)
]
ROLES = {
    "text": Role.QUASI_IDENTIFIER,
    "number": Role.QUASI_IDENTIFIER,
    "day": Role.INSENSITIVE,
    "dx": Role.SENSITIVE,
}
MASKED = {"kind": "masking", "column": "text", "keep_first": 1}
RARE = {"kind": "rare-to-others", "column": "text", "least": 10}
SPELLED = {"kind": "one-spelling", "column": "dx"}
ROUNDED = {"kind": "rounding", "column": "number", "base": 10}
CODED = {"kind": "keyed-pseudonym", "column": "day"}
GONE = {"kind": "attribute-suppression", "columns": ["day"]}
CHOICES = {
    "masks, wildcards": ([MASKED, GONE], {"nulls": NullPolicy.WILDCARD}),
    "rare, kept rows": ([RARE, CODED], {"keep_suppressed": True}),
    "one spelling": ([SPELLED], {}),
    "as written": ([], {"as_written": ("dx",)}),
    "rounded, groups": ([ROUNDED], {"method": "mondrian"}),
    "groups, excluded": ([], {"method": "k-members", "nulls": NullPolicy.EXCLUDED}),
    "suppressed, excluded": ([CODED], {"suppression": 0.3, "nulls": NullPolicy.EXCLUDED}),
}


def released(table, choice, output):
    techniques, others = CHOICES[choice]
    recipe = celosia.Recipe(
        roles=ROLES,
        models=(KAnonymity(4), DistinctLDiversity("dx", 2)),
        techniques=tuple(map(technique_from_dict, techniques)),
        **{"suppression": 0.1, **others},
    )
    release = celosia.anonymize(table, recipe, output, key=b"k" * 32)
    return release.suppressed, release.excluded, release.loss, output.read_bytes()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("choice", CHOICES)
def test_every_engine_releases_the_same(engine, choice, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(HEADER + "".join(LINES), encoding="utf-8")
    with celosia.read(path, COMMAS) as table:
        expected = released(table, choice, tmp_path / "embedded.csv")

    with ENGINES[engine](path) as table:
        assert released(table, choice, tmp_path / "release.csv") == expected


@contextmanager
def with_empty_texts(engine, folder):
    """Open a table that holds empty texts and nulls, which no CSV file does."""
    rows = [("", "1"), ("", "2"), ("x", "3"), ("x", "4"), (None, "5")]
    if engine in ("mariadb", "postgresql"):
        scratch = Scratch(engine)
        try:
            with celosia.read(scratch.at(scratch.table(["a", "b"], rows))) as table:
                yield table
        finally:
            scratch.close()
        return
    path = folder / "data.parquet"
    listed = ", ".join(f"({'NULL' if a is None else repr(a)}, '{b}')" for a, b in rows)
    duckdb.sql(f"SELECT * FROM (VALUES {listed}) AS v(a, b)").write_parquet(str(path))
    source = str(path)
    if engine == "spark":
        local_session()
        source = f"spark:?data={path}"
    with celosia.read(source) as table:
        yield table


@pytest.mark.parametrize("name", ["release.csv", "release.parquet"])
@pytest.mark.parametrize("engine", ["embedded", *ENGINES])
def test_an_empty_text_is_no_null(engine, name, tmp_path):
    recipe = celosia.Recipe(
        roles={"a": Role.QUASI_IDENTIFIER, "b": Role.INSENSITIVE},
        hierarchies={"a": Suppression()},
        models=(KAnonymity(2),),
        nulls=NullPolicy.EXCLUDED,
    )

    with with_empty_texts(engine, tmp_path) as table:
        release = celosia.anonymize(table, recipe, tmp_path / name)

    assert (release.node, release.excluded) == ({"a": 0}, 1)
    assert (release.after.figures.classes, release.after.figures.records) == (2, 4)


@pytest.mark.parametrize("engine", ["embedded", *ENGINES])
def test_no_invented_value_is_a_real_one_of_any_column(engine, tmp_path):
    """Of the texts with a letter and a digit, the table holds half."""
    texts = ["".join(pair) for pair in product(ascii_uppercase, digits)]
    own, free, others = texts[:15], texts[15:130], texts[130:]
    path = tmp_path / "data.csv"
    path.write_text("a,b\n" + "".join(f"{own[i % 15]},{each}\n" for i, each in enumerate(others)))
    recipe = celosia.Recipe(
        roles={"a": Role.IDENTIFIER, "b": Role.IDENTIFIER},
        techniques=(technique_from_dict({"kind": "fake-value", "column": "a"}),),
        method="none",
    )

    opened = {"embedded": lambda path: celosia.read(path, COMMAS), **ENGINES}[engine]
    with opened(path) as table:
        celosia.anonymize(table, recipe, tmp_path / "release.csv")

    lines = (tmp_path / "release.csv").read_text().splitlines()
    assert lines[0] == "a"
    assert len(set(lines[1:])) == 15
    assert set(lines[1:]) <= set(free)
