from __future__ import annotations

import duckdb
import pytest

from celosia.core.relation import Recoding
from celosia.core.schema import ReadOptions, Schema
from celosia.core.values import NullPolicy
from celosia.engines.duckdb import EmbeddedRelation
from celosia.engines.spark import SparkRelation, SparkSource
from celosia.errors import DataError

TYPED = """SELECT 7::SMALLINT AS i, 1.50::DECIMAL(5, 2) AS d, 1e16::DOUBLE AS f, true AS b,
    0.1::FLOAT AS s, DATE '2020-01-02' AS day, '007' AS code, NULL::INTEGER AS n,
    TIMESTAMP '2020-01-02 03:04:05.5' AS t, TIMESTAMPTZ '2020-01-02 03:04:05+02' AS z, '' AS e
    UNION ALL SELECT -1, -0.05, 12345678.9, false, 16777216, DATE '1999-12-31', 'x', 3,
    TIMESTAMP '1969-12-31 23:59:59', TIMESTAMPTZ '1960-01-01 00:00:00+00', NULL
    UNION ALL SELECT NULL, 0, '-0.0', NULL, 3.4e38, NULL, NULL, NULL, NULL, NULL, 'é'"""


@pytest.fixture
def typed(tmp_path):
    path = tmp_path / "typed [1], {x}.parquet"
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"COPY ({TYPED}) TO '{path}'")
    return path


def test_typed_cells_are_the_texts_that_the_embedded_engine_reads(typed, open_file):
    relation = open_file(typed)

    with EmbeddedRelation(typed, ReadOptions()) as plain:
        assert relation.columns == plain.columns
        assert relation.records == plain.records
        assert relation.propose_schema() == plain.propose_schema()
        for column in plain.columns:
            if column != "z":  # the embedded engine writes it in the time zone of the machine
                assert relation.values(column) == plain.values(column), column
    assert relation.values("z").values[:2] == ("1960-01-01 00:00:00+00", "2020-01-02 01:04:05+00")


def test_a_folder_of_parquet_files_is_one_table(tmp_path, open_file):
    folder = tmp_path / "people"
    folder.mkdir()
    for n in range(3):
        duckdb.execute(f"COPY (SELECT {n} AS a) TO '{folder}/{n}.parquet'")

    assert open_file(folder).values("a").values == ("0", "1", "2")


def test_a_folder_of_csv_files_is_one_table(tmp_path, open_file):
    folder = tmp_path / "people"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.csv").write_text(f"a,b\n{n},x\n")

    assert open_file(folder).values("a").values == ("0", "1", "2")

    (folder / "3.csv").write_text("a,c\n3,x\n")
    with pytest.raises(DataError, match=r"3\.csv has not the same columns as 0\.csv"):
        open_file(folder)


def test_malformed_lines_are_refused_with_their_number(read):
    with pytest.raises(DataError, match="line 3: too many columns"):
        read("a,b\n1,2\n1,2,3\n")


def test_lists_and_bytes_are_refused(tmp_path, open_file):
    path = tmp_path / "x.parquet"
    duckdb.execute(f"COPY (SELECT 1 AS a, [1, 2] AS l, 'x'::BLOB AS b) TO '{path}'")

    with pytest.raises(DataError, match=r"no single values .*: l, b\."):
        open_file(path)


@pytest.mark.parametrize("name", [".x.parquet", "_x.parquet", "none.parquet"])
def test_what_spark_would_pass_over_is_an_error(tmp_path, open_file, name):
    (tmp_path / name.replace("none", "other")).write_bytes(b"PAR1")

    with pytest.raises(DataError, match=r"passes over|no file or folder"):
        open_file(tmp_path / name)


def test_what_is_no_parquet_tells_no_value(tmp_path, open_file):
    (tmp_path / "x.parquet").write_bytes(b"PAR1 secret")

    with pytest.raises(DataError, match="Spark failed while opening Parquet") as told:
        open_file(tmp_path / "x.parquet")

    assert "secret" not in str(told.value)


def test_a_table_is_a_source_and_its_collation_merges_nothing(spark):
    spark.sql(
        "CREATE OR REPLACE TEMP VIEW people AS SELECT col1 COLLATE UTF8_LCASE AS `a.b` "
        "FROM VALUES ('x'), ('X'), ('x '), (NULL)"
    )

    relation = SparkRelation.open(SparkSource(table="people"), session=spark)

    assert relation.values("a.b").values == ("X", "x", "x ", None)
    assert sorted(relation.classes(["a.b"], (), NullPolicy.VALUE).sizes) == [1, 1, 1, 1]
    assert relation.evidence()["records"] == 4
    spark.catalog.dropTempView("people")


def test_the_hash_of_a_table_depends_on_its_records_not_on_their_order(spark):
    frame = spark.createDataFrame([("a", None), ("b", "c")], "x string, y string")
    other = spark.createDataFrame([("a", "c"), ("b", None)], "x string, y string")

    first = SparkRelation.of(frame).evidence()

    assert first == SparkRelation.of(frame.orderBy("x", ascending=False)).evidence()
    assert first != SparkRelation.of(other).evidence()


def test_no_working_data_is_left_and_a_given_session_goes_on(tmp_path, spark, monkeypatch):
    space = tmp_path / "temporary"
    space.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(space))
    (tmp_path / "data.csv").write_text("a,b\n1,2\n")

    with SparkRelation.open(SparkSource(data=str(tmp_path / "data.csv")), session=spark):
        (working,) = space.iterdir()
        files = sorted(file.name for file in working.iterdir())

    assert files == [".celosia-held", "copy-00000.parquet"]
    assert list(space.iterdir()) == []
    assert spark.range(3).count() == 3


def test_what_is_read_stays_as_it_was(tmp_path, open_file):
    folder = tmp_path / "people"
    folder.mkdir()
    for n in range(2):
        duckdb.execute(f"COPY (SELECT {n} AS a) TO '{folder}/{n}.parquet'")

    def state():
        return {
            p: (p.stat().st_mtime_ns, p.is_file() and p.read_bytes())
            for p in (folder, *folder.iterdir())
        }

    before = state()
    relation = open_file(folder)
    relation.values("a")
    relation.classes(["a"])
    draft = relation.draft(Recoding((), ("a",)), str(tmp_path / "out.parquet"), Schema(()), 0)
    draft.publish()

    assert state() == before
