from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import duckdb
import numpy as np
import pytest

import celosia
from celosia.core.counts import Codebook
from celosia.core.relation import Partition, Recoding
from celosia.core.schema import ReadOptions, Schema
from celosia.engines.duckdb import EmbeddedRelation
from celosia.engines.spark import frame_draft as writing, frame_query as applying
from celosia.errors import DataError, ParameterError
from celosia.files.journal import REPLACED

TABLE = "n,half,day,flag,code,kept,big\n7,1.5,31/12/2020,sí,007,x,9e999\n,-2,01/02/1999,no,,x,1\n"
COLUMNS = ("n", "half", "day", "flag", "code", "kept", "big")
AS_IT_IS = Recoding(("kept",), COLUMNS)
UNDECLARED = Schema(())


def parquet(path):
    found = duckdb.connect().execute(f"SELECT * FROM '{path}/*.parquet' ORDER BY half")
    return found.fetchall(), [column[1] for column in found.description]


def test_parquet_keeps_the_types_that_hold_every_value(tmp_path, read):
    written = read(TABLE).write(AS_IT_IS, tmp_path / "out.parquet", UNDECLARED, seed=0)

    rows, types = parquet(tmp_path / "out.parquet")
    assert written == 2
    assert rows == [
        (None, -2.0, date(1999, 2, 1), False, None, "x", "1"),
        (7, 1.5, date(2020, 12, 31), True, "007", "x", "9e999"),
    ]
    assert types == ["BIGINT", "DOUBLE", "DATE", "BOOLEAN", *("VARCHAR",) * 3]


def test_a_declared_type_wins_and_a_generalized_column_is_text(tmp_path, read):
    as_text = Schema.from_dict({"half": {"type": "text"}})
    labels = {"n": {"7": "0-9", None: None}}

    read(TABLE).write(Recoding(("n",), COLUMNS, labels), tmp_path / "o.parquet", as_text, seed=0)

    assert parquet(tmp_path / "o.parquet")[1][:2] == ["VARCHAR", "VARCHAR"]


def test_same_seed_same_bytes_and_names(tmp_path, read):
    lines = [f"{n},x{n}\n" for n in range(60)]
    change = Recoding(("a",), ("a", "b"))

    found = []
    for out, order in (("1.parquet", lines), ("2.parquet", lines[::-1])):
        read("a,b\n" + "".join(order)).write(change, tmp_path / out, UNDECLARED, 5)
        found.append({f.name: f.read_bytes() for f in (tmp_path / out).iterdir()})

    assert found[0] == found[1]
    assert list(found[0]) == ["part-00000.parquet"]


@pytest.mark.parametrize("ending", ["csv", "csv.gz"])
def test_many_pieces_are_joined_in_the_order_of_the_embedded_engine(
    tmp_path, read, monkeypatch, ending
):
    monkeypatch.setattr(writing, "RECORDS_TOGETHER", 30)
    relation = read("a,b\n" + "".join(f'{n},"x\n""{n % 7},"\n' for n in range(200)))
    change = Recoding(("a",), ("b", "a"))

    written = relation.write(change, tmp_path / f"spark.{ending}", UNDECLARED, 5)

    with EmbeddedRelation(tmp_path / "data.csv", ReadOptions(",", '"', "utf-8")) as plain:
        plain.write(change, tmp_path / "plain.csv", UNDECLARED, 5)
    found = (tmp_path / f"spark.{ending}").read_bytes()
    found = gzip.decompress(found) if ending == "csv.gz" else found
    assert found == (tmp_path / "plain.csv").read_bytes()
    assert written == 200
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "data.csv",
        "plain.csv",
        f"spark.{ending}",
    ]


def test_a_combination_of_many_parts_is_divided_as_the_embedded_engine_does(
    tmp_path, read, monkeypatch
):
    monkeypatch.setattr(applying, "RANKS_TOGETHER", 4)
    relation = read("a,b\n" + "".join(f"x,{n}\n" for n in range(60)))
    number = np.array([1, 9, 4, 0, 3, 30, 13])
    group = np.array([0, 1, 2, 0, -1, 3, 1])
    change = Partition(
        ("a",),
        ("a", "b"),
        (Codebook("a", ("x",)),),
        np.zeros((7, 1), np.int64),
        np.cumsum(number) - number,
        number,
        group,
        {"a": ("p", "q", "r", "s")},
    )

    relation.write(change, tmp_path / "spark.csv", UNDECLARED, 5)

    with EmbeddedRelation(tmp_path / "data.csv", ReadOptions(",", '"', "utf-8")) as plain:
        plain.write(change, tmp_path / "plain.csv", UNDECLARED, 5)
    assert (tmp_path / "spark.csv").read_bytes() == (tmp_path / "plain.csv").read_bytes()


@pytest.mark.parametrize("name", ["out.parquet", "out.csv"])
def test_a_draft_takes_the_place_of_its_target_only_when_published(tmp_path, read, name):
    relation = read(TABLE)
    target = tmp_path / name
    relation.write(Recoding((), ("code",)), target, UNDECLARED, 0)
    change = Recoding(("kept",), ("kept", "n"))

    draft = relation.draft(change, str(target), UNDECLARED, 0)
    with draft.reopen() as written, relation_of(target) as before:
        assert (before, written.columns, draft.records) == (("code",), ("kept", "n"), 2)
    evidence = draft.evidence()
    draft.publish()
    draft.discard()

    assert evidence["bytes"] > 0
    with relation_of(target) as after:
        assert after == ("kept", "n")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data.csv", name]


def test_a_folder_that_was_replaced_is_removed_at_the_end(tmp_path, read):
    relation, target = read(TABLE), tmp_path / "out.parquet"
    relation.write(Recoding((), ("code",)), target, UNDECLARED, 0)
    draft = relation.draft(AS_IT_IS, str(target), UNDECLARED, 0)

    draft.publish()
    (aside,) = tmp_path.glob(f".celosia*/{REPLACED}")
    with relation_of(target) as new, relation_of(aside) as old:
        assert (new, old) == (COLUMNS, ("code",))
    draft.discard()

    assert sorted(p.name for p in tmp_path.iterdir()) == ["data.csv", "out.parquet"]


def test_whoever_comes_next_finishes_between_the_two_renames_of_a_folder(
    tmp_path, read, monkeypatch
):
    relation, target = read(TABLE), tmp_path / "out.parquet"
    relation.write(Recoding((), ("code",)), target, UNDECLARED, 0)
    draft = relation.draft(AS_IT_IS, str(target), UNDECLARED, 0)
    replace = Path.replace

    def stopped(self, to):
        if self == draft.path:
            raise KeyboardInterrupt
        return replace(self, to)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            draft.publish()
    draft.discard()
    assert not target.exists()

    with celosia.read(f"spark:?data={target}") as table:
        assert table.columns == COLUMNS
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data.csv", "out.parquet"]


def test_a_draft_that_is_discarded_leaves_nothing(tmp_path, read):
    draft = read(TABLE).draft(AS_IT_IS, str(tmp_path / "out.csv"), UNDECLARED, 0)

    draft.discard()

    assert [p.name for p in tmp_path.iterdir()] == ["data.csv"]


def test_a_draft_that_fails_leaves_nothing(tmp_path, read, monkeypatch):
    def fails(*_):
        raise OSError("disk full")

    monkeypatch.setattr(writing, "_join_pieces", fails)

    with pytest.raises(OSError, match="disk full"):
        read(TABLE).draft(AS_IT_IS, str(tmp_path / "out.csv"), UNDECLARED, 0)

    assert [p.name for p in tmp_path.iterdir()] == ["data.csv"]


def test_values_that_are_not_as_declared_are_counted_by_column(read):
    schema = Schema.from_dict({"n": {"type": "date"}, "code": {"type": "text", "max_length": 2}})

    with pytest.raises(DataError) as told:
        read(TABLE).check(schema)

    assert str(told.value).splitlines()[1:] == [
        "  1 record: 'n' is not a valid date",
        "  1 record: 'code' is not a valid text of at most 2 characters",
    ]


def test_the_source_is_never_replaced(tmp_path, read, open_file):
    folder = tmp_path / "people.parquet"
    read(TABLE).write(AS_IT_IS, folder, UNDECLARED, 0)

    for relation, target in (
        (open_file(tmp_path / "data.csv"), tmp_path / "data.csv"),
        (open_file(folder), folder),
        (open_file(folder / "part-00000.parquet"), folder),
    ):
        with pytest.raises(ParameterError, match="must not be the source"):
            relation.draft(AS_IT_IS, str(target), UNDECLARED, 0)


def test_an_unknown_format_is_refused():
    with pytest.raises(ParameterError, match=r"Spark cannot write 'x\.xlsx'"):
        writing.output_format(Path("x.xlsx"))


def relation_of(path):
    """Read the column names of what is there, by DuckDB."""
    from contextlib import nullcontext

    where = f"{path}/*.parquet" if path.is_dir() else path
    return nullcontext(tuple(duckdb.sql(f"SELECT * FROM '{where}'").columns))
