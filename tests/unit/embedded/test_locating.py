from __future__ import annotations

import pytest

from celosia.core.schema import Schema
from celosia.errors import DataError, SchemaError

INTEGER = Schema.from_dict({"a": {"type": "integer"}})


def wrong_lines(relation, schema=INTEGER):
    with pytest.raises(DataError, match="not as declared") as wrong:
        relation.check(schema)
    assert "SECRET" not in str(wrong.value)
    return [line.strip() for line in str(wrong.value).splitlines()[1:]]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("a,b\n1,2\nSECRET,3\n", 3),
        ("a,b\r\n1,2\r\nSECRET,3\r\n", 3),
        ("a,b\r1,2\rSECRET,3\r", 3),
        ("\n\na,b\n1,2\n\nSECRET,3\n", 6),
        ('a,b\n1,"x\ny\nz"\nSECRET,3\n', 5),
        ('a,b\n1,"x\r\ny"\n\n\nSECRET,3\n', 6),
        ('"a","b\nb"\n1,2\nSECRET,3\n', 4),
        ("a\n1\n\nSECRET\n", 4),
        ("\ufeffa,b\n1,2\nSECRET,3\n", 3),
        ("a,b\n1," + "x" * 200_000 + "\nSECRET,3\n", 3),
        ("a,b\n1,2\r\nSECRET,3\n", 3),
    ],
    ids=lambda given: repr(given)[:30],
)
def test_a_wrong_value_is_reported_by_line_and_column(read, content, line):
    assert wrong_lines(read(content)) == [f"line {line}: 'a' is not a valid integer"]


def test_the_line_counts_also_with_a_separator_of_several_characters(read):
    relation = read('a||b\n1||"x\ny"\nSECRET||3\n', separator="||")

    assert wrong_lines(relation) == ["line 4: 'a' is not a valid integer"]


def test_the_line_counts_also_in_utf_16(read):
    relation = read("a,b\n1,2\nSECRETñ,3\n".encode("utf-16"))

    assert wrong_lines(relation) == ["line 3: 'a' is not a valid integer"]


def test_an_over_long_value_is_reported(read):
    schema = Schema.from_dict({"b": {"type": "text", "max_length": 4}})

    told = wrong_lines(read("a,b\n1,ñññ\n2,SECRET\n"), schema)

    assert told == ["line 3: 'b' is not a valid text of at most 4 characters"]


def test_wrong_values_of_several_columns_come_in_the_order_of_lines(read):
    schema = Schema.from_dict({"a": {"type": "integer"}, "b": {"type": "date"}})

    told = wrong_lines(read("a,b\n1,x\nx,2020-01-31\n3,2020-02-31\n"), schema)

    assert told == [
        "line 2: 'b' is not a valid date",
        "line 3: 'a' is not a valid integer",
        "line 4: 'b' is not a valid date",
    ]


def test_of_many_wrong_values_the_first_are_shown_and_all_are_counted(read):
    told = wrong_lines(read("a,b\n" + "SECRET,1\n" * 50))

    assert len(told) == 21
    assert told[-1] == "and 30 more"


def test_nulls_are_never_wrong(read):
    read("a,b\n,1\n2,2\n").check(INTEGER)


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"nope": {"type": "integer"}}, r"do not exist: nope\. Columns: a, b\."),
        ({"a": {"type": "date", "format": "%Q"}}, "'a': unknown date format"),
    ],
)
def test_a_schema_that_does_not_fit_is_refused(read, schema, told):
    with pytest.raises(SchemaError, match=told):
        read("a,b\n1,2\n").check(Schema.from_dict(schema))
