"""No sentence escapes the catalogues: what a language of brackets leaves outside is no words."""

from __future__ import annotations

import os
import re

import click
import pytest
from click.testing import CliRunner
from tests.support.pseudo import CODE, OPEN, escaped, write_pseudo_language

import celosia
from celosia.cli.main import cli
from celosia.text.languages import languages

NAMES = re.compile(
    r"--?[\w-]+|\[[^\]]*\]|<[^>]*>|\{[^}]*\}|\S*[/.=_\d]\S*|[A-Z][A-Z0-9,…]*\b|'[^']*'"
)
"""Options, choices, ranges, paths, identifiers and what stands for a value."""
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture(scope="module", autouse=True)
def pseudo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo_language(folder)
    before = os.environ["CELOSIA_LOCALE_PATH"]
    os.environ["CELOSIA_LOCALE_PATH"] = f"{folder}{os.pathsep}{before}"
    yield
    os.environ["CELOSIA_LOCALE_PATH"] = before


def commands():
    def walked(command, path):
        yield path
        if isinstance(command, click.Group):
            with click.Context(command) as context:
                for name in command.list_commands(context):
                    yield from walked(command.get_command(context, name), (*path, name))

    return [pytest.param(path, id=" ".join(path) or "celosia") for path in walked(cli, ())]


def words_outside(text, *known):
    left = NAMES.sub(" ", escaped(text))
    return sorted(set(WORD.findall(left)) - {word for each in known for word in WORD.findall(each)})


def run(*args, code=0):
    done = CliRunner().invoke(cli, ["--lang", CODE, *map(str, args)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


def test_the_language_is_there_by_its_folder():
    assert CODE in languages()


@pytest.mark.parametrize("path", commands())
def test_help_says_nothing_of_its_own(path):
    said = run(*path, "--help")

    assert OPEN in said
    kinds = (*celosia.MODELS, *celosia.RULES, *celosia.TECHNIQUES)
    assert words_outside(said, *path, "cli celosia", *commands_of(path), *kinds) == []


def commands_of(path):
    command = cli
    for name in path:
        command = command.get_command(click.Context(command), name)
    return command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []


@pytest.mark.parametrize(
    "wrong",
    [
        ["anonymize"],
        ["anonymize", "x.csv", "--nonsense"],
        ["nonsense"],
        ["anonymize", "x.csv", "--objective", "nonsense"],
        ["aggregate", "x.csv", "-o", "y.csv"],
        ["demo", "--rows", "3"],
        ["demo", "--rows", "three"],
    ],
    ids=" ".join,
)
def test_what_click_says_is_said_in_the_language(wrong):
    assert words_outside(run(*wrong, code=2), "cli", *wrong) == []


@pytest.fixture(scope="module")
def hospital(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    said = run("demo", "--folder", folder, "--rows", 300)
    return folder, said


FIGURES = "ambiguity gcp marketer uniques ancestor"
"""What programs call figures and labels: the keys of --json."""
DATA = (
    "nhc dni nombre sexo fecha nacimiento codigo postal municipio provincia nacionalidad estado "
    "civil ingreso servicio diagnostico dias estancia coste hospital release celosia"
)


def test_a_first_run_says_nothing_of_its_own(hospital):
    assert words_outside(hospital[1], DATA) == []


@pytest.mark.parametrize(
    "args",
    [
        ["verify", "{}/hospital.release.csv", "--recipe", "{}/celosia.toml"],
        ["candidates", "{}/celosia.toml"],
        ["anonymize", "{}/celosia.toml", "--explain"],
        ["anonymize", "{}/celosia.toml", "--method", "mondrian"],
        ["compare", "{}/celosia.toml"],
        ["profile", "{}/hospital.csv", "--qi", "sexo", "--qi", "provincia", "--k-curve"],
        ["hierarchy", "propose", "{}/hospital.csv", "sexo"],
        ["init", "{}/hospital.csv", "-o", "{}/again.toml"],
        ["clean", "{}"],
        ["guide", "--incidents"],
    ],
    ids=lambda args: " ".join(args[:2]),
)
def test_a_run_says_nothing_of_its_own(hospital, args):
    said = run(*(arg.format(hospital[0]) for arg in args))

    kinds = " ".join([*celosia.METHODS, *celosia.OBJECTIVES, "value Hombre Mujer"])
    assert words_outside(said, DATA, kinds, FIGURES, *args) == []


def test_the_report_says_nothing_of_its_own(hospital):
    recipe = celosia.Recipe.from_file(hospital[0] / "celosia.toml")
    page = celosia.report(recipe.source, [recipe.output], recipe, CODE)

    body = re.sub(r"<(style|script)\b.*?</\1>|<td class=\"note\">.*?</td>", " ", page, flags=re.S)
    told = re.sub(r"<[^>]+>", " ", body)
    assert words_outside(told.replace("&nbsp;", " "), DATA, "Celosía lt gt amp") == []


def test_the_guide_and_the_glossary_say_nothing_of_their_own():
    said = [
        *(control.text for control in celosia.CONTROLS),
        *(entry.title for entry in celosia.PRIVACY_GLOSSARY.values()),
        *(entry.meaning for entry in celosia.PRIVACY_GLOSSARY.values()),
        *(case.title for case in celosia.USE_CASES.values()),
        *(made.described.title for made in celosia.TECHNIQUES.values()),
        *(made.described.title for made in celosia.MODELS.values()),
    ]

    assert [each.key for each in said if words_outside(each.text(CODE))] == []
