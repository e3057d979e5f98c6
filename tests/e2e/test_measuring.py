"""profile, verify, compare and attack measure what they are asked, and refuse bad input."""

from __future__ import annotations

import json

import pytest

from celosia.demo import write_hospital

ROWS = [
    ("20", "F", "flu", "10"),
    ("20", "F", "cold", "20"),
    ("30", "M", "flu", "10"),
    ("30", "M", "flu", "10"),
    ("40", "M", "cold", "50"),
]
HEADER = "age,sex,dx,w\n"


@pytest.fixture
def folder(tmp_path):
    lines = "".join(",".join(row) + "\n" for row in ROWS)
    (tmp_path / "data.csv").write_text(HEADER + lines)
    (tmp_path / "empty.csv").write_text(HEADER)
    (tmp_path / "nulls.csv").write_text(HEADER + ",,,\n,,,\n")
    (tmp_path / "zeros.csv").write_text(HEADER + "20,F,flu,0\n20,F,flu,5\n")
    return tmp_path


def test_profile_gives_every_figure(celosia, folder):
    told = celosia(
        folder, "profile", "data.csv", "--qi", "age", "sex", "--sensitive", "dx", "--weight", "w",
        "--harm", "low", "--json",
    ).json  # fmt: skip

    assert (told["k"], told["uniques"], told["classes"]) == (1, 1, 3)
    assert told["alpha_k"] == 1.0
    assert told["distinct_l"] == 1
    assert told["t_equal"] == pytest.approx(0.6)
    assert told["delta_disclosure"] == "Infinity"
    assert told["prosecutor"]["highest"] == 1.0
    assert told["journalist"]["highest"] == pytest.approx(1 / 20)
    assert told["individual_risk"]["expected"] > 0
    assert told["suda"]["special_uniques"] == 1
    assert told["scenario"]["acceptable"] is False


def test_profile_counts_spellings_and_tells_no_value(celosia, folder):
    (folder / "spelled.csv").write_text("age,dx\n20,HIV\n20,hiv\n30,HIV \n30,HIV\n40,flu\n")

    told = celosia(folder, "profile", "spelled.csv", "--qi", "age", "--json").json
    shown = celosia(folder, "profile", "spelled.csv", "--qi", "age").out

    assert told["variants"] == {
        "dx": {"values": 1, "spellings": 3, "records": 2, "mended_by": "one-spelling"}
    }
    assert "dx: 1 value spelled in several ways" in " ".join(shown.split())
    assert "use the technique one-spelling" in " ".join(shown.split())
    assert "hiv" not in shown.lower()


def test_spellings_are_values_of_their_own_where_the_command_says_so(celosia, folder):
    (folder / "versions.csv").write_text("zip,dx\n" + "a,1\na,1.0\nb,1\nb,1.00\n")
    asked = ["--qi", "zip", "--sensitive", "dx"]
    own = ["--as-written", "dx"]
    models = ["-k", "2", "--l-diversity", "dx=2"]

    plain, told = (
        celosia(folder, "profile", "versions.csv", *asked, "--json", *more).json["sensitive"]["dx"]
        for more in ([], own)
    )
    assert (plain["distinct_l"], told["distinct_l"]) == (1, 2)
    release = ["anonymize", "versions.csv", *asked, *models, "--method", "none", "-o", "out.csv"]
    assert celosia(folder, *release).status == 1
    assert celosia(folder, *release, *own).status == 0
    assert celosia(folder, "verify", "out.csv", *asked, *models).status == 1
    assert celosia(folder, "verify", "out.csv", *asked, *models, *own).status == 0
    wrong = celosia(folder, "verify", "out.csv", *asked, *models, "--as-written", "nope")
    assert wrong.status == 2
    assert "nope" in wrong.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("data.csv --qi nope", "no column 'nope'"),
        ("empty.csv --qi age", "no records"),
        ("nulls.csv --qi age --nulls excluded", "null quasi-identifier"),
        ("nulls.csv --qi age --sensitive dx", "Every value is null in: dx"),
        ("zeros.csv --qi age --weight w", "no weight above 0"),
        ("data.csv --qi age --weight dx", "no weight above 0"),
    ],
)
def test_profile_refuses_what_it_cannot_measure(celosia, folder, words, told):
    end = celosia(folder, "profile", *words.split(), "--json")

    assert end.status == 2
    assert told in end.err


def test_verify_measures_sensitive_columns_and_any_model(celosia, folder):
    model = 'model = "entropy-l-diversity", attribute = "dx", l = 2'

    end = celosia(
        folder, "verify", "data.csv", "--qi", "sex", "--sensitive", "dx", "--model", model, "--json"
    )

    assert end.status == 1
    assert end.json["models"][0]["rejected_records"] == 3
    assert end.json["sensitive"]["dx"]["distinct_l"] == 2


def test_a_copy_is_broken_and_a_release_resists(celosia, folder):
    write_hospital(folder / "all.csv", 1500, seed=2)
    header, *lines = (folder / "all.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "in.csv").write_text(header + "".join(lines[:1000]), encoding="utf-8")
    (folder / "out.csv").write_text(header + "".join(lines[1000:]), encoding="utf-8")
    attack = ("--control", "out.csv", "--qi", "sexo", "codigo_postal", "fecha_nacimiento", "--json")

    copied = celosia(folder, "attack", "in.csv", "--release", "in.csv", *attack).json

    assert copied["linkage"]["risk"] > 0.9
    assert copied["singling_out"]["risk"] > 0.9


def test_compare_puts_releases_side_by_side(celosia, folder):
    (folder / "coarse.csv").write_text(HEADER + "*,F,flu,10\n*,F,cold,20\n*,M,flu,10\n")

    told = celosia(
        folder, "compare", "data.csv", "--release", "data.csv", "coarse.csv", "--qi", "age", "sex",
        "--json",
    ).json  # fmt: skip

    assert list(told) == ["data.csv", "coarse.csv"]
    assert told["data.csv"]["gcp"] == 0
    assert told["coarse.csv"]["gcp"] == 0.5
    assert "flu" not in json.dumps(told)
