"""The command line as people and scripts use it: real processes, real files."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import tomllib
from xml.etree import ElementTree

import pytest

from celosia.cli import main

ROWS = [
    ("name", "age", "sex", "dx"),
    ("Ana SECRET", "31", "F", "flu"),
    ("Eva SECRET", "32", "F", "cold"),
    ("Luz SECRET", "33", "F", "flu"),
    ("Leo SECRET", "41", "M", "cold"),
    ("Teo SECRET", "42", "M", "flu"),
    ("Pau SECRET", "43", "M", "flu"),
]
AGES = "31;30-39;*\n32;30-39;*\n33;30-39;*\n41;40-49;*\n42;40-49;*\n43;40-49;*\n"
SEXES = "F;*\nM;*\n"
ROLES = ("--qi", "age", "sex", "--sensitive", "dx", "--identifier", "name")
GIVEN = ("--hierarchy", "age=age.csv", "sex=sex.csv")


def text(rows):
    return "".join(",".join(row) + "\n" for row in rows)


def cells(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.fixture
def folder(tmp_path):
    """A folder with a small table and its hierarchies."""
    (tmp_path / "data.csv").write_text(text(ROWS))
    (tmp_path / "age.csv").write_text(AGES)
    (tmp_path / "sex.csv").write_text(SEXES)
    return tmp_path


def test_candidates_prints_what_scripts_rely_on(celosia, folder):
    words = ("data.csv", *ROLES[:3], *GIVEN, "-k", 3, "--objective", "loss", "--json")

    found = celosia(folder, "candidates", *words).json

    assert found["attributes"] == ["age", "sex"]
    assert found["max_levels"] == [2, 1]
    keys = {"node", "minimal", "optimal", "loss", "suppressed"}
    assert all(keys <= set(candidate) for candidate in found["candidates"])
    told = {tuple(c["node"]): (c["minimal"], c["optimal"]) for c in found["candidates"]}
    assert told == {
        (1, 0): (True, True),
        (1, 1): (False, False),
        (2, 0): (False, False),
        (2, 1): (False, False),
    }
    assert found["optimum"] == [1, 0]
    assert {c["suppressed"] for c in found["candidates"]} == {0}


def test_several_values_and_repeated_options_are_the_same(celosia, folder):
    rest = (*GIVEN, "-k", 3, "--json")

    together = celosia(folder, "candidates", "data.csv", "--qi", "age", "sex", *rest)
    apart = celosia(folder, "candidates", "data.csv", "--qi", "age", "--qi", "sex", *rest)

    assert together.json == apart.json


def test_the_lattice_is_drawn_as_well_formed_svg(celosia, folder):
    words = ("data.csv", "--qi", "age", "sex", *GIVEN, "-k", 3, "--graph", "lattice.svg")

    shown = celosia(folder, "candidates", *words)

    picture = ElementTree.parse(folder / "lattice.svg").getroot()
    titles = [title.text for title in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert shown.status == 0
    assert "4 of 6 generalizations satisfy 3-anonymity (minimal: 1" in shown.out
    assert len([title for title in titles if title.startswith("(")]) == 6
    assert any(title.startswith("(1, 0) optimal") for title in titles)


def test_anonymize_prints_what_scripts_rely_on_and_publishes(celosia, folder):
    words = ("data.csv", *ROLES, *GIVEN, "-k", 3, "-o", "out.csv", "--json")

    told = celosia(folder, "anonymize", *words).json

    expected = {"node": [1, 0], "records_in": 6, "records_out": 6, "suppressed": 0}
    expected |= {"min_class": 3, "classes": 2, "proposed_hierarchies": []}
    assert {key: told[key] for key in expected} == expected
    assert 0 < told["loss"] < 1
    assert set(told["seconds"]) == {"read", "count", "search", "apply", "write", "verify"}
    assert cells(folder / "out.csv")[0] == ["age", "sex", "dx"]
    assert sorted(cells(folder / "out.csv")[1:]) == [
        ["30-39", "F", "cold"],
        ["30-39", "F", "flu"],
        ["30-39", "F", "flu"],
        ["40-49", "M", "cold"],
        ["40-49", "M", "flu"],
        ["40-49", "M", "flu"],
    ]
    verified = celosia(folder, "verify", "out.csv", "--qi", "age", "sex", "-k", 3, "--json")
    assert verified.status == 0
    keys = ("satisfied", "min_class", "classes", "records")
    assert [verified.json[key] for key in keys] == [True, 3, 2, 6]


def test_the_certificate_holds_hashes_and_figures_but_no_value(celosia, folder):
    celosia(folder, "anonymize", "data.csv", *ROLES, *GIVEN, "-k", 3, "-o", "out.csv", "--seed", 4)

    written = (folder / "out.csv.certificate.json").read_text()

    certificate = json.loads(written)
    source, out = (
        hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ("data.csv", "out.csv")
    )
    assert certificate["output"]["sha256"] == out
    assert source not in written
    assert set(certificate["input"]) == {"commitment"}
    assert certificate["null_policy"] == "value"
    assert certificate["after"]["min_class"] == 3
    assert not any(value in written for value in ("SECRET", "30-39", "flu"))
    evidence = json.loads((folder / "out.csv.evidence.json").read_text())
    assert evidence["seed"] == 4
    assert evidence["before"]["min_class"] == 1
    assert not {"seed", "before", "loss", "suppressed"} & set(certificate)


def test_the_owner_proves_what_a_release_was_made_of(celosia, folder):
    celosia(folder, "anonymize", "data.csv", *ROLES, *GIVEN, "-k", 3, "-o", "out.csv")
    words = ("verify", "out.csv", "--qi", "age", "sex", "-k", 3, "--original", "data.csv")

    proved = celosia(folder, *words)
    (folder / "data.csv").write_text((folder / "data.csv").read_text() + "\n")
    changed = celosia(folder, *words, "--json")
    (folder / "out.csv.evidence.json").unlink()
    alone = celosia(folder, *words)

    assert (proved.status, changed.status, alone.status) == (0, 1, 2)
    assert "It was made of data.csv as it is now." in proved.out
    assert changed.json["made_of_original"] is False
    assert "only its owner has it" in alone.err


def test_a_missing_hierarchy_is_proposed_and_named(celosia, folder):
    words = ("data.csv", *ROLES, GIVEN[0], GIVEN[1], "-k", 3, "-o", "out.csv")

    told = celosia(folder, "anonymize", *words, "--json").json
    shown = celosia(folder, "anonymize", *words)

    assert told["proposed_hierarchies"] == ["sex"]
    assert "proposed" in next(line for line in shown.out.splitlines() if "sex" in line)


def test_a_recipe_runs_and_runs_again_on_next_months_file(celosia, folder):
    (folder / "run").mkdir()
    (folder / "run" / "celosia.toml").write_text("""
        source = "../data.csv"
        output = "../out.csv"
        [roles]
        name = "identifier"
        age = "quasi-identifier"
        sex = "quasi-identifier"
        dx = "sensitive"
        [[models]]
        model = "k-anonymity"
        k = 3
        [hierarchies.age]
        kind = "file"
        path = "../age.csv"
    """)
    (folder / "next.csv").write_text(text([*ROWS, ("Sol SECRET", "33", "F", "cold")]))

    first = celosia(folder, "anonymize", "run/celosia.toml", "--json")
    words = ("--source", "next.csv", "-o", "next.release.csv", "--json")
    second = celosia(folder, "anonymize", "run/celosia.toml", *words)
    check = ("verify", "next.release.csv", "--recipe", "run/celosia.toml", "--json")
    verified = celosia(folder, *check)

    assert (first.json["records_out"], second.json["records_out"]) == (6, 7)
    assert (folder / "out.csv").exists()
    assert verified.json["satisfied"]


def test_a_node_of_the_users_choice_is_applied(celosia, folder):
    words = ("data.csv", *ROLES, *GIVEN, "-k", 3, "--node", "2,0", "-o", "out.csv", "--json")

    assert celosia(folder, "anonymize", *words).json["node"] == [2, 0]
    assert {row[0] for row in cells(folder / "out.csv")[1:]} == {"*"}


def test_suppressed_records_are_left_out_and_counted(celosia, folder):
    (folder / "data.csv").write_text(text([*ROWS, ("Ian SECRET", "43", "F", "flu")]))
    words = ("data.csv", *ROLES, *GIVEN, "-k", 3, "--suppression", "20%", "-o", "out.csv")

    told = celosia(folder, "anonymize", *words, "--json").json

    assert (told["records_in"], told["records_out"], told["suppressed"]) == (7, 6, 1)
    assert len(cells(folder / "out.csv")) == 7


WRONG_USE = {
    "k is out of reach": (1, "-k 7", "7-anonymity is out of reach"),
    "a node that is not safe": (1, "-k 3 --node 0,0", "6 of 6 records"),
    "no model": (2, "", "no privacy model"),
    "k is no number": (2, "-k many", "'many' is not a valid integer"),
    "k is zero": (2, "-k 0", "k must be a whole number"),
    "a column that is not there": (2, "-k 3 --qi weight", "weight"),
    "suppression above one": (2, "-k 3 --suppression 2", "from 0 to 1"),
    "an unknown format": (2, "-k 3 -o out.doc", r"must end in \.csv"),
    "the source as output": (2, "-k 3 -o data.csv", "must not be the source"),
    "a folder that is not there": (2, "-k 3 -o nowhere/out.csv", "no folder"),
    "a hierarchy that is not there": (2, "-k 3 --hierarchy sex=nothing.csv", "nothing.csv"),
    "a hierarchy of another column": (2, "-k 3 --hierarchy sex=age.csv", "2 values of the data"),
    "a hierarchy for no quasi-identifier": (2, "-k 3 --hierarchy dx=age.csv", "not quasi-ident"),
    "a level that is not there": (2, "-k 3 --levels age=0:9", "between 0 and 2"),
    "a weight that is no number": (2, "-k 3 --weight age=nan", "NAME=NUMBER"),
    "an option that is not there": (2, "-k 3 --colour red", "No such option"),
    "a wrong schema": (2, "-k 3 --schema age.csv", "schema"),
    "an unknown encoding": (2, "-k 3 --encoding klingon", "Unknown encoding"),
}


@pytest.mark.parametrize("case", WRONG_USE)
def test_what_cannot_be_done_is_told_and_nothing_is_written(celosia, folder, case):
    status, words, told = WRONG_USE[case]
    before = {path: path.read_bytes() for path in folder.iterdir()}

    end = celosia(folder, "anonymize", "data.csv", *ROLES, *GIVEN, "-o", "out.csv", *words.split())

    assert end.status == status, end.err
    assert re.search(told, end.err), end.err
    assert end.out == ""
    assert "SECRET" not in end.err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_undecided_columns_are_listed(celosia, folder):
    end = celosia(folder, "anonymize", "data.csv", "--qi", "age", "-k", 3, "-o", "out.csv")

    assert (end.status, (folder / "out.csv").exists()) == (2, False)
    assert "Columns without a role: name, sex, dx." in end.err


@pytest.mark.parametrize("command", ["profile", "init", "candidates", "anonymize", "verify"])
def test_a_missing_file_is_wrong_use(celosia, folder, command):
    end = celosia(folder, command, "nothing.csv")

    assert (end.status, end.out) == (2, "")
    assert "There is no file nothing.csv" in end.err or "Name at least one" in end.err


def test_malformed_data_is_told_by_line_without_values(celosia, folder):
    (folder / "data.csv").write_text(text([*ROWS, ("x SECRET", "1", "F", "flu", "SECRET")]))

    end = celosia(folder, "anonymize", "data.csv", *ROLES, "-k", 3, "-o", "out.csv")

    assert (end.status, (folder / "out.csv").exists()) == (2, False)
    assert "line 8: too many columns" in end.err
    assert "SECRET" not in end.err


def test_verify_exits_1_when_a_model_does_not_hold(celosia, folder):
    words = ("data.csv", "--qi", "age", "sex", "-k", 3, "--json")

    end = celosia(folder, "verify", *words)
    shown = celosia(folder, "verify", *words[:-1])

    assert (end.status, shown.status) == (1, 1)
    keys = ("satisfied", "min_class", "classes", "records")
    assert [end.json[key] for key in keys] == [False, 1, 6, 6]
    assert "3-anonymity does not hold: 6 records" in shown.out


def test_verify_takes_the_dialect_by_hand(celosia, folder):
    (folder / "odd.txt").write_bytes("año§x\nNA§1\n?§1\n".encode("cp1252"))
    words = ("--separator", "§", "--encoding", "cp1252", "--null-value", "NA", "?", "--json")

    end = celosia(folder, "verify", "odd.txt", "--qi", "año", "-k", 2, *words)
    excluded = celosia(
        folder, "verify", "odd.txt", "--qi", "año", "-k", 2, "--nulls", "excluded", *words
    )

    assert (end.json["classes"], end.json["min_class"]) == (1, 2)
    assert excluded.status == 2
    assert "none is left to judge" in excluded.err


def test_the_demo_tells_where_its_files_are_and_its_recipe_runs(celosia, tmp_path):
    told = celosia(tmp_path, "demo", "--rows", 500, "--json").json
    again = celosia(tmp_path, "anonymize", told["recipe"], "-o", "again.csv", "--json")

    assert told["min_class"] >= 5
    assert (tmp_path / told["certificate"]).exists()
    assert (tmp_path / told["output"]).read_bytes() == (tmp_path / "again.csv").read_bytes()
    assert again.json["node"] == told["node"]


def test_init_writes_a_recipe_that_runs_as_it_is(celosia, tmp_path):
    celosia(tmp_path, "demo", "--rows", 500)
    schema = ("--schema-output", "schema.toml")
    made = celosia(tmp_path, "init", "celosia-demo/hospital.csv", *schema, "--json").json
    twice = celosia(tmp_path, "init", "celosia-demo/hospital.csv")

    run = celosia(tmp_path, "anonymize", made["recipe"], "--json")

    written = (tmp_path / made["recipe"]).read_text(encoding="utf-8")
    assert made["roles"]["dni"] == "identifier"
    assert written.count("# ") > 15
    assert tomllib.loads((tmp_path / "schema.toml").read_text())["columns"]["sexo"]
    assert (twice.status, "--force" in twice.err) == (2, True)
    assert run.json["min_class"] >= 5
    assert run.json["proposed_hierarchies"] == []


STABLE_NAMES = {
    "k",
    "uniques",
    "prosecutor",
    "journalist",
    "marketer",
    "class_sizes",
    "individual_risk",
    "population_uniqueness",
    "suda",
    "subject_k",
}


def test_profile_proposes_with_reasons(celosia, folder):
    told = celosia(folder, "profile", "data.csv", "--k-curve", "--json").json
    shown = celosia(folder, "profile", "data.csv", "--lang", "es")

    columns = {column["name"]: column for column in told["columns"]}
    assert columns["age"]["role"] == columns["sex"]["role"] == "quasi-identifier"
    assert columns["age"]["type"] == "integer"
    assert all(column["reasons"] for column in told["columns"])
    assert {"columns", "distinct", "distinction", "separation"} <= set(
        told["proposed_quasi_identifiers"]["examined"][0]
    )
    assert [point["k"] for point in told["k_curve"]["points"]][:2] == [2, 3]
    assert set(told) >= STABLE_NAMES
    assert shown.status == 0
    assert "SECRET" not in json.dumps(told) + shown.out


def test_hierarchies_are_proposed_built_checked_and_converted(celosia, folder):
    rule = ("--rule", 'kind = "digits", levels = 1', "-o", "digits.csv", "--json")
    check = ("--data", "data.csv", "--column", "age", "--json")

    proposed = celosia(folder, "hierarchy", "propose", "data.csv", "age", "--json").json
    built = celosia(folder, "hierarchy", "build", "data.csv", "age", *rule).json
    converted = celosia(folder, "hierarchy", "convert", "digits.csv", "x.arx", "--to", "arx")
    good = celosia(folder, "hierarchy", "check", "x.arx", *check)
    bad = celosia(folder, "hierarchy", "check", "sex.csv", *check)

    assert {"attribute", "height", "rows", "rule", "reason"} == set(proposed)
    assert built["rows"][0] == ["31", "3*", "*"]
    assert converted.status == 0
    assert (folder / "x.arx").read_text().splitlines()[0] == "31;3*;*"
    assert (good.status, good.json["usable"]) == (0, True)
    assert (bad.status, len(bad.json["missing"])) == (1, 6)


@pytest.mark.parametrize(
    "command",
    [
        *("demo", "init", "profile", "candidates", "anonymize", "verify", "hierarchy"),
        *("hierarchy propose", "hierarchy build", "hierarchy check", "hierarchy convert", ""),
    ],
)
def test_every_command_explains_itself(celosia, tmp_path, command):
    end = celosia(tmp_path, *command.split(), "--help")

    assert end.status == 0
    assert end.out.startswith(f"Usage: celosia {command}".rstrip())
    assert "--help" in end.out


@pytest.mark.parametrize("ending", ["txt", "csv.gz", "parquet", "xlsx"])
def test_every_format_is_written_and_verified(celosia, folder, ending):
    out = f"out.{ending}"

    told = celosia(folder, "anonymize", "data.csv", *ROLES, *GIVEN, "-k", 3, "-o", out, "--json")
    verified = celosia(folder, "verify", out, "--qi", "age", "sex", "-k", 3, "--json")

    assert told.json["records_out"] == verified.json["records"] == 6
    assert verified.json["min_class"] == 3


def test_a_terminal_of_few_letters_is_no_reason_to_fail(celosia, folder):
    end = celosia(folder, "profile", "data.csv", "--k-curve", PYTHONIOENCODING="ascii")

    assert end.status == 0, end.err
    assert "quasi-identifier" in end.out


def test_an_error_that_nobody_foresaw_shows_no_value(monkeypatch, capsys):
    monkeypatch.delenv("CELOSIA_TRACEBACK", raising=False)
    for act in ("listen", "ignore"):
        monkeypatch.setattr(f"celosia.cli.stops.Stops.{act}", lambda _: None)
    monkeypatch.setattr(main.cli, "main", lambda **_: int("SECRET"))

    with pytest.raises(SystemExit, match="2"):
        main.main()

    told = capsys.readouterr().err
    assert "ValueError in test_cli.py" in told
    assert "SECRET" not in told


def test_profile_shows_how_many_persons_the_smallest_class_holds(celosia, tmp_path):
    rows = ("age,name", *["31,ana"] * 3, "31,eva", *["40,leo"] * 2)
    (tmp_path / "visits.csv").write_text("\n".join(rows))

    shown = celosia(tmp_path, "profile", "visits.csv", "--qi", "age", "--subject", "name")
    told = celosia(tmp_path, "profile", "visits.csv", "--qi", "age", "--subject", "name", "--json")

    assert (told.json["subject_k"], told.json["records_per_subject"]) == (1, 2.0)
    assert "subject_k" in shown.out
    assert "records_per_subject" in shown.out
