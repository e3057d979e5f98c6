from __future__ import annotations

import codecs
import gzip

import pytest

from celosia.errors import DataError, ParameterError

TEXT = "año,coste\n2020,5 €\n"
READ = {"año": ("2020",), "coste": ("5 €",)}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_the_encoding_is_found_out(read, cells, encoding):
    assert cells(read(TEXT.encode(encoding))) == READ


def test_utf_16_of_the_other_byte_order_is_found_out(read, cells):
    assert cells(read(codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"))) == READ


@pytest.mark.parametrize("encoding", ["utf-16-le", "iso8859-15", "mac_roman", "UTF8"])
def test_a_named_encoding_is_taken(read, cells, encoding):
    assert cells(read(TEXT.encode(encoding), encoding=encoding)) == READ


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_gzip_is_unpacked_whatever_the_name(read, cells, encoding):
    assert cells(read(gzip.compress(TEXT.encode(encoding)))) == READ


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_wrong_encoding_is_told_with_the_line(read, encoding):
    content = "a,b\nx,1\nSECRETO ñ,2\n".encode("cp1252")

    with pytest.raises(DataError, match=rf"^Line 3 is not valid {encoding}\.$"):
        read(content, encoding=encoding)


def test_a_byte_that_cp1252_does_not_know_is_told_with_the_line(read):
    with pytest.raises(DataError, match=r"^Line 3 is not valid cp1252\.$"):
        read(b"a,b\nx,1\nSECRET\x81\xf1,2\n")


def test_a_wrong_byte_far_into_the_file_is_told_with_its_line(read):
    content = b"a,b\n" + b"x,1\n" * 400_000 + b"\xff,1\n"

    with pytest.raises(DataError, match="line 400002: invalid characters"):
        read(content, encoding="utf-8")


def test_half_a_character_at_the_end_is_an_error(read):
    with pytest.raises(DataError, match="ends in the middle of a character"):
        read("a,b\nñ,2\n".encode("utf-16")[:-1])


@pytest.mark.parametrize("encoding", ["klingon", "rot13", "base64"])
def test_an_unknown_encoding_is_refused(read, encoding):
    with pytest.raises(ParameterError, match=f"Unknown encoding '{encoding}'"):
        read("a,b\n1,2\n", encoding=encoding)


@pytest.mark.parametrize("content", [TEXT.encode("utf-16-le"), b"\x89PNG\r\n\x1a\n\0\0\0"])
def test_what_is_not_text_is_not_taken_for_text(read, content):
    with pytest.raises(DataError, match="zero bytes"):
        read(content)


@pytest.mark.parametrize("encoding", [None, "utf-8"])
@pytest.mark.parametrize("cut", [5, 40])
def test_a_damaged_gzip_file_is_refused(read, cut, encoding):
    packed = gzip.compress(b"a,b\n" + bytes(range(48, 58)) * 3000)

    with pytest.raises(DataError, match="damaged or incomplete gzip"):
        read(packed[:cut], encoding=encoding)
