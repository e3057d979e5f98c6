from __future__ import annotations

import duckdb
import pytest

from celosia.core.schema import Column, ColumnType, Schema

DATE = ColumnType.DATE


def proposed(read, *cells):
    lines = "\n".join(f'"{cell}",x' for cell in cells)
    return read(f"c,d\n{lines}\n", separator=",").propose_schema().column("c")


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        (("1", "-20", "+3", "0"), Column("c", ColumnType.INTEGER)),
        (("1.5", "2", "-.5", "1e3"), Column("c", ColumnType.DECIMAL)),
        (("1,5", "2,25"), Column("c", ColumnType.DECIMAL)),
        (("true", "FALSE"), Column("c", ColumnType.BOOLEAN)),
        (("sí", "no"), Column("c", ColumnType.BOOLEAN)),
        (("2020-01-31", "1999-12-01"), Column("c", DATE, format="%Y-%m-%d")),
        (("31/01/2020", "01/12/1999"), Column("c", DATE, format="%d/%m/%Y")),
        (("01/31/2020", "12/01/1999"), Column("c", DATE, format="%m/%d/%Y")),
        (("31-01-2020", "01-12-1999"), Column("c", DATE, format="%d-%m-%Y")),
        (("31.01.2020", "01.12.1999"), Column("c", DATE, format="%d.%m.%Y")),
        (("2020/01/31", "1999/12/01"), Column("c", DATE, format="%Y/%m/%d")),
        (("Ana", "Begoña"), Column("c", ColumnType.TEXT, max_length=6)),
        (("", ""), Column("c", ColumnType.TEXT)),
    ],
    ids=lambda given: str(given)[:40],
)
def test_the_narrowest_type_that_fits_every_value_is_proposed(read, cells, column):
    assert proposed(read, *cells) == column


def test_nulls_do_not_change_the_type(read):
    assert proposed(read, "1", "", "2").type is ColumnType.INTEGER


@pytest.mark.parametrize("code", ["01234", "007", "-01", "1234567890123456789"])
def test_codes_stay_text(read, code):
    assert proposed(read, code, "28001").type is not ColumnType.INTEGER


def test_leading_zeros_are_kept(read, cells):
    relation = read("cp,n\n01001,1\n28001,2\n")

    assert relation.propose_schema().column("cp") == Column("cp", ColumnType.TEXT, max_length=5)
    assert cells(relation)["cp"] == ("01001", "28001")


@pytest.mark.parametrize("last", ["x", "1.5", "2020-02-31"])
def test_one_value_that_does_not_fit_makes_it_coarser(read, last):
    assert proposed(read, "1", "2", last).type is not ColumnType.INTEGER


@pytest.mark.parametrize(
    ("declared", "good", "bad"),
    [
        ({"type": "integer"}, "12", "12.5"),
        ({"type": "decimal"}, "12,5", "12,5,1"),
        ({"type": "boolean"}, "Sí", "perhaps"),
        ({"type": "date", "format": "%d/%m/%Y"}, "31/12/2020", "12/31/2020"),
        ({"type": "text", "max_length": 3}, "abc", "abcd"),
    ],
)
def test_values_are_checked_against_what_is_declared(read, declared, good, bad):
    schema = Schema.from_dict({"c": declared})
    read(f"c;d\n{good};x\n", separator=";").check(schema)

    with pytest.raises(Exception, match="line 3: 'c' is not a valid"):
        read(f"c;d\n{good};x\n{bad};x\n", separator=";").check(schema)


def test_a_parquet_file_says_its_types_itself(tmp_path, open_file, cells):
    path = tmp_path / "data.parquet"
    duckdb.connect().execute(
        f"""COPY (SELECT 7::SMALLINT AS i, 1.50::DECIMAL(5, 2) AS d, 2.5::DOUBLE AS f, true AS b,
            DATE '2020-01-02' AS day, '007' AS code, NULL::INTEGER AS n) TO '{path}'"""
    )

    relation = open_file(path)

    assert {c.name: c.type.value for c in relation.propose_schema()} == {
        "i": "integer",
        "d": "decimal",
        "f": "decimal",
        "b": "boolean",
        "day": "date",
        "code": "text",
        "n": "integer",
    }
    assert [values[0] for values in cells(relation).values()] == [
        *("7", "1.50", "2.5", "true", "2020-01-02", "007", None)
    ]
