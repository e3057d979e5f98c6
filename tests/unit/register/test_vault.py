"""The identity vault: what it gives back, and what it hides."""

from __future__ import annotations

import stat
from collections import Counter
from hashlib import sha256

import pytest
from tests.support.people import OTHER, PEOPLE, QUICK, SECRET

from celosia.core.technique import Identities
from celosia.errors import DataError, ParameterError
from celosia.vault.cipher import Cost, seal, unseal
from celosia.vault.vault import Vault, open_vault


def test_a_single_pseudonym_leads_back(file):
    assert open_vault(file, SECRET).reidentify("734211", "person") == "Persona Número 0"


def test_a_whole_column_leads_back(file):
    column = ["734213", None, "734211", "734213"]

    assert open_vault(file, SECRET).reversed_cells(column, "person").tolist() == [
        "Persona Número 2",
        None,
        "Persona Número 0",
        "Persona Número 2",
    ]


def test_all_that_was_written_is_read(file, vault):
    assert open_vault(file, SECRET).columns == vault.columns


def test_a_vault_without_identities(tmp_path):
    Vault.of([Identities("person", {})]).write(tmp_path / "v", SECRET, QUICK)

    assert open_vault(tmp_path / "v", SECRET).columns == {"person": {}}


def test_only_the_owner_may_read_it_and_nothing_is_left_beside_it(file):
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["people.vault"]


def test_no_name_and_no_pseudonym_is_in_the_file(file):
    content = file.read_bytes()

    for text in (*PEOPLE, *PEOPLE.values(), "person", "Persona"):
        assert text.encode() not in content


def test_the_same_identities_twice_share_no_block(vault, tmp_path):
    """Equality shows nowhere: no 16-byte block after the header occurs twice, in one or in both."""
    blocks: list[bytes] = []
    for name in ("one", "two"):
        vault.write(tmp_path / name, SECRET, QUICK)
        body = (tmp_path / name).read_bytes().split(b"\n", 2)[2]
        blocks += [body[start : start + 16] for start in range(0, len(body) - 15, 16)]

    assert max(Counter(blocks).values()) == 1
    assert (tmp_path / "one").stat().st_size == (tmp_path / "two").stat().st_size


def test_equal_values_show_no_more_than_different_ones(tmp_path):
    """A vault where all is alike has the bytes of noise, as one where nothing is."""
    alike = Vault({"person": {f"{number:06d}": "Ana" * 30 for number in range(2000)}})
    alike.write(tmp_path / "alike", SECRET, QUICK)

    body = (tmp_path / "alike").read_bytes().split(b"\n", 2)[2]
    expected = len(body) / 256
    deviation = sum((count - expected) ** 2 / expected for count in Counter(body).values())
    assert 255 - 6 * 510**0.5 < deviation < 255 + 6 * 510**0.5


def test_the_order_of_the_table_is_not_kept_even_inside(file, vault):
    written, again = (list(open_vault(file, SECRET).column("person")) for _ in range(2))
    vault.write(file, SECRET, QUICK, replace=True)
    shuffled = list(open_vault(file, SECRET).column("person"))

    assert written == again
    assert written != list(PEOPLE.values())
    assert shuffled != written
    assert sorted(shuffled) == sorted(written) == sorted(PEOPLE.values())


def test_the_size_tells_only_a_power_of_two(tmp_path):
    sizes = set()
    for people in (1, 10, 60):
        path = tmp_path / f"{people}.vault"
        Vault({"p": {str(n): f"somebody {n}" for n in range(people)}}).write(path, SECRET, QUICK)
        sizes.add(path.stat().st_size)

    assert len(sizes) == 1
    assert 4096 < sizes.pop() < 4096 + 1024


def test_a_vault_that_is_there_is_not_overwritten(file, vault):
    before = file.read_bytes()

    with pytest.raises(DataError, match=r"people\.vault exists already"):
        vault.write(file, SECRET, QUICK)

    assert file.read_bytes() == before


def test_a_wrong_passphrase_changes_nothing(file):
    before = file.read_bytes()

    with pytest.raises(ParameterError, match="not its passphrase"):
        open_vault(file, OTHER)

    assert file.read_bytes() == before


@pytest.mark.parametrize("kept", [5, 20, 100, 3000, -1])
def test_a_vault_cut_short(file, kept):
    file.write_bytes(file.read_bytes()[:kept])

    with pytest.raises(DataError, match=r"cut short|not an identity vault"):
        open_vault(file, SECRET)


@pytest.mark.parametrize("content", [b"", b"name,dni\nAna,1\n", b"PK\x03\x04"], ids=repr)
def test_another_file(file, content):
    file.write_bytes(content)

    with pytest.raises(DataError, match="not an identity vault"):
        open_vault(file, SECRET)


def test_a_newer_format(file):
    file.write_bytes(file.read_bytes().replace(b"VAULT 1\n", b"VAULT 2\n", 1))

    with pytest.raises(DataError, match="does not know"):
        open_vault(file, SECRET)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"passes": 2', b'"passes": 3'),
        (b'"passes": 2', b'"passes": 1'),
        (b'"passes": 2', b'"passes": "2"'),
        (b'"memory_kib": 19456', b'"memory_kib": 99999999'),
        (b'"salt": "', b'"salt": "zz'),
        (b'"kdf": "argon2id"', b'"kdf": "none"'),
        (b'"sealed": ', b'"sealed": 9'),
        (b"{", b"["),
    ],
    ids=repr,
)
def test_a_changed_header_is_found_out(file, old, new):
    file.write_bytes(file.read_bytes().replace(old, new, 1))

    with pytest.raises(DataError, match=r"damaged or changed|cut short"):
        open_vault(file, SECRET)


def test_a_header_forged_with_its_checksum_does_not_open(file):
    """The header is authenticated: weaker costs under a right checksum do not help."""
    forged = file.read_bytes()[:-32].replace(b'"lanes": 1', b'"lanes": 2', 1)
    file.write_bytes(forged + sha256(forged).digest())

    with pytest.raises(ParameterError, match="forged"):
        open_vault(file, SECRET)


@pytest.mark.parametrize("place", [400, 2000, -40, -1])
def test_a_single_changed_bit(file, place):
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)

    with pytest.raises(DataError, match="damaged or changed"):
        open_vault(file, SECRET)


def test_sealing_is_undone_at_every_length():
    for length in (0, 1, 4088, 4089, 70_000):
        assert unseal(seal(b"x" * length, SECRET, QUICK), SECRET) == b"x" * length


def test_errors_count_and_never_quote(vault):
    with pytest.raises(DataError, match="does not know this pseudonym in column 'person'") as one:
        vault.reidentify("999999", "person")
    with pytest.raises(DataError, match="2 of 3 cells") as many:
        vault.reversed_cells(["734211", "999999", "888888"], "person")
    with pytest.raises(DataError, match="no column 'name'"):
        vault.reidentify("734211", "name")

    assert "999999" not in f"{one.value} {many.value}"
    assert repr(vault) == "Vault(person: 40)"


def test_vaults_of_two_months_are_joined():
    january = Vault.of([Identities("dni", {"A": "1", "B": "2"})])
    february = Vault.of([Identities("dni", {"B": "2", "C": "3"}), Identities("name", {"Ana": "9"})])

    joined = january.joined(february)

    assert joined.columns == {"dni": {"1": "A", "2": "B", "3": "C"}, "name": {"9": "Ana"}}
    with pytest.raises(DataError, match="1 pseudonym stands for another value"):
        joined.joined(Vault.of([Identities("dni", {"Z": "3"})]))


def test_values_that_share_a_pseudonym_are_refused():
    with pytest.raises(DataError, match="share a pseudonym"):
        Vault.of([Identities("dni", {"A": "1", "B": "1"})])


@pytest.mark.parametrize(
    "wrong", [{"memory_kib": 1024}, {"passes": 1}, {"lanes": 0}, {"memory_kib": 1 << 23}], ids=repr
)
def test_costs_that_are_too_small_or_absurd(wrong):
    with pytest.raises(ParameterError):
        Cost(**wrong)


def test_any_text_comes_back_as_it_was(tmp_path):
    odd = ["", " ", 'quo"te', "line\nbreak", "nul\0", "ñandú", "José", "🐦", "\u2028", "\\"]
    vault = Vault({'col"umn': {f"{place}\t{text}": text for place, text in enumerate(odd)}})

    vault.write(tmp_path / "v", SECRET, QUICK)

    assert open_vault(tmp_path / "v", SECRET).columns == vault.columns
