"""Published tables whose pseudonyms are exchanged: by a vault, or by the key alone."""

from __future__ import annotations

import csv
import json

import pytest

import celosia
from celosia import Recipe, Role
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, technique_from_dict
from celosia.register.certificate import private_beside
from celosia.vault.cipher import Cost
from celosia.vault.upkeep import reissue
from celosia.vault.vault import Vault, VaultFile
from celosia.workflow.reissue import decipher, find_coding, rekey, write_named, write_renamed
from celosia.workflow.release_files import find_certificate

SECRET, ANOTHER = b"a secret of the vault, long enough", b"a secret for tomorrow, as long"
OLD, NEW = bytes(range(32)), bytes(range(32, 64))
PEOPLE = [f"{31_415_926 + 271_828 * number:08}" for number in range(30)]
FF1 = {"kind": "format-preserving-pseudonym", "column": "card", "attribute": "history"}
HMAC = {"kind": "keyed-pseudonym", "column": "card", "length": 20}
CODES = {"kind": "random-pseudonym", "column": "card", "length": 7, "symbols": "letters"}


@pytest.fixture(autouse=True)
def quick_vaults(monkeypatch):
    """Let each try of a passphrase cost little; what it costs in earnest has tests of its own."""
    cheap = Cost(memory_kib=19_456, passes=2, lanes=1)
    monkeypatch.setattr("celosia.vault.vault.Cost", lambda: cheap)


@pytest.fixture
def release(tmp_path):
    """Publish thirty cards, one of them unknown, under pseudonyms of a kind."""

    def release(entries, key=OLD):
        rows = [("card", "ward"), *zip(PEOPLE, "abc" * 10, strict=True), ("", "a")]
        with (tmp_path / "data.csv").open("w", newline="") as file:
            csv.writer(file).writerows(rows)
        roles = {"card": Role.IDENTIFIER, "ward": Role.INSENSITIVE}
        recipe = Recipe(roles, (technique_from_dict(entries),), method="none")
        vault = VaultFile(tmp_path / "people.vault", SECRET)
        with celosia.read(tmp_path / "data.csv") as table:
            return celosia.anonymize(table, recipe, tmp_path / "out.csv", key=key, vault=vault)

    return release


def cards(path):
    with path.open(encoding="utf-8", newline="") as file:
        return sorted(row["card"] for row in csv.DictReader(file))


def proof_of(written):
    return json.loads(written.certificate.read_text(encoding="utf-8"))


def context(key=None):
    return TechniqueContext(Randomness(b"chance"), key)


def reissue_made(made, key, target, secret=ANOTHER):
    people = celosia.open_vault(made.vault, SECRET)
    with celosia.read(made.path) as table:
        again = reissue(people, find_coding(table, "card"), context(key))
        kept = VaultFile(target.with_suffix(".vault"), secret)
        return write_renamed(table, again, target, kept, key)


@pytest.mark.parametrize("entries", [FF1, HMAC, CODES], ids=lambda entries: entries["kind"])
def test_new_pseudonyms_are_of_the_kind_and_format_of_the_old_ones(release, entries, tmp_path):
    made = release(entries)

    written = reissue_made(made, NEW, tmp_path / "new.csv")

    old, new = cards(made.path)[1:], cards(tmp_path / "new.csv")[1:]
    people = celosia.open_vault(tmp_path / "new.vault", ANOTHER)
    assert written.records == 31
    assert sorted(people.reversed_cells(new, "card")) == sorted(PEOPLE)
    assert {len(code) for code in new} == {len(code) for code in old}
    assert not set(old) & set(new)
    assert entries.items() <= proof_of(written)["techniques"][0].items()


def test_the_certificate_calls_it_personal_data_and_holds_no_value(release, tmp_path):
    made = release(HMAC)

    written = reissue_made(made, NEW, tmp_path / "new.csv")

    proof = proof_of(written)
    found = find_certificate(tmp_path / "new.csv")
    assert found.of_this_file
    assert found.personal_data
    assert proof["input"]["certificate"] == proof_of(made)
    assert "personal data" in proof["statement"]
    told = written.certificate.read_text(encoding="utf-8")
    assert not any(value in told for value in (*PEOPLE, *cards(tmp_path / "new.csv")[1:]))


def test_a_file_that_was_changed_is_told_from_the_one_that_was_certified(release, tmp_path):
    made = release(HMAC)
    made.path.write_text(made.path.read_text() + "x,a\n")

    found = find_certificate(made.path)

    assert not found.of_this_file
    assert [note.text() for note in found.notes] == [
        "The certificate beside it is about another state of this file: it was changed or replaced "
        "after it was certified.",
        "This table is personal data, as its certificate says: guard it as such.",
    ]
    with celosia.read(made.path) as table:
        assert find_coding(table, "card") is None


@pytest.mark.parametrize("wrong", [{"techniques": None}, {"techniques": ["x"]}, {"input": "x"}])
def test_a_certificate_that_is_none_is_passed_over(release, wrong):
    made = release(HMAC)
    proof = json.loads(made.certificate.read_text(encoding="utf-8"))

    for damaged in ([], {**proof, **wrong}):
        made.certificate.write_text(json.dumps(damaged), encoding="utf-8")

        assert find_certificate(made.path) is None


def test_the_key_alone_leads_back_and_to_another_key(release, tmp_path):
    made = release(FF1)

    with celosia.read(made.path) as table:
        again = rekey(table, "card", OLD, NEW)
        write_renamed(table, again, tmp_path / "new.csv", key=NEW)
    with celosia.read(tmp_path / "new.csv") as table:
        people = decipher(table, "card", NEW)
        once_more = rekey(table, "card", NEW, OLD)

    new = cards(tmp_path / "new.csv")
    assert sorted(people.reversed_cells(new[1:], "card")) == sorted(PEOPLE)
    assert new[0] == ""
    assert {len(code) for code in new[1:]} == {8}
    assert sorted(once_more.renamed.values()) == cards(made.path)[1:]


def test_a_wrong_key_is_told_before_anything_is_written(release, tmp_path):
    made = release(FF1)
    before = sorted(path.name for path in tmp_path.iterdir())

    with celosia.read(made.path) as table:
        for wrong in (NEW, OLD[:-1] + b"x"):
            with pytest.raises(celosia.ParameterError, match="not the key that column 'card'"):
                rekey(table, "card", wrong, NEW)
        with pytest.raises(celosia.ParameterError, match="30 of 30 would keep the pseudonym"):
            rekey(table, "card", OLD, OLD)
        with pytest.raises(celosia.DataError, match="does not hold 1 of these pseudonyms"):
            decipher(table, "card", OLD, ["00000000"])

    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_without_its_certificate_no_key_can_be_trusted(release):
    made = release(FF1)
    made.certificate.unlink()

    with (
        celosia.read(made.path) as table,
        pytest.raises(celosia.ParameterError, match="No certificate beside"),
    ):
        decipher(table, "card", OLD)


def test_the_evidence_tells_a_key_apart_and_nothing_of_it(release, tmp_path):
    check, other = (
        private_beside(release(FF1, key).certificate)["techniques"][0]["key_check"]
        for key in (OLD, NEW)
    )

    assert len(check) == len(other) == 16
    assert check != other
    assert check not in OLD.hex()


def test_nobody_can_try_keys_by_the_certificate(release, tmp_path):
    made = release(FF1)

    assert "key_check" not in made.certificate.read_text(encoding="utf-8")
    made.evidence.unlink()
    with (
        celosia.read(made.path) as table,
        pytest.raises(celosia.ParameterError, match=r"out\.csv\.evidence\.json"),
    ):
        decipher(table, "card", OLD)


def test_names_that_come_back_are_called_personal_data(release, tmp_path):
    made = release(CODES)

    with celosia.read(made.path) as table:
        people = celosia.open_vault(made.vault, SECRET)
        written = write_named(table, people, "card", tmp_path / "named.csv")

    assert cards(tmp_path / "named.csv")[1:] == sorted(PEOPLE)
    assert proof_of(written)["personal_data"] is True
    assert proof_of(written)["techniques"] == []
    assert "names the people" in written.label.text()


def test_a_table_that_cannot_be_written_leaves_no_vault(release, tmp_path):
    made = release(CODES)
    (tmp_path / "new.csv").mkdir()

    with pytest.raises(OSError, match="directory"):
        reissue_made(made, None, tmp_path / "new.csv")

    assert not (tmp_path / "new.vault").exists()
    assert list(tmp_path.glob(".*")) == []


def test_other_columns_keep_what_is_known_of_them(release, tmp_path):
    made = release(FF1)
    also = technique_from_dict({"kind": "random-pseudonym", "column": "ward"})

    with celosia.read(made.path) as table:
        wards = {ward: ward for ward in "abc"}
        again = reissue(Vault({"ward": wards}), also, context())
        write_renamed(table, again, tmp_path / "new.csv")
    with celosia.read(tmp_path / "new.csv") as table:
        assert find_coding(table, "card") == technique_from_dict(FF1)
        assert find_coding(table, "ward") == also
