"""No sentence escapes the catalogues: what a language of brackets leaves outside is no words."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.support.pseudo import CODE, OPEN, escaped, write_pseudo_language

import celosia
from celosia.cli.language import kind_of_error
from celosia.cli.main import cli
from celosia.cli.output import STAGES
from celosia.errors import CelosiaError
from celosia.guide import CONTROLS, USE_CASES
from celosia.methods.method import own_stage
from celosia.reporting.glossary import privacy_glossary
from celosia.text.languages import languages
from celosia.text.messages import Message

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
    done = CliRunner(env=SECRETS).invoke(cli, ["--lang", CODE, *map(str, args)])
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
    assert words_outside(hospital[1], DATA, *celosia.TECHNIQUES) == []


WALKS = {
    "verify": ["{}/hospital.release.csv --recipe {}/celosia.toml"],
    "candidates": ["{}/celosia.toml", "{}/celosia.toml --objective entropy --suppression 0"],
    "anonymize": [
        "{}/celosia.toml --explain",
        "{}/celosia.toml --method mondrian",
        "{}/secret.toml --vault {}/again.vault -o {}/once.csv --explain",
    ],
    "compare": ["{}/celosia.toml"],
    "profile": ["{}/hospital.csv --qi sexo --qi provincia --k-curve"],
    "attack": [
        "{}/in.csv --release {}/hospital.release.csv --control {}/out.csv --qi sexo --qi provincia "
        "--sensitive diagnostico --attempts 20"
    ],
    "aggregate": ["{}/hospital.csv --by sexo --sum coste --mean coste -o {}/groups.csv"],
    "anatomize": [
        "{}/hospital.csv --qi sexo --sensitive servicio -l 2 -o {}/open.csv {}/apart.csv"
    ],
    "synthesize": [
        "{}/hospital.csv --for testing -o {}/made.csv --records 40",
        "{}/hospital.csv --for statistics -o {}/copy.csv --records 40",
    ],
    "budget new": ["{}/another.toml --total 1"],
    "budget show": ["{}/ledger.toml"],
    "hierarchy propose": ["{}/hospital.csv sexo", "{}/hospital.csv fecha_nacimiento"],
    "hierarchy build": [
        "{}/hospital.csv sexo --rule kind='suppression' -o {}/built.csv",
    ],
    "hierarchy check": ["{}/sexo.csv --data {}/hospital.csv --column sexo"],
    "hierarchy convert": ["{}/sexo.csv {}/sexo.arx.csv --to arx"],
    "init": ["{}/hospital.csv -o {}/again.toml"],
    "report": ["{}/celosia.toml -o {}/report.html"],
    "clean": ["{}"],
    "guide": ["--incidents"],
    "vault new-key": ["{}/new.key"],
    "vault show": ["{}/ours.vault"],
    "vault reidentify": ["{}/ours.vault {code} --column nhc"],
    "vault reverse": ["{}/ours.vault {}/secret.csv --column nhc -o {}/named.csv"],
    "vault reissue": [
        "{}/ours.vault {}/secret.csv --column nhc -o {}/reissued.csv --new-vault {}/new.vault"
    ],
    "vault double": [
        "{}/ours.vault {}/secret.csv --column nhc -o {}/doubled.csv --linking {}/link.vault"
    ],
    "vault rotate": ["{}/turned.vault"],
    "vault destroy": ["{}/ended.vault --yes"],
}
"""What is run of each command; `{}` is the folder."""
WRONG = {
    "app": ["--host 8.8.8.8"],
    "load": ["{}/hospital.csv nowhere", "{}/hospital.csv {}/there.csv"],
    "experiment census": ["{}/hospital.csv"],
    "vault decipher": ["{}/secret.csv {code} --column nhc --key-file {}/some.key"],
    "vault rekey": [
        "{}/secret.csv --column nhc -o {}/rekeyed.csv --key-file {}/some.key "
        "--new-key-file {}/other.key"
    ],
    "vault show": ["{}/hospital.csv"],
    "vault reidentify": ["{}/ours.vault nobody --column nhc", "{}/ours.vault x --column none"],
    "budget show": ["{}/no.toml"],
    "aggregate": [
        "{}/hospital.csv --by none -o {}/no.csv",
        "{}/hospital.csv --by sexo --sum servicio -o {}/no.csv",
        "{}/hospital.csv --by sexo --groups sexo=a -o {}/no.csv",
    ],
    "anatomize": ["{}/hospital.csv --qi sexo --sensitive servicio -l 99 -o {}/n.csv {}/o.csv"],
    "synthesize": ["{}/hospital.csv --for testing --epsilon 1 -o {}/no.csv"],
    "anonymize": [
        "{}/celosia.toml -k 301",
        "{}/nowhere.toml",
        "{}/nowhere.csv --qi sexo -k 2",
        "{}/hospital.csv --qi none -k 2",
        "{}/celosia.toml --hierarchy sexo={}/nowhere.csv",
        "{}/hospital.csv --qi sexo -k 2 -o {}/hospital.csv",
        "{}/hospital.csv --qi sexo -k 2 -o {}/no.odd",
    ],
    "attack": ["{}/in.csv --release {}/no.csv --control {}/out.csv --qi sexo"],
    "verify": ["{}/hospital.csv --qi none -k 2", "{}/celosia.toml"],
    "compare": ["{}/hospital.csv"],
    "report": ["{}/nowhere.toml"],
    "hierarchy build": ["{}/hospital.csv none --rule kind='suppression'"],
    "hierarchy check": ["{}/hospital.csv --data {}/hospital.csv --column sexo"],
    "hierarchy convert": ["{}/nowhere.csv {}/no.csv"],
}
"""What is refused, or needs what a test has not: a server, a browser, a published table."""
SECRETS = {
    "CELOSIA_VAULT_PASSPHRASE": "a passphrase of ours",
    "CELOSIA_NEW_PASSPHRASE": "a passphrase for tomorrow",
    "CELOSIA_LINKING_PASSPHRASE": "a passphrase of theirs",
}


@pytest.fixture(scope="module")
def desk(hospital):
    """The folder of the first run, with all that other commands need."""
    folder = hospital[0]
    header, *lines = (folder / "hospital.csv").read_text("utf-8").splitlines(keepends=True)
    (folder / "in.csv").write_text(header + "".join(lines[:150]), "utf-8")
    (folder / "out.csv").write_text(header + "".join(lines[150:]), "utf-8")
    recipe = (folder / "celosia.toml").read_text("utf-8")
    recipe = recipe.replace("hospital.release.csv", "secret.csv").replace(
        'nhc = "identifier"', 'nhc = "insensitive"'
    )
    recipe += '\n[[techniques]]\nkind = "random-pseudonym"\ncolumn = "nhc"\n'
    (folder / "secret.toml").write_text(recipe, "utf-8")
    for key in ("some.key", "other.key"):
        run("vault", "new-key", folder / key)
    for name in ("turned.vault", "ended.vault", "ours.vault"):
        run("anonymize", folder / "secret.toml", "--vault", folder / name)
    run("budget", "new", folder / "ledger.toml", "--total", 1)
    run("hierarchy", "propose", folder / "hospital.csv", "sexo", "-o", folder / "sexo.csv")
    header, line, *_ = (folder / "secret.csv").read_text("utf-8-sig").splitlines()
    place = re.split("[;,]", header).index("nhc")
    return folder, re.split("[;,]", line)[place]


def walks(table):
    return [pytest.param(name, args, id=f"{name} {args}") for name in table for args in table[name]]


def filled(name, args, desk):
    folder, code = desk
    return [*name.split(), *(each.format(folder, code=code) for each in args.split())]


def known(args):
    kinds = " ".join([*celosia.METHODS, *celosia.OBJECTIVES, *celosia.TECHNIQUES])
    return (DATA, kinds, FIGURES, "Hombre Mujer", args)


@pytest.mark.parametrize(("name", "args"), walks(WALKS))
def test_a_run_says_nothing_of_its_own(desk, name, args):
    said = run(*filled(name, args.replace("{}", "{0}"), desk))

    assert words_outside(said, *known(args)) == []


@pytest.mark.parametrize(("name", "args"), walks(WRONG))
def test_what_is_refused_is_refused_in_the_language(desk, name, args):
    words = filled(name, args.replace("{}", "{0}"), desk)
    done = CliRunner(env=SECRETS).invoke(cli, ["--lang", CODE, *words])

    wrong = done.exception
    assert done.exit_code
    assert wrong is None or isinstance(wrong, SystemExit | CelosiaError), repr(wrong)
    said = f"{kind_of_error(wrong)}: {wrong.text(CODE)}" if isinstance(wrong, CelosiaError) else ""
    assert said + done.output
    assert words_outside(said + done.output, *known(args), "cli", name) == []


def test_every_command_is_walked():
    leaves = {
        " ".join(each.values[0])
        for each in commands()
        if each.values[0] and not commands_of(each.values[0])
    }

    assert leaves - set(WALKS) - set(WRONG) == {"demo"}  # the fixture runs it
    assert set(WALKS) | set(WRONG) <= leaves


def test_the_guided_walk_says_nothing_of_its_own(desk, monkeypatch):
    monkeypatch.chdir(desk[0])
    done = CliRunner().invoke(
        cli, ["--lang", CODE, "guide", "hospital.csv", "-o", "guided.toml"], input="\n" * 200
    )

    assert OPEN in done.output
    assert words_outside(done.output, *known(""), "value wildcard excluded csv toml") == []


def test_the_report_says_nothing_of_its_own(hospital):
    recipe = celosia.Recipe.from_file(hospital[0] / "celosia.toml")
    page = celosia.report(recipe.source, [recipe.output], recipe, CODE)

    body = re.sub(r"<(style|script)\b.*?</\1>|<td class=\"note\">.*?</td>", " ", page, flags=re.S)
    told = re.sub(r"<[^>]+>", " ", body)
    assert words_outside(told.replace("&nbsp;", " "), DATA, "Celosía lt gt amp") == []


def test_the_guide_and_the_glossary_say_nothing_of_their_own():
    said = [
        *(control.text for control in CONTROLS),
        *(entry.title for entry in privacy_glossary().values()),
        *(entry.meaning for entry in privacy_glossary().values()),
        *(case.title for case in USE_CASES.values()),
        *(made.described.title for made in celosia.TECHNIQUES.values()),
        *(made.described.title for made in celosia.MODELS.values()),
    ]

    assert [each.key for each in said if words_outside(each.text(CODE))] == []


def test_every_stage_of_long_work_has_a_name():
    source = Path(celosia.__file__).parent
    told = {
        stage
        for path in source.rglob("*.py")
        if "web" not in path.relative_to(source).parts
        for stage in re.findall(r'\bprogress(?:\(|, )"([a-z-]+)"', path.read_text("utf-8"))
    }

    own = {stage: named for stage in told - set(STAGES) if (named := own_stage(stage))}
    assert {"search", "write", "verify", "mondrian", "neighbourhoods"} <= told
    assert told == (told & set(STAGES)) | set(own)
    said = [*(Message(f"cli.stage-{each}") for each in STAGES), *own.values()]
    assert [each.key for each in said if words_outside(each.text(CODE))] == []
