"""Messages: a key and arguments, said in any language that has a folder."""

from __future__ import annotations

import json
import os
import pickle
from decimal import Decimal

import pytest

from celosia.errors import CelosiaError
from celosia.text import catalogues, languages
from celosia.text.catalogues import UnknownMessageError, of_others, read_catalogue
from celosia.text.languages import language_of_system
from celosia.text.messages import Message, joined, verbatim

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
PLURALS = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
ENTRIES = """
msgid "zoo.found"
msgid_plural "zoo.found"
msgstr[0] "{count:,} animal ({share:.1%}): {names:and}"
msgstr[1] "{count:,} animals ({share:.1%}): {names:and}"

msgid "zoo.all"
msgstr "All: {what}."
"""


@pytest.fixture
def zoo(tmp_path, monkeypatch):
    """A language and an area that exist by their folder alone."""
    for code, words in (("en", ENTRIES), ("qz", ENTRIES.replace("animal", "bestia"))):
        (tmp_path / code).mkdir()
        (tmp_path / code / "zoo.po").write_text(HEAD + PLURALS + words, encoding="utf-8")
    monkeypatch.setenv("CELOSIA_LOCALE_PATH", str(tmp_path))
    return tmp_path


def found(count, **more):
    return Message("zoo.found", count=count, **{"share": 0.125, "names": ["a", "b", "c"], **more})


def test_a_language_is_there_because_its_folder_is(zoo):
    assert "qz" in languages.languages()
    assert language_of_system({"LC_ALL": "qz_QZ.UTF-8"}) == "qz"
    assert found(1).text("qz") == "1 bestia (12.5%): a, b and c"


def test_the_number_of_things_chooses_the_form(zoo):
    assert str(found(1)) == "1 animal (12.5%): a, b and c"
    assert str(found(1200)) == "1,200 animals (12.5%): a, b and c"


def test_numbers_and_lists_are_written_as_the_language_does(zoo):
    assert found(1200).text("es") == "1.200 animals (12,5\N{NO-BREAK SPACE}%): a, b y c"


def test_a_message_inside_of_another_speaks_its_language(zoo):
    assert Message("zoo.all", what=Message("text.none")).text("es") == "All: ninguno."


def test_a_missing_key_or_argument_is_an_error(zoo):
    with pytest.raises(UnknownMessageError, match=r"zoo\.nobody"):
        Message("zoo.nobody").text("es")
    with pytest.raises(UnknownMessageError, match=r"zoo\.all needs 'what'"):
        Message("zoo.all").text()


def test_equal_messages_are_the_same_one(zoo):
    one, other = found(2), Message("zoo.found", names=("a", "b", "c"), share=0.125, count=2)

    assert one == other
    assert len({one, other}) == 1
    assert pickle.loads(pickle.dumps(one)) == one
    assert Message.from_dict(one.to_dict()) == one


def test_several_messages_one_after_the_other():
    assert joined([verbatim("One."), verbatim("Two.")], "; ").text("es") == "One.; Two."


@pytest.mark.parametrize(
    ("names", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "abc")]
)
def test_a_list_of_few_is_said_as_people_do(zoo, names, said):
    if isinstance(names, str):
        assert str(Message("zoo.all", what=names)) == f"All: {said}."
    else:
        assert str(found(1, names=names)) == f"1 animal (12.5%): {said}"


@pytest.mark.parametrize(
    ("given", "english", "spanish"),
    [
        (True, "True", "True"),
        (Decimal("1.5"), "1.5", "1,5"),
        (0.25, "0.25", "0,25"),
        ((1.5, "x"), "1.5, x", "1,5, x"),
        (iter(["a", Message("text.none")]), "a, none", "a, ninguno"),
        (CelosiaError(Message("text.none")), "none", "ninguno"),
        (b"ab", "b'ab'", "b'ab'"),
    ],
)
def test_what_fills_a_gap_is_said_as_what_it_is(zoo, given, english, spanish):
    message = Message("zoo.all", what=given)

    assert message.text() == message.text() == f"All: {english}."
    assert message.text("es") == f"All: {spanish}."


def test_gaps_are_filled_later_and_what_was_given_last_counts(zoo):
    message = Message("zoo.all", what="one").given(what="two")

    assert str(message) == "All: two."
    assert message.arguments == {"what": "two"}


def test_json_holds_messages_and_lists_inside_of_a_message(zoo):
    message = Message("zoo.all", what=[1, 2.5, True, "x", Message("text.none"), ["y"]])
    told = json.loads(json.dumps(message.to_dict()))

    assert Message.from_dict(told) == message
    assert Message.from_dict(told).text("es") == "All: 1, 2,5, True, x, ninguno, y."
    assert Message("zoo.all", what=Decimal("1.5")).to_dict()["arguments"] == {"what": "1.5"}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"CELOSIA_LANG": "es", "LC_ALL": "C"}, "es"),
        ({"LC_ALL": "es_ES.UTF-8", "LANG": "en_GB"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_machine_says_what_its_people_speak(environment, language):
    assert language_of_system(environment) == language


def test_a_catalogue_that_was_edited_is_compiled_anew(tmp_path):
    entry = HEAD + '\nmsgid "zoo.name"\nmsgstr "{}"\n'
    (tmp_path / "es").mkdir()
    written = tmp_path / "es" / "zoo.po"
    written.write_text(entry.format("Casa"), encoding="utf-8")
    catalogues.write_compiled(tmp_path)
    assert read_catalogue(tmp_path / "es", "zoo").gettext("zoo.name") == "Casa"

    written.write_text(entry.format("Parque"), encoding="utf-8")
    compiled = written.with_suffix(".mo")
    later = compiled.stat().st_mtime + 60
    os.utime(written, (later, later))

    assert read_catalogue(tmp_path / "es", "zoo").gettext("zoo.name") == "Parque"


def test_what_others_say_is_found_by_their_english():
    assert of_others("click", "es", "Options") == "Opciones"
    assert of_others("click", "en", "Options") == "Options"
