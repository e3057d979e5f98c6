"""Every error is told in Spanish too: found by its English, filled in alike, and up to date."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from tests.support.messages import Said, all_said, all_texts, shape_of

from celosia.engines.sql.errors import MEANINGS, OTHER
from celosia.spanish.catalogue import PARTS, entries, in_spanish, names
from celosia.spanish.templates import Template

MESSAGES = [entry for name in names() if name not in PARTS for entry in entries(name)]
PHRASES = entries("parts")
UNSEEN = {
    ("engines/sql/errors.py", "text"): "one of the texts beside it, which are looked up below",
    ("shells/cli/guided/risk.py", "talk.word('stopped', k=risk.k, target=risk.target)"): (
        "already in the language of the walk"
    ),
}
"""Messages that cannot be read from the source, and why that does not matter."""


def test_every_error_has_spanish_beside_it_or_in_the_catalogue():
    known = {shape_of(english) for english, _ in MESSAGES}

    without = [
        f"{said.place}: {said.source}"
        for said in all_said()
        if not said.has_spanish and not _is_excused(said) and not _is_known(said, known)
    ]

    assert not without, "\n".join(without)


@pytest.mark.parametrize("meaning", [*MEANINGS, OTHER])
def test_what_a_code_of_a_server_means_has_spanish(meaning):
    assert in_spanish(meaning.format("1205")) is not None


def test_every_message_that_is_excused_is_still_there():
    there = {(said.place.partition(":")[0], said.source) for said in all_said()}

    assert set(UNSEEN) <= there


def test_every_entry_is_still_said_somewhere():
    spoken = all_texts() | {shape for said in all_said() for shape in said.shapes}

    unused = [english for english, _ in MESSAGES + PHRASES if shape_of(english) not in spoken]

    assert not unused, "\n".join(unused)


def test_no_message_is_translated_twice():
    shapes = [shape_of(english) for english, _ in MESSAGES]

    assert [shape for shape in set(shapes) if shapes.count(shape) > 1] == []


@pytest.mark.parametrize("name", names())
def test_both_languages_have_the_same_gaps(name):
    for english, spanish in entries(name):
        before, after = Template.read(english), Template.read(spanish)
        assert set(before.names) == set(after.names), english
        assert set(after.ways) <= {"", "es", "list", "number"}, english
        assert not any(before.ways), english


@pytest.mark.parametrize("name", sorted({*names()} - {*PARTS}))
def test_a_sentence_is_recognized_and_not_taken_for_another(name):
    for english, spanish in entries(name):
        gaps = dict.fromkeys(Template.read(english).names, "·")
        as_it_is = re.sub(r":(es|list|number)}", "}", spanish)

        assert in_spanish(english.format(**gaps)) == as_it_is.format(**gaps)


def test_who_reads_english_does_not_load_the_catalogue():
    loads = "import celosia, sys; print('celosia.spanish' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def _is_excused(said: Said) -> bool:
    return (said.place.partition(":")[0], said.source) in UNSEEN


def _is_known(said: Said, known: set[str]) -> bool:
    return bool(said.shapes) and set(said.shapes) <= known
