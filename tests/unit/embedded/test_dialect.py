from __future__ import annotations

import pytest

from celosia.errors import DataError, ParameterError


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", "~", "^", "||", "::"])
def test_the_separator_is_found_out(read, cells, separator):
    lines = ["name,age,city", "Ana,33,Madrid", "Luis,44,Cádiz", "Eva,55,León"]

    relation = read("\n".join(line.replace(",", separator) for line in lines))

    assert relation.dialect.separator == separator
    assert cells(relation)["city"] == ("Cádiz", "León", "Madrid")


@pytest.mark.parametrize("separator", ["§", "||", "<>", "; "])
def test_a_named_separator_is_taken_as_it_is(read, cells, separator):
    relation = read(f"a{separator}b\n1,5{separator}2\n", separator=separator)

    assert cells(relation) == {"a": ("1,5",), "b": ("2",)}


def test_a_decimal_comma_is_not_a_separator(read, cells):
    assert cells(read("a;b\n1,5;x\n2,5;y\n")) == {"a": ("1,5", "2,5"), "b": ("x", "y")}


def test_two_semicolons_are_an_empty_cell(read, cells):
    assert cells(read("a;;c\n1;;3\n4;;6\n"))["column_2"] == (None,)


@pytest.mark.parametrize("cell", ["a@b.com", "600 111 222", "1,5", "2020-01-02", "a-b", "x:y"])
def test_a_file_of_one_column_has_no_separator(read, cells, cell):
    assert cells(read(f"only\n{cell}\n{cell}\n")) == {"only": (cell,)}


def test_quotes_hold_separators_quotes_and_line_ends(read, cells):
    relation = read('a,b\n"x,y",1\n"say ""hi""",2\n"two\nlines",3\n')

    assert cells(relation)["a"] == ('say "hi"', "two\nlines", "x,y")


def test_single_quotes_are_found_out(read, cells):
    assert cells(read("a,b\n'x,y',1\n'z',2\n")) == {"a": ("x,y", "z"), "b": ("1", "2")}


def test_an_empty_quote_means_that_nothing_is_quoted(read, cells):
    assert cells(read('a,b\n"x,1\ny",2\n', quote="")) == {"a": ('"x', 'y"'), "b": ("1", "2")}


def test_a_separator_of_several_characters_may_stand_in_quotes(read, cells):
    relation = read('"a"::b\n"1::x"::2\n', separator="::")

    assert cells(relation) == {"a": ("1::x",), "b": ("2",)}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way(read, cells, end):
    assert cells(read(f"a,b{end}1,2{end}3,4")) == {"a": ("1", "3"), "b": ("2", "4")}


def test_lines_may_end_now_in_one_way_now_in_another(read, cells):
    relation = read("a,b\r\n1,2\n3,4\r\n")

    assert cells(relation) == {"a": ("1", "3"), "b": ("2", "4")}


def test_empty_lines_hold_no_record(read, cells):
    relation = read("\n\na,b\n1,2\n\n\n3,4\n\n")

    assert relation.records == 2
    assert cells(relation) == {"a": ("1", "3"), "b": ("2", "4")}


def test_names_are_trimmed_and_cells_are_not(read, cells):
    assert cells(read("a, b \n 1,2 \n")) == {"a": (" 1",), "b": ("2 ",)}


def test_a_column_without_a_name_gets_its_number(read):
    assert read("a,,c\n1,2,3\n").columns == ("a", "column_2", "c")


def test_a_name_may_hold_anything(read):
    names = ("select", 'a "b"', "it's", "año, mes", "line\nend", "😀")

    relation = read('select,"a ""b""",it\'s,"año, mes","line\nend",😀\n1,2,3,4,5,6\n')

    assert relation.columns == names


@pytest.mark.parametrize(("header", "named"), [("a,b,a", "a"), ("age,Age", "Age, age")])
def test_names_that_appear_twice_are_refused(read, header, named):
    with pytest.raises(DataError, match=rf"more than once .*: {named}\."):
        read(header + "\n1,2,3\n")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(read, content):
    with pytest.raises(DataError, match="The file is empty"):
        read(content)


def test_a_header_alone_is_a_table_without_records(read):
    relation = read("a,b\n")

    assert (relation.columns, relation.records) == (("a", "b"), 0)


@pytest.mark.parametrize(
    "options", [{"separator": "12345"}, {"quote": "''"}, {"separator": '"', "quote": '"'}]
)
def test_impossible_options_are_refused(read, options):
    with pytest.raises(ParameterError, match=r"separator|quote|Separator"):
        read("a,b\n", **options)
