"""`celosia vault`, as somebody who holds the passphrase uses it."""

from __future__ import annotations

import csv
import json

import click
import pytest
from click.testing import CliRunner
from tests.support.people import QUICK

import celosia
from celosia.cli.secret_options import vault_file
from celosia.cli.vault_command import command
from celosia.errors import CelosiaError, VerificationFailed
from celosia.vault.cipher import passphrase_secret, read_key_file
from celosia.vault.vault import Vault, VaultFile, open_vault

SECRETS = {
    "CELOSIA_VAULT_PASSPHRASE": "a passphrase of ours",
    "CELOSIA_NEW_PASSPHRASE": "a passphrase for tomorrow",
    "CELOSIA_LINKING_PASSPHRASE": "a passphrase of theirs",
}
OURS, TOMORROW, THEIRS = map(passphrase_secret, SECRETS.values())
COLUMN = ("--column", "person")


@pytest.fixture
def folder(tmp_path, monkeypatch, vault):
    monkeypatch.chdir(tmp_path)
    vault.write("ours.vault", OURS, QUICK)
    (tmp_path / "table.csv").write_text("person,hours\n734211,20\n734213,26\n734211,29\n")
    return tmp_path


def run(*words: str, **more: str) -> str:
    done = CliRunner().invoke(command, words, env={**SECRETS, **more}, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def people(path):
    with path.open(encoding="utf-8", newline="") as file:
        return sorted(row["person"] for row in csv.DictReader(file))


def test_a_single_pseudonym(folder):
    assert run("reidentify", "ours.vault", "734213", *COLUMN) == "Persona Número 2\n"
    told = json.loads(run("reidentify", "ours.vault", "734213", *COLUMN, "--json"))
    assert told == {"column": "person", "value": "Persona Número 2"}


def test_what_is_in_it(folder):
    assert run("show", "ours.vault") == "person: 40 pseudonyms\n"


def test_a_whole_column(folder):
    run("reverse", "ours.vault", "table.csv", *COLUMN, "-o", "named.csv")

    expected = ["Persona Número 0", "Persona Número 0", "Persona Número 2"]
    assert people(folder / "named.csv") == expected


def test_a_new_passphrase(folder, vault):
    run("rotate", "ours.vault")

    assert open_vault("ours.vault", TOMORROW).columns == vault.columns


def test_a_key_file_in_the_place_of_a_passphrase(folder, vault):
    run("new-key", "our.key")
    run("rotate", "ours.vault", "--new-key-file", "our.key")

    assert open_vault("ours.vault", read_key_file("our.key")).columns == vault.columns
    assert run("show", "ours.vault", "--key-file", "our.key") == "person: 40 pseudonyms\n"


def test_new_pseudonyms_after_a_breach(folder):
    run(
        "reissue", "ours.vault", "table.csv", *COLUMN, "-o", "table.csv", "--new-vault", "new.vault"
    )

    new = open_vault("new.vault", TOMORROW)
    codes = people(folder / "table.csv")
    assert not set(codes) & {"734211", "734213"}
    assert sorted(new.reversed_cells(codes, "person")) == [
        "Persona Número 0",
        "Persona Número 0",
        "Persona Número 2",
    ]


def test_the_breached_passphrase_closes_no_new_vault(folder):
    words = ("reissue", "ours.vault", "table.csv", *COLUMN, "-o", "new.csv", "--new-vault", "new")

    with pytest.raises(CelosiaError, match="another passphrase"):
        run(*words, CELOSIA_NEW_PASSPHRASE=SECRETS["CELOSIA_VAULT_PASSPHRASE"])

    assert sorted(path.name for path in folder.iterdir()) == ["ours.vault", "table.csv"]


@pytest.mark.parametrize(
    "words",
    [
        ("reissue", "ours.vault", "table.csv", "--new-vault", "new.vault"),
        ("double", "ours.vault", "table.csv", "--linking", "link.vault"),
        ("reverse", "ours.vault", "table.csv"),
    ],
    ids=lambda words: words[0],
)
def test_whatever_is_written_is_called_personal_data(folder, words):
    said = run(*words, *COLUMN, "-o", "new.csv")

    proof = json.loads((folder / "new.csv.certificate.json").read_text(encoding="utf-8"))
    assert "Personal data: This table" in said
    assert "new.csv.certificate.json" in said
    assert proof["personal_data"] is True
    assert not any(name in json.dumps(proof) for name in ("734211", "Persona"))


@pytest.fixture
def enciphered(folder):
    """A release whose column is enciphered with `old.key`, and its original."""
    (folder / "data.csv").write_text("person,hours\n31415926,20\n27182818,26\n")
    run("new-key", "old.key")
    run("new-key", "new.key")
    recipe = celosia.Recipe.from_toml(
        'method = "none"\nroles = {person = "identifier", hours = "insensitive"}\n'
        '[[techniques]]\nkind = "format-preserving-pseudonym"\ncolumn = "person"\n'
    )
    with celosia.read("data.csv") as table:
        celosia.anonymize(table, recipe, "out.csv", key=read_key_file("old.key"))
    return folder / "out.csv"


def test_a_leaked_key_is_exchanged(enciphered, folder):
    run("rekey", "out.csv", *COLUMN, "--key-file", "old.key", "--new-key-file", "new.key", "-o",
        "new.csv")  # fmt: skip
    code = people(folder / "new.csv")[0]

    one = run("decipher", "new.csv", code, *COLUMN, "--key-file", "new.key")
    run("decipher", "new.csv", *COLUMN, "--key-file", "new.key", "-o", "named.csv")

    assert not set(people(folder / "new.csv")) & set(people(enciphered))
    assert people(folder / "named.csv") == ["27182818", "31415926"]
    assert one.strip() in ("27182818", "31415926")


def test_machines_are_told_where_it_is_and_what(folder):
    words = ("reissue", "ours.vault", "table.csv", *COLUMN, "--new-vault", "new.vault")

    told = json.loads(run(*words, "-o", "new.csv", "--json"))

    assert told == {
        "records": 3,
        "output": "new.csv",
        "personal_data": True,
        "certificate": "new.csv.certificate.json",
    }


def test_the_wrong_key_changes_nothing(enciphered, folder):
    words = ("rekey", "out.csv", *COLUMN, "-o", "out.csv")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    with pytest.raises(CelosiaError, match="not the key that column 'person'"):
        run(*words, "--key-file", "new.key", "--new-key-file", "old.key")
    with pytest.raises(CelosiaError, match="Name the old key and the new one"):
        run(*words, "--key-file", "old.key")
    with pytest.raises(CelosiaError, match="Give a PSEUDONYM, or a table"):
        run("decipher", "out.csv", *COLUMN, "--key-file", "old.key")

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_keyed_pseudonyms_are_not_reissued_without_a_new_key(enciphered, folder):
    Vault({"person": {code: code for code in people(enciphered)}}).write("codes.vault", OURS, QUICK)
    words = ("reissue", "codes.vault", "out.csv", *COLUMN, "-o", "new.csv", "--new-vault", "new")

    with pytest.raises(CelosiaError, match="new ones need a new key"):
        run(*words)
    run(*words, "--length", "12")

    assert {len(code) for code in people(folder / "new.csv")} == {12}


def test_new_fake_values_after_a_breach_are_no_value_of_the_table(folder):
    """The table holds every digit but those of its people and of two codes for each."""
    rows = "".join(f"{person},{digit}\n" for person, digit in zip("01" * 2, "6789", strict=True))
    (folder / "data.csv").write_text(f"person,ward\n{rows}")
    recipe = celosia.Recipe.from_toml(
        'method = "none"\nroles = {person = "identifier", ward = "insensitive"}\n'
        '[[techniques]]\nkind = "fake-value"\ncolumn = "person"\n'
    )
    with celosia.read("data.csv") as table:
        kept = VaultFile(folder / "fakes.vault", OURS)
        celosia.anonymize(table, recipe, "out.csv", vault=kept)
    first = set(people(folder / "out.csv"))

    run("reissue", "fakes.vault", "out.csv", *COLUMN, "-o", "new.csv", "--new-vault", "new.vault")

    assert first | set(people(folder / "new.csv")) == set("2345")


def test_a_table_that_does_not_fit_leaves_neither_vault_nor_table(folder):
    (folder / "table.csv").write_text("person,hours\n999999,20\n")

    with pytest.raises(CelosiaError, match="1 of 1 cell"):
        run("reissue", "ours.vault", "table.csv", *COLUMN, "-o", "new.csv", "--new-vault", "new")

    assert sorted(path.name for path in folder.iterdir()) == ["ours.vault", "table.csv"]


def test_double_coding_and_back(folder):
    run("double", "ours.vault", "table.csv", *COLUMN, "-o", "final.csv", "--linking", "link.vault")
    final = people(folder / "final.csv")[0]

    theirs = open_vault("link.vault", THEIRS).reidentify(final, "person")
    known = run("reidentify", "ours.vault", final, *COLUMN, "--linking", "link.vault")

    assert theirs in ("734211", "734213")
    assert known in ("Persona Número 0\n", "Persona Número 2\n")
    with pytest.raises(CelosiaError, match="does not know this pseudonym"):
        run("reidentify", "ours.vault", final, *COLUMN)


def test_the_end_of_a_vault(folder):
    said = run("destroy", "ours.vault", "--yes")

    assert "no copy among the other files of the folder (1)" in said
    assert "Solid-state disks" in said
    assert not (folder / "ours.vault").exists()


def test_a_copy_is_told(folder):
    (folder / "backup").write_bytes((folder / "ours.vault").read_bytes())

    with pytest.raises(VerificationFailed, match="holds a copy: backup"):
        run("destroy", "ours.vault", "--yes")


@pytest.mark.parametrize("yes", ["s", "Sí"])
def test_a_yes_is_taken_in_the_language_of_the_terminal(folder, yes):
    words = ["destroy", "ours.vault", "--lang", "es"]

    done = CliRunner().invoke(command, words, input=f"quizá\n{yes}\n")

    assert done.output.count("[s/N]") == 2
    assert not (folder / "ours.vault").exists()


def test_nothing_is_destroyed_without_a_yes(folder):
    done = CliRunner().invoke(command, ["destroy", "ours.vault"], input="n\n")

    assert done.exit_code == 1
    assert (folder / "ours.vault").exists()


def test_a_wrong_passphrase_says_so(folder):
    with pytest.raises(CelosiaError, match="not its passphrase"):
        run("show", "ours.vault", CELOSIA_VAULT_PASSPHRASE="somebody else's guess")


def test_what_is_typed_twice_must_agree(folder):
    done = CliRunner().invoke(
        command,
        ["rotate", "ours.vault"],
        env={**SECRETS, "CELOSIA_NEW_PASSPHRASE": None},
        input="one long passphrase\nanother long passphrase\nsame passphrase\nsame passphrase\n",
    )

    assert done.exit_code == 0
    assert "do not match" in done.output
    assert open_vault("ours.vault", b"same passphrase").columns


def test_a_table_never_takes_the_place_of_its_new_vault(folder):
    words = ("reissue", "ours.vault", "table.csv", *COLUMN, "-o", "new.csv")

    with pytest.raises(CelosiaError, match="both the vault and another file"):
        run(*words, "--new-vault", "new.csv")

    assert not (folder / "new.csv").exists()


@click.command()
@click.argument("path")
def naming(path: str) -> None:
    vault_file(path, None)


def test_the_passphrase_of_a_new_vault_is_asked_for_twice(folder):
    typed = SECRETS["CELOSIA_VAULT_PASSPHRASE"] + "\n"

    known = CliRunner().invoke(naming, ["ours.vault"], input=typed)
    slip = CliRunner().invoke(naming, ["new.vault"], input=typed + "a slip of the finger\n")
    twice = CliRunner().invoke(naming, ["new.vault"], input=typed * 2)

    assert (known.exit_code, slip.exit_code, twice.exit_code) == (0, 1, 0)


def test_the_key_of_no_vault_is_refused():
    with pytest.raises(CelosiaError, match="name it with --vault"):
        vault_file(None, "key")
