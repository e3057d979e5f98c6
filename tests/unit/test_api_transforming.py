"""Techniques as part of a release: in order, before anything is counted, on any engine."""

from __future__ import annotations

import csv
import json
import os
import random
from pathlib import Path

import pytest
from tests.support.databases import SERVERS, Scratch

import celosia
from celosia import Recipe, Role
from celosia.core.model import UseCase
from celosia.core.technique import technique_from_dict
from celosia.errors import RecipeError
from celosia.models import KAnonymity
from celosia.register.certificate import private_beside
from celosia.vault.vault import VaultFile
from celosia.workflow.compare import hierarchies_of
from celosia.workflow.read import list_left_behind

NAMES = ("dni", "edad", "cp", "ciudad", "dx")
CITIES = ("Jaén", "León", "Ávila")
ROWS = [
    (f"SECRET{i:03}", str(20 + i % 47), f"28{i % 7:03}", CITIES[i % 3], "abc"[i % 3])
    for i in range(120)
]
ROLES = {
    "dni": Role.IDENTIFIER,
    "edad": Role.QUASI_IDENTIFIER,
    "cp": Role.QUASI_IDENTIFIER,
    "ciudad": Role.INSENSITIVE,
    "dx": Role.SENSITIVE,
}
ROUND = {"kind": "rounding", "column": "edad", "base": 20}
MASK = {"kind": "masking", "column": "cp", "keep_first": 2}
K3 = (KAnonymity(3),)
SECRET = b"a secret of the vault, long enough"


def techniques(*entries):
    return tuple(technique_from_dict(entry) for entry in entries)


def written(path, rows=ROWS):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([NAMES, *rows])
    return path


def cells(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.fixture
def release(tmp_path):
    """Publish the table by techniques, and give the release."""

    def release(*entries, rows=ROWS, models=K3, method="none", **given):
        recipe = Recipe(ROLES, techniques(*entries), models, method=method)
        with celosia.read(written(tmp_path / "data.csv", rows)) as table:
            return celosia.anonymize(table, recipe, tmp_path / "out.csv", **given)

    return release


def test_techniques_run_in_the_order_of_the_recipe(release):
    once = release({"kind": "intervals", "column": "edad", "width": 30}, MASK)
    labels = {row[0] for row in cells(once.path)[1:]}
    release(ROUND, {"kind": "top-bottom-coding", "column": "edad", "top": 40}, MASK)

    assert labels == {"0-29", "30-59", "60-89"}
    assert {row[0] for row in cells(once.path)[1:]} == {"20", "40", ">40"}


def test_what_the_techniques_make_is_judged_and_refused_if_it_does_not_hold(release, tmp_path):
    with pytest.raises(celosia.VerificationFailed, match="3-anonymity"):
        release({"kind": "rounding", "column": "edad", "base": 2})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv"]


def test_a_method_works_on_what_the_techniques_made(release):
    made = release(MASK, method="optimal")

    assert made.after.satisfied
    assert made.node["cp"] == 0
    assert made.before.risk.highest == 1
    assert [step.technique.kind for step in made.steps] == ["masking"]


def test_columns_left_out_are_neither_published_nor_judged(release):
    made = release(ROUND, {"kind": "attribute-suppression", "columns": ["cp", "ciudad"]})

    assert cells(made.path)[0] == ["edad", "dx"]
    assert made.after.quasi_identifiers == ("edad",)


def test_a_masked_identifier_is_still_not_published(release):
    made = release({"kind": "masking", "column": "dni", "keep_first": 1}, ROUND, MASK)

    assert "dni" not in cells(made.path)[0]


def test_a_pseudonym_is_published_and_called_personal_data(release, tmp_path):
    vault = VaultFile(tmp_path / "ids.vault", SECRET)

    made = release({"kind": "random-pseudonym", "column": "dni"}, ROUND, MASK, vault=vault)

    published = [row[0] for row in cells(made.path)[1:]]
    people = celosia.open_vault(vault.path, SECRET).reversed_cells(published, "dni")
    proof = made.certificate.read_text(encoding="utf-8")
    assert sorted(people) == sorted(row[0] for row in ROWS)
    assert made.pseudonymized == ("dni",)
    assert json.loads(proof)["personal_data"] is True
    assert "personal data" in json.loads(proof)["statement"]
    assert "SECRET" not in proof


def test_next_months_table_adds_to_the_vault(release, tmp_path):
    vault, key = VaultFile(tmp_path / "ids.vault", SECRET), b"k" * 32
    keyed = {"kind": "keyed-pseudonym", "column": "dni"}
    others = [(f"SECRET{i + 500}", *row[1:]) for i, row in enumerate(ROWS)]

    release(keyed, ROUND, MASK, vault=vault, key=key)
    release(keyed, ROUND, MASK, vault=vault, key=key, rows=[*ROWS[60:], *others])

    assert len(celosia.open_vault(vault.path, SECRET).column("dni")) == 240


def test_a_growing_vault_never_gives_a_code_twice(release, tmp_path):
    """After three months, blind draws among the 9000 codes would meet one in use: surely so."""
    vault = VaultFile(tmp_path / "ids.vault", SECRET)
    codes = {"kind": "random-pseudonym", "column": "dni", "length": 4}

    for month in range(3):
        others = [(f"SECRET{i + 200 * month}", *row[1:]) for i, row in enumerate(ROWS)]
        release(codes, ROUND, MASK, vault=vault, rows=others)

    held = celosia.open_vault(vault.path, SECRET).column("dni")
    assert len(held) == len(set(held.values())) == 360


def test_a_release_that_cannot_take_its_name_leaves_the_vault_as_it_was(release, tmp_path):
    vault = VaultFile(tmp_path / "ids.vault", SECRET)
    codes = {"kind": "random-pseudonym", "column": "dni"}
    made = release(codes, ROUND, MASK, vault=vault)
    before = vault.path.read_bytes()
    made.path.unlink()

    def in_the_way(stage, share):
        if stage == "verify":
            made.path.mkdir()

    with pytest.raises(IsADirectoryError):
        release(codes, ROUND, MASK, vault=vault, progress=in_the_way)

    assert vault.path.read_bytes() == before
    assert list(tmp_path.glob(".*")) == []


def test_a_folder_where_the_certificate_goes_is_told_before_the_release_takes_its_name(
    release, tmp_path
):
    (tmp_path / "out.csv.certificate.json").mkdir()

    with pytest.raises(celosia.ParameterError, match="the certificate needs that name"):
        release(ROUND, MASK)

    assert not (tmp_path / "out.csv").exists()


def test_nothing_is_kept_of_a_release_that_is_refused(release, tmp_path):
    vault = VaultFile(tmp_path / "ids.vault", SECRET)

    with pytest.raises(celosia.VerificationFailed):
        release({"kind": "random-pseudonym", "column": "dni"}, vault=vault)
    with pytest.raises(celosia.ParameterError, match="no identities for a vault"):
        release(ROUND, MASK, vault=vault)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv"]


def test_a_vault_that_another_secret_opens_is_refused_before_any_work(release, tmp_path):
    release({"kind": "random-pseudonym", "column": "dni"}, ROUND, MASK,
            vault=VaultFile(tmp_path / "ids.vault", SECRET))  # fmt: skip
    vault = VaultFile(tmp_path / "ids.vault", b"another secret, as long as it needs")

    with pytest.raises(celosia.CelosiaError, match="passphrase"):
        release({"kind": "random-pseudonym", "column": "dni"}, ROUND, MASK, vault=vault)


PERTURBED = (
    {"kind": "swap", "columns": ["ciudad"], "rate": 0.5},
    {"kind": "uniform-noise", "column": "edad", "share": 0.1},
    ROUND,
    MASK,
)


def test_the_same_table_gives_the_same_bytes_in_any_order_of_rows(release):
    first = release(*PERTURBED, models=()).path.read_bytes()
    shuffled = random.Random(1).sample(ROWS, len(ROWS))

    assert release(*PERTURBED, models=(), rows=shuffled).path.read_bytes() == first


def test_the_chance_of_another_table_or_key_is_another(release):
    first = release(*PERTURBED, models=()).path.read_bytes()
    other = [*ROWS[:-1], ("SECRET999", *ROWS[-1][1:])]

    assert release(*PERTURBED, models=(), rows=other).path.read_bytes() != first
    assert release(*PERTURBED, models=(), key=b"k" * 32).path.read_bytes() != first


def test_certificates_hold_no_value(release):
    made = release(
        {"kind": "record-suppression", "column": "ciudad", "condition": "equals", "value": "Jaén"},
        ROUND,
        MASK,
    )

    proof = made.certificate.read_text(encoding="utf-8")
    assert "Ja" not in proof
    assert made.after.figures.records == 80


ON_SERVERS = (
    ROUND,
    MASK,
    {"kind": "rare-to-others", "column": "ciudad", "share": 0.4},
    {"kind": "attribute-suppression", "columns": ["dx"]},
)


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_gives_what_a_file_gives(server, tmp_path, release, monkeypatch):
    """Working tables of other runs on the same server are not ours to count."""
    monkeypatch.setattr("celosia.engines.sql.working_tables.PREFIX", f"celosia_t{os.getpid()}_")
    expected = cells(release(*ON_SERVERS).path)
    scratch = Scratch(server)
    try:
        recipe = Recipe(ROLES, techniques(*ON_SERVERS), (KAnonymity(3),), method="none")
        with celosia.read(scratch.at(scratch.table(NAMES, ROWS))) as table:
            made = celosia.anonymize(table, recipe, tmp_path / "served.csv")

        assert sorted(cells(made.path)) == sorted(expected)
        assert list_left_behind(scratch.url) == []
        assert made.steps[0].effect.columns[0].changed > 0.5
    finally:
        scratch.close()


@pytest.mark.server
def test_a_server_refuses_what_needs_whole_records(tmp_path):
    scratch = Scratch("postgresql")
    try:
        swap = techniques({"kind": "swap", "columns": ["ciudad"]})
        with celosia.read(scratch.at(scratch.table(NAMES, ROWS))) as table:
            recipe = Recipe(ROLES, swap, method="none")
            with pytest.raises(celosia.ParameterError, match="looks at whole records"):
                celosia.anonymize(table, recipe, tmp_path / "out.csv")
    finally:
        scratch.close()


def test_certificates_tell_no_mean_that_gives_away_who_was_left_out(release):
    rows = [*ROWS, ("SECRET999", "99", "28000", "Jaén", "a")]
    gone = {"kind": "record-suppression", "column": "edad", "condition": "above", "value": 90}

    made = release(gone, ROUND, MASK, rows=rows)

    told = private_beside(made.certificate)["techniques"][0]
    assert "effect" not in made.certificate.read_text(encoding="utf-8")
    assert made.steps[0].effect.columns[1].numbers.mean_before > 0
    assert told["effect"]["records_after"] == 120
    assert {key for column in told["effect"]["columns"] for key in column} == {
        *("column", "removed", "changed"),
        *("distinct_before", "distinct_after", "nulls_before", "nulls_after"),
    }


def test_certificates_tell_no_limit_and_no_figure_of_a_private_column(release):
    pytest.importorskip("opendp")
    noise = {"kind": "laplace-mechanism", "column": "edad", "epsilon": 1, "low": 20, "high": 66}
    top = {"kind": "top-bottom-coding", "column": "edad", "top": 60}

    made = release(ROUND, noise, top, MASK, models=())

    proof = private_beside(made.certificate)
    steps = proof["techniques"][:3]
    assert [step["effect"]["columns"] for step in steps] == [[], [], []]
    assert not {"low", "high", "top"} & {key for step in steps for key in step}
    assert made.before.classes > 0
    assert proof["before"] is None


def test_certificates_tell_what_no_seed_repeats(release):
    codes = {"kind": "random-pseudonym", "column": "dni"}

    repeated = private_beside(release(ROUND, MASK).certificate)
    drawn = private_beside(release(codes, ROUND, MASK).certificate)

    assert repeated["not_repeated_by_seed"] == []
    assert drawn["not_repeated_by_seed"] == ["random-pseudonym"]


def test_something_must_be_left_to_publish(release, tmp_path):
    everybody = {"kind": "record-suppression", "column": "edad", "condition": "above", "value": 0}

    with pytest.raises(celosia.ParameterError, match="leave every column out"):
        release({"kind": "attribute-suppression", "columns": list(NAMES)})
    with pytest.raises(celosia.DataError, match=r"leave every record out \(of 120\)"):
        release(everybody)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv"]


def test_a_vault_never_stands_where_the_release_goes(release, tmp_path):
    codes = {"kind": "random-pseudonym", "column": "dni"}

    for name in ("out.csv", "out.csv.certificate.json"):
        with pytest.raises(celosia.ParameterError, match="a name of its own"):
            release(codes, ROUND, MASK, vault=VaultFile(tmp_path / name, SECRET))


def test_pseudonyms_that_are_not_published_are_not_personal_data(release):
    dropped = {"kind": "attribute-suppression", "columns": ["dni"]}

    assert release({"kind": "random-pseudonym", "column": "dni"}, dropped, ROUND, MASK
                   ).pseudonymized == ()  # fmt: skip


def test_labels_are_explained_without_the_key_of_the_identifiers(tmp_path):
    entries = ({"kind": "keyed-pseudonym", "column": "dni"}, ROUND)
    recipe = Recipe(ROLES, techniques(*entries), method="none")

    with celosia.read(written(tmp_path / "data.csv")) as table:
        rules = hierarchies_of(table, recipe)

    assert set(rules) == {"edad"}


FAKES = {"kind": "fake-value", "column": "cp"}


@pytest.mark.parametrize("before", [(), ("record-suppression",)], ids=["alone", "of_fewer"])
def test_fake_values_are_explained_by_drawing_them_again(tmp_path, release, before):
    gone = {"kind": "record-suppression", "column": "cp", "condition": "equals", "value": "28003"}
    entries = (*((gone,) if before else ()), ROUND, FAKES)
    recipe = Recipe(ROLES, techniques(*entries), method="none", seed=0)

    made = release(*entries, models=())
    with celosia.read(tmp_path / "data.csv") as table, celosia.read(made.path) as released:
        rules = hierarchies_of(table, recipe)
        compared = celosia.compare(table, released, ("edad", "cp"), rules)

    drawn = {row[1] for row in cells(made.path)[1:]}
    assert drawn == {row[1] for row in rules["cp"].rows} - ({"28003"} if before else set())
    assert compared.figures["ambiguity"] > 0


@pytest.mark.parametrize("server", SERVERS)
def test_fake_values_of_a_server_are_explained_too(server, tmp_path):
    scratch = Scratch(server)
    try:
        recipe = Recipe(ROLES, techniques(ROUND, FAKES), method="none")
        with celosia.read(scratch.at(scratch.table(NAMES, ROWS))) as table:
            made = celosia.anonymize(table, recipe, tmp_path / "served.csv")
            rules = hierarchies_of(table, recipe)
    finally:
        scratch.close()

    assert {row[1] for row in cells(made.path)[1:]} == {row[1] for row in rules["cp"].rows}


@pytest.mark.parametrize(
    "entries",
    [
        {"kind": "random-pseudonym", "column": "cp"},
        {"kind": "keyed-pseudonym", "column": "cp", "fresh": True},
    ],
    ids=lambda entries: entries["kind"],
)
def test_no_model_counts_codes_that_nobody_can_draw_again(entries):
    with pytest.raises(RecipeError, match="Quasi-identifiers get random pseudonyms: cp"):
        Recipe(ROLES, techniques(entries))

    assert Recipe({**ROLES, "cp": Role.IDENTIFIER}, techniques(entries)).techniques


def test_an_empty_column_needs_no_explanation(tmp_path):
    empty = [(dni, None, *rest) for dni, _, *rest in ROWS]
    recipe = Recipe(ROLES, techniques(ROUND), method="none")

    with celosia.read(written(tmp_path / "data.csv", empty)) as table:
        assert hierarchies_of(table, recipe) == {}


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_tells_which_columns_were_left_out(server, tmp_path):
    dropped = {"kind": "attribute-suppression", "columns": ["dx"]}
    scratch = Scratch(server)
    try:
        with celosia.read(scratch.at(scratch.table(NAMES, ROWS))) as table:
            recipe = Recipe(ROLES, techniques(dropped, ROUND, MASK), method="none")
            made = celosia.anonymize(table, recipe, tmp_path / "out.csv")
            later = techniques(dropped, {"kind": "masking", "column": "dx"})
            with pytest.raises(celosia.DataError, match="'dx' was left out before"):
                celosia.anonymize(table, Recipe(ROLES, later, method="none"), "no.csv")
    finally:
        scratch.close()

    assert made.steps[0].technique.kind == "attribute-suppression"
    assert made.steps[0].effect.records_after == 120
    assert made.steps[0].effect.columns[0].removed


def test_a_table_without_quasi_identifiers_can_be_pseudonymized(tmp_path):
    roles = dict.fromkeys(NAMES, Role.INSENSITIVE) | {"dni": Role.IDENTIFIER}
    recipe = Recipe(roles, techniques(*[{"kind": "random-pseudonym", "column": "dni"}]),
                    method="none")  # fmt: skip
    with celosia.read(written(tmp_path / "data.csv")) as table:
        made = celosia.anonymize(table, recipe, tmp_path / "out.csv")

    assert len(cells(made.path)) == len(ROWS) + 1
    assert made.after.figures.min_class == len(ROWS)


def test_the_checklist_of_the_guide_is_for_the_owner_alone(release, tmp_path):
    recipe = Recipe(
        ROLES,
        techniques(ROUND, MASK),
        method="none",
        use_case=UseCase.INTERNAL_DEIDENTIFIED,
        controls={"audits": "yes", "deletion": "no"},
    )
    with celosia.read(written(tmp_path / "data.csv")) as table:
        made = celosia.anonymize(table, recipe, tmp_path / "out.csv")

    controls = private_beside(made.certificate)["controls"]
    assert controls["answers"]["audits"] == {"answer": "yes"}
    assert controls["missing"] == ["deletion"]
    proof = made.certificate.read_text(encoding="utf-8")
    assert "audits" not in proof
    assert "deletion" not in proof
    assert json.loads(proof)["personal_data"] is True


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that nobody can fill")
def test_a_folder_that_cannot_be_written_to_is_told(tmp_path):
    recipe = Recipe(ROLES, techniques(ROUND, MASK), method="none")

    with (
        celosia.read(written(tmp_path / "data.csv")) as table,
        pytest.raises(celosia.DataError, match="/proc cannot be written to"),
    ):
        celosia.anonymize(table, recipe, "/proc/out.csv")


def test_a_population_is_not_compared_by_values_that_techniques_changed(tmp_path):
    source = written(tmp_path / "data.csv")
    recipe = Recipe(ROLES, techniques(ROUND), K3, population=str(source))

    with celosia.read(source) as table, pytest.raises(celosia.ParameterError) as wrong:
        celosia.candidates(table, recipe)

    assert "original values of edad" in str(wrong.value)
    assert "valores originales de edad" in wrong.value.text("es")
