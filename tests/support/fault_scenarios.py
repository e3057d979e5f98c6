"""What is done while faults happen, and how one sees afterwards which state a folder is in.

Each scenario works in a folder of its own: `prepare` makes the old state, `act` is what faults
happen to, `state` says `old` or `new` and fails on anything else, `again` is the next run.
"""

from __future__ import annotations

import sys
from contextlib import chdir, suppress
from pathlib import Path

import celosia
from celosia.core.technique import Identities
from celosia.files.atomic import file_hash
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from celosia.vault import upkeep, vault
from celosia.vault.cipher import read_key_file, write_key_file
from celosia.vault.vault import VaultFile
from celosia.workflow.budget import BudgetFile
from celosia.workflow.reissue import write_renamed
from celosia.workflow.release_files import find_certificate, is_made_of
from tests.support.faults import Scenario, readable_aside
from tests.support.people import CONTEXT, OTHER, PEOPLE, QUICK, SECRET

SCENARIOS: dict[str, Scenario] = {}


def command(folder: str | Path, *arguments: str) -> None:
    """Run `celosia` as a shell does, in a folder; raise what it ends with."""
    from celosia.cli.main import main

    sys.argv = ["celosia", *arguments]
    with chdir(folder):
        try:
            main()
        except SystemExit as end:
            if end.code:
                raise RuntimeError(f"exit code {end.code}") from end


# a release: a file with its certificate and evidence

RECIPE = """
source = "{source}"
output = "{output}"
seed = 7
rows = "persons"
suppression = 0.5
exact = {exact}

[roles]
person = "{role}"
age = "quasi-identifier"
sex = "quasi-identifier"
dx = "sensitive"
pay = "{role}"

[hierarchies.age]
kind = "suppression"

[[models]]
model = "k-anonymity"
k = 2
"""
KEPT = """
[[techniques]]
kind = "random-pseudonym"
column = "person"

[[techniques]]
kind = "laplace-mechanism"
column = "pay"
epsilon = 1.0
low = 0
high = 50
"""
TABLES = {"old": 0, "new": 3}


def _two_originals(folder: str, output: str, more: str = "") -> None:
    """Write two tables, and the recipe of a release of each."""
    role, exact = ("insensitive", '["pay"]') if more else ("identifier", "[]")
    for name, shift in TABLES.items():
        rows = [
            f"p{n:03},{20 + (n * 7 + shift) % 60},{'fm'[n % 2]},{n % 5},{n % 50}"
            for n in range(120)
        ]
        Path(folder, f"{name}.csv").write_text("\n".join(["person,age,sex,dx,pay", *rows]) + "\n")
        entries = {"source": f"{name}.csv", "output": output, "role": role, "exact": exact}
        Path(folder, f"{name}.toml").write_text(RECIPE.format(**entries) + more)


def prepare_nothing(folder: str) -> None:
    """Two tables, and no release."""
    _two_originals(folder, "out.csv")


def prepare_release(folder: str) -> None:
    """A release of the old table."""
    prepare_nothing(folder)
    command(folder, "anonymize", "old.toml")


def prepare_parquet(folder: str) -> None:
    """The same, as Parquet."""
    _two_originals(folder, "out.parquet")
    command(folder, "anonymize", "old.toml")


def release_new(folder: str) -> None:
    """Publish a release of the new table, and tell it as JSON."""
    command(folder, "anonymize", "new.toml", "--json")


def state_of_release(folder: str) -> str:
    """Tell of which table the release is; nothing else may be proved, and nothing be missing."""
    with chdir(folder):
        output = next(iter(sorted(Path().glob("out.parquet*"))), Path("out.csv")).name
        output = "out.parquet" if output.startswith("out.parquet") else "out.csv"
        found = find_certificate(output)  # it finishes what was begun
        if found is None:
            left = [path.name for path in Path().glob("out.*")]
            assert not left, left
            return "old"
        assert found.of_this_file, "a certificate of another release"
        made = [name for name in TABLES if _is_of(output, f"{name}.csv")]
        assert len(made) == 1, made
        command(*(".", "verify", output, "--recipe", "new.toml", "--original", f"{made[0]}.csv"))
        return made[0]


def _is_of(release: str, original: str) -> bool:
    with celosia.read(original) as table:
        return is_made_of(release, table)


SCENARIOS["anonymize, nothing there"] = Scenario(
    prepare_nothing, release_new, state_of_release, release_new
)
SCENARIOS["anonymize over a release"] = Scenario(
    prepare_release, release_new, state_of_release, release_new
)
SCENARIOS["anonymize over a Parquet release"] = Scenario(
    prepare_parquet, release_new, state_of_release, release_new
)


# a release that adds to a vault and is paid by a ledger, in folders of their own


def _release_kept(folder: str, name: str) -> None:
    _quickly()
    with chdir(folder):
        recipe = celosia.Recipe.from_file(Path(f"{name}.toml"))
        with celosia.read(f"{name}.csv") as table:
            celosia.anonymize(
                table,
                recipe,
                "out.csv",
                vault=VaultFile(Path("secret/people.vault"), SECRET),
                budget=BudgetFile(Path("accounts/ledger.toml")),
            )


def _quickly() -> None:
    """Let what opens a vault cost little."""
    vault.Cost = lambda: QUICK  # type: ignore[assignment, misc]


def prepare_kept(folder: str) -> None:
    """A release whose pseudonyms a vault knows, and for which a ledger paid."""
    for name in ("secret", "accounts"):
        Path(folder, name).mkdir()
    _two_originals(folder, "out.csv", KEPT)
    BudgetFile(Path(folder, "accounts/ledger.toml")).begin(1000.0)
    _release_kept(folder, "old")


def release_kept(folder: str) -> None:
    """Publish a release of the new table with them."""
    _release_kept(folder, "new")


def state_of_kept(folder: str) -> str:
    """Tell the state of the release; vault and ledger must be in the same."""
    known = len(vault.open_vault(Path(folder, "secret/people.vault"), SECRET).column("person"))
    spent = BudgetFile(Path(folder, "accounts/ledger.toml")).read().spent
    state = state_of_release(folder)
    codes = Path(folder, "out.csv").read_text().splitlines()[1:]
    people = vault.open_vault(Path(folder, "secret/people.vault"), SECRET)
    for code in codes:
        people.reidentify(code.split(",")[0], "person")
    runs = known // 120
    assert known == 120 * runs
    assert spent == 1.0 * runs, (spent, runs)
    assert (runs == 1) == (state == "old"), (runs, state)
    return state


SCENARIOS["anonymize with vault and ledger"] = Scenario(
    prepare_kept, release_kept, state_of_kept, release_kept
)


# vaults


def prepare_vault(folder: str) -> None:
    """A vault, and a key file that opens it too."""
    people = vault.Vault.of([Identities("person", PEOPLE)])
    people.write(Path(folder, "people.vault"), SECRET, QUICK)


def rotate(folder: str) -> None:
    """Give the vault another passphrase."""
    upkeep.rotate_vault(Path(folder, "people.vault"), SECRET, OTHER, QUICK)


def state_of_vault(folder: str) -> str:
    """Tell by which passphrase the whole vault opens."""
    found = []
    for state, secret in (("old", SECRET), ("new", OTHER)):
        with suppress(celosia.ParameterError):
            opened = vault.open_vault(Path(folder, "people.vault"), secret)
            assert len(opened.column("person")) == len(PEOPLE)
            found.append(state)
    assert len(found) == 1, found
    return found[0]


def rotate_again(folder: str) -> None:
    """Rotate it from whatever opens it now, there and back."""
    if state_of_vault(folder) == "new":
        upkeep.rotate_vault(Path(folder, "people.vault"), OTHER, SECRET, QUICK)
    rotate(folder)


SCENARIOS["vault rotate"] = Scenario(prepare_vault, rotate, state_of_vault, rotate_again)


def prepare_vault_and_key(folder: str) -> None:
    """A vault that a key file opens."""
    write_key_file(Path(folder, "key"))
    people = vault.Vault.of([Identities("person", PEOPLE)])
    people.write(Path(folder, "people.vault"), read_key_file(Path(folder, "key")), QUICK)


def destroy(folder: str) -> None:
    """Destroy vault and key."""
    upkeep.destroy_vault(Path(folder, "people.vault"), Path(folder, "key"))


def state_of_destroyed(folder: str) -> str:
    """Tell whether the vault opens, or is out of reach for ever: without it, or without its key."""
    path, key = Path(folder, "people.vault"), Path(folder, "key")
    if path.exists() and key.exists():
        assert len(vault.open_vault(path, read_key_file(key)).column("person")) == len(PEOPLE)
        return "old"
    return "new"


def destroy_again(folder: str) -> None:
    """Destroy what is left of them: nothing of either may be there afterwards."""
    path, key = Path(folder, "people.vault"), Path(folder, "key")
    try:
        destroy(folder)
    except (FileNotFoundError, celosia.CelosiaError):
        if path.exists():
            upkeep.destroy_vault(path)
    assert not path.exists()
    assert not key.exists()


SCENARIOS["vault destroy"] = Scenario(
    prepare_vault_and_key, destroy, state_of_destroyed, destroy_again
)


def write_key(folder: str) -> None:
    """Write a new key."""
    write_key_file(Path(folder, "new.key"))


def state_of_key(folder: str) -> str:
    """Tell whether there is a key, and that it is whole."""
    path = Path(folder, "new.key")
    return "new" if path.exists() and read_key_file(path) else "old"


def write_key_again(folder: str) -> None:
    """Write one more where there is one."""
    Path(folder, "new.key").unlink(missing_ok=True)
    write_key(folder)


SCENARIOS["vault new-key"] = Scenario(prepare_vault, write_key, state_of_key, write_key_again)


def prepare_coded(folder: str) -> None:
    """A release with pseudonyms, which was given others before."""
    prepare_kept(folder)
    _reissue(folder, b"the first new passphrase")
    with chdir(folder):
        upkeep.destroy_vault("secret/new.vault")


def _reissue(folder: str, secret: bytes) -> None:
    _quickly()
    with chdir(folder):
        known = vault.open_vault("secret/people.vault", SECRET)
        with celosia.read("out.csv") as table:
            again = upkeep.reissue(known, RandomPseudonym("person"), CONTEXT)
            kept = VaultFile(Path("secret/new.vault"), secret)
            write_renamed(table, again, "again.csv", kept)


def reissue(folder: str) -> None:
    """Give everybody new pseudonyms, in a table and a vault."""
    _reissue(folder, OTHER)


def state_of_reissued(folder: str) -> str:
    """Tell whether the table is the one that the new vault knows; the old one has no vault."""
    with chdir(folder):
        found = find_certificate("again.csv")
        assert found is not None
        assert found.of_this_file
        if not Path("secret/new.vault").exists():
            return "old"
        people = vault.open_vault("secret/new.vault", OTHER)
        for line in Path("again.csv").read_text().splitlines()[1:]:
            people.reidentify(line.split(",")[0], "person")
        return "new"


def reissue_again(folder: str) -> None:
    """Do it once more, with another vault."""
    Path(folder, "secret/new.vault").unlink(missing_ok=True)
    reissue(folder)


SCENARIOS["vault reissue"] = Scenario(prepare_coded, reissue, state_of_reissued, reissue_again)


# a ledger by itself, and tables that it pays for


def prepare_ledger(folder: str) -> None:
    """A ledger, a table, and what was made of it before, in two folders."""
    Path(folder, "here").mkdir()
    Path(folder, "there").mkdir()
    _two_originals(folder, "out.csv")
    _part(folder, "old")


def _part(folder: str, name: str) -> None:
    from celosia.techniques.tables.anatomization import Anatomization

    with chdir(folder), celosia.read(f"{name}.csv") as table:
        made = Anatomization(("age", "sex"), "dx", 2)
        celosia.make_tables(table, made, ["here/who.csv", "there/what.csv"])


def part_new(folder: str) -> None:
    """Publish the new table in two parts."""
    _part(folder, "new")


def state_of_parts(folder: str) -> str:
    """Tell of which table the parts are, by the certificate of both; read from the far end."""
    with chdir(folder):
        with celosia.read("there/what.csv"):
            pass  # it finishes what was begun
        found = find_certificate("here/who.csv")
        assert found is not None
        assert found.of_this_file
        told = {output["name"]: output["sha256"] for output in found.proof["outputs"]}
        for path in (Path("here/who.csv"), Path("there/what.csv")):
            assert told[path.name] == file_hash(path), path.name
        made = [name for name in TABLES if _is_of("here/who.csv", f"{name}.csv")]
        assert len(made) == 1
        return made[0]


SCENARIOS["anatomize into two folders"] = Scenario(
    prepare_ledger, part_new, state_of_parts, part_new
)


def prepare_account(folder: str) -> None:
    """A ledger from which something was paid."""
    ledger = BudgetFile(Path(folder, "ledger.toml"))
    ledger.begin(10.0)
    with ledger.charge(1.0, "a table"):
        pass


def charge(folder: str) -> None:
    """Pay once more."""
    with BudgetFile(Path(folder, "ledger.toml")).charge(2.0, "another table"):
        pass


def state_of_account(folder: str) -> str:
    """Tell by what was spent."""
    return {1.0: "old", 3.0: "new", 5.0: "new"}[
        BudgetFile(Path(folder, "ledger.toml")).read().spent
    ]


SCENARIOS["budget"] = Scenario(prepare_account, charge, state_of_account, charge)


def judge(name: str, folder: str) -> str:
    """Tell the state of a folder, and let the next run work there; nothing else may be left."""
    scenario = SCENARIOS[name]
    open_to_others = readable_aside(Path(folder))
    assert not open_to_others, open_to_others
    state = scenario.state(folder)
    scenario.again(folder)
    assert scenario.state(folder) == "new"
    left = [path.name for path in Path(folder).rglob(".celosia-*")]
    assert not left, left
    return state


def rename_two(folder: str) -> None:
    """Give two files their names, in two steps that nothing holds together."""
    for name in "ab":
        Path(folder, f"{name}.part").write_text(name)
    for name in "ab":
        Path(folder, f"{name}.part").replace(Path(folder, name))
