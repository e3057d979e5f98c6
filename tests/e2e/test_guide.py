"""`celosia guide` as people walk it: real processes, real answers."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import celosia as library
from celosia.core.model import UseCase
from celosia.demo import write_hospital
from celosia.models import DistinctLDiversity, KAnonymity

ROOT = Path(__file__).resolve().parents[2]
CELOSIA = str(Path(sys.executable).with_name("celosia"))
ENTER = ""
FEW_COLUMNS = ("municipio", "provincia", "nacionalidad", "fecha_ingreso", "servicio")
TO_THE_CONTROLS = ("", "", "", "", "", "", "")
"""Enter for k, the five questions of annex D, and that classes hide sensitive values."""


@pytest.fixture(scope="module")
def hospital(tmp_path_factory):
    """A small hospital, made once."""
    return write_hospital(tmp_path_factory.mktemp("hospital") / "hospital.csv", 300, 2)


@pytest.fixture
def folder(tmp_path, hospital):
    """A folder with the hospital's table."""
    (tmp_path / "hospital.csv").write_bytes(hospital.read_bytes())
    return tmp_path


def guide(folder, answers, *words):
    """Walk with answers typed at the prompts, one per line."""
    done = subprocess.run(
        [CELOSIA, "guide", "hospital.csv", *words],
        cwd=folder,
        input="".join(f"{answer}\n" for answer in answers),
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def roles(answer, columns=FEW_COLUMNS):
    """Give some columns another role, then go on."""
    return [said for column in columns for said in (column, answer)] + [ENTER]


def cells(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def test_enter_all_the_way_in_spanish_ends_with_a_verified_release(folder):
    done = guide(folder, [ENTER] * 40, "--lang", "es", "--release", "out.csv")

    assert done.returncode == 0, done.stderr
    for number in range(1, 6):
        assert f"Paso {number}:" in done.stdout
    assert "Niveles de las jerarquías (0: tal cual): sexo " in done.stdout
    assert "Quedan por responder: access, accounts" in done.stdout
    recipe = library.Recipe.from_file(folder / "celosia.toml")
    assert recipe.use_case is UseCase.EXTERNAL
    assert recipe.models == (KAnonymity(5), DistinctLDiversity("diagnostico", 2))
    published = set(cells(folder / "out.csv")[0])
    assert {*recipe.quasi_identifiers, "diagnostico"} <= published
    assert not {"nhc", "dni", "nombre"} & published
    certificate = json.loads((folder / "out.csv.certificate.json").read_text())
    assert certificate["after"]["min_class"] >= 5


def test_a_walk_in_english_with_pseudonyms_a_loop_and_controls(folder):
    answers = [
        "internal", "b",  # not a choice, then one
        *roles("leave-out"),
        "dni", "random-pseudonym", ENTER,
        "estado_civil", "none", ENTER,
        "2", "3", "low", "low", "high", "2", "0", "0.01",  # k=2 and 2 are refused
        "no",  # classes need not hide sensitive values
        "coarser", "fecha_nacimiento",
        "repeat",
        "yes", "no", "n/a", "", "nothing to guard", "maybe", *[ENTER] * 9,
    ]  # fmt: skip

    done = guide(folder, answers, "--release", "out.csv")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "That is not one of the choices: 1-5, A, B, C, D, E." in done.stdout
    assert "Write a whole number of at least 3." in done.stdout
    assert "Write a number from 0 to 1." in done.stdout
    assert "'fecha_nacimiento':" in done.stdout
    assert "Write the reason." in done.stdout
    assert "Not in place: accounts." in done.stdout
    assert "The result is personal data" in done.stdout
    recipe = library.Recipe.from_file(folder / "celosia.toml")
    assert recipe.use_case is UseCase.INTERNAL
    assert recipe.models == (KAnonymity(3),)
    assert recipe.controls == {"access": "yes", "accounts": "no", "equipment": "nothing to guard"}
    assert recipe.method == "none"
    assert "random-pseudonym" in [technique.kind for technique in recipe.techniques]
    published = cells(folder / "out.csv")
    originals = {row["dni"] for row in cells(folder / "hospital.csv")}
    assert not originals & {row["dni"] for row in published}
    assert len({row["dni"] for row in published}) == len(published)


def test_the_recipe_runs_again_and_gives_the_same_release(celosia, folder):
    (folder / "recipes").mkdir()
    words = ("-o", "recipes/walk.toml", "--release", "first.csv")
    answers = [ENTER, *roles("identifier"), *[ENTER] * 30]
    assert guide(folder, answers, *words).returncode == 0

    done = celosia(folder, "anonymize", "recipes/walk.toml", "-o", "second.csv", "--json")

    assert done.json["min_class"] >= 5
    assert (folder / "second.csv").read_bytes() == (folder / "first.csv").read_bytes()


def test_the_questions_of_the_diagram_lead_to_a_role(folder):
    answers = ["A", "municipio", "questions", "y", "n", "maybe", "y", ENTER, *[ENTER] * 20]

    done = guide(folder, answers)

    assert done.returncode == 0, done.stderr
    assert "Together with others it could lead to a person" in done.stdout
    recipe = library.Recipe.from_file(folder / "celosia.toml")
    assert recipe.roles["municipio"] is library.Role.QUASI_IDENTIFIER


def test_de_identified_data_is_called_personal_data(folder):
    done = guide(folder, ["A", *[ENTER] * 20], "--lang", "es")

    assert "El caso de uso A no tiene este paso." in done.stdout
    assert "El resultado son datos personales" in done.stdout


@pytest.mark.parametrize(("case", "advice"), [("C", "--vault FILE"), ("D", "without --vault")])
def test_no_vault_is_advised_where_the_guide_wants_it_destroyed(folder, case, advice):
    (folder / "answers.toml").write_text(
        f'[data]\nuse_case = "{case}"\n[identifiers]\nnhc = "random-pseudonym"\n'
    )

    done = guide(folder, [], "--answers", "answers.toml")

    assert "The result is personal data" in done.stdout
    assert re.findall(r"--vault FILE|without --vault", done.stdout) == [advice]


def test_test_data_keeps_formats_and_no_record(folder):
    done = guide(folder, ["E", *[ENTER] * 3], "--release", "test.csv")

    assert done.returncode == 0, done.stderr
    assert "0 of 300 records equal an original one" in done.stdout
    assert "celosia synthesize" not in done.stdout
    before, after = cells(folder / "hospital.csv"), cells(folder / "test.csv")
    assert len(after) == len(before) == 300
    for column in ("nhc", "dni", "nombre"):
        assert not {row[column] for row in after} & {row[column] for row in before}
    assert all(re.fullmatch(r"(\d{8}|[XYZ]\d{7})[A-Z]", row["dni"]) for row in after)


def test_test_data_that_equals_the_original_is_told(folder):
    (folder / "hospital.csv").write_text("sexo\n" + "Mujer\nHombre\n" * 20, encoding="utf-8")

    done = guide(folder, ["E", *[ENTER] * 3], "--lang", "es")

    assert done.returncode == 0, done.stderr
    assert "40 de 40 registros son iguales a uno original" in done.stdout
    assert "`celosia synthesize --for testing` inventa registros" in done.stdout


def test_stopping_below_the_threshold_writes_nothing(folder):
    answers = [ENTER, ENTER, ENTER, ENTER, *TO_THE_CONTROLS, "stop"]

    done = guide(folder, answers)

    assert done.returncode == 1
    assert "below the threshold of 5, so no recipe was written" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["hospital.csv"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Stopped; nothing was written."), ("es", "Interrumpido; no se ha escrito nada.")],
)
def test_the_end_of_the_input_stops_the_walk(folder, language, said):
    done = guide(folder, ["C"], "--lang", language)

    assert done.returncode == 130
    assert done.stderr.strip() == said
    assert [path.name for path in folder.iterdir()] == ["hospital.csv"]


def test_ctrl_c_at_a_prompt_leaves_nothing(folder, tmp_path_factory):
    space = tmp_path_factory.mktemp("space")
    process = subprocess.Popen(
        [CELOSIA, "guide", "hospital.csv"],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(space)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout.read(1)  # the walk has begun
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
    finally:
        process.kill()
        process.wait()

    assert process.returncode == 130, err
    assert err.strip() == "Stopped; nothing was written."
    assert list(space.iterdir()) == []
    assert [path.name for path in folder.iterdir()] == ["hospital.csv"]


ANSWERS = """
[data]
use_case = "D"

[roles]
municipio = "leave-out"
provincia = "leave-out"
nacionalidad = "insensitive"
fecha_ingreso = "identifier"
servicio = "insensitive"

[identifiers]
nhc = "random-pseudonym"

[techniques]
fecha_nacimiento = "date-shift"

[risk]
harm = "low"
mitigation = "high"
diversity = "no"
remedy = "repeat"

[controls]
audits = "yes"
encrypted-identities = "destroyed"
"""


def test_a_file_of_answers_needs_nobody(folder):
    (folder / "answers.toml").write_text(ANSWERS)

    done = guide(folder, [], "--answers", "answers.toml", "--release", "out.csv", "--lang", "es")

    assert done.returncode == 0, done.stderr
    recipe = library.Recipe.from_file(folder / "celosia.toml")
    kinds = [technique.kind for technique in recipe.techniques]
    assert kinds[:2] == ["random-pseudonym", "date-shift"]
    assert recipe.controls == {"audits": "yes", "encrypted-identities": "destroyed"}
    assert recipe.roles["municipio"] is library.Role.IDENTIFIER
    with library.read(folder / "out.csv") as released:
        kept = [name for name in recipe.quasi_identifiers if name in released.columns]
        assert library.assess(released, kept).k >= 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('[data]\nuse_case = "F"', "the answer to data.use_case is not possible here"),
        ('[roles]\nsexx = "sensitive"', "the answer to roles.sexx is not possible here"),
        ("[risk]\nk = 2", "the answer to risk.k is not possible here"),
        ('[risk]\nharn = "low"', "answers what was not asked: risk.harn"),
        ('[controls]\ndeletion = "yes"', "answers what was not asked: controls.deletion"),
        ('use_case = "C"', "use_case must stand in a section"),
        ("[data", "is not valid TOML"),
    ],
)
def test_a_wrong_file_of_answers_is_refused_and_nothing_is_written(folder, line, message):
    (folder / "answers.toml").write_text(line)

    done = guide(folder, [], "--answers", "answers.toml")

    assert done.returncode == 2
    assert message in done.stderr
    assert not (folder / "celosia.toml").exists()


def test_an_existing_recipe_is_not_replaced_unasked(folder):
    (folder / "celosia.toml").write_text("mine")

    done = guide(folder, [ENTER] * 40)

    assert done.returncode == 2
    assert "--force replaces it" in done.stderr
    assert (folder / "celosia.toml").read_text() == "mine"


def test_a_folder_that_does_not_exist_is_told_before_the_walk(folder):
    done = guide(folder, [], "-o", "nowhere/celosia.toml")

    assert done.returncode == 2
    assert "There is no folder nowhere." in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("lang", "words"), [("es", "72 horas"), ("en", "72 hours")])
def test_incidents_are_told_without_data(celosia, folder, lang, words):
    done = celosia(folder, "guide", "--incidents", "--lang", lang)

    assert done.status == 0
    assert words in done.out


def test_a_walk_needs_a_table(celosia, folder):
    done = celosia(folder, "guide")

    assert done.status == 2
    assert "Name the table" in done.err


@pytest.mark.parametrize(
    ("language", "fourth"),
    [("en", "Step 4: compute the risk"), ("es", "Paso 4: calcule el riesgo")],
)
def test_the_documented_walk_prints_what_the_page_says(celosia, folder, language, fourth):
    page = (ROOT / "docs" / language / "how-to" / "guide.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(\w+)[^\n]*\n(.*?)```", page, re.DOTALL))
    (folder / "answers.toml").write_text(blocks["file"], encoding="utf-8")
    write_hospital(folder / "hospital.csv", 2000, 0)  # that of `celosia demo --rows 2000`

    words = ("--answers", "answers.toml", "--release", "hospital.release.csv", "--lang", language)
    done = celosia(folder, "guide", "hospital.csv", *words)

    lines = [line.rstrip() for line in done.out.splitlines()]
    told = [line.rstrip() for line in blocks["output"].splitlines()]
    assert lines[lines.index(fourth) :] == told
    assert [line for line in blocks["table"].splitlines()[:-1] if line not in lines] == []


def test_the_documented_library_code_runs(folder):
    page = (ROOT / "docs" / "en" / "how-to" / "guide.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]

    done = subprocess.run(
        [sys.executable, "-c", code.replace("celosia-demo/", "")],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert 'use_case = "B"' in done.stdout
