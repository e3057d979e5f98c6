"""Canaries in cells, headers, hierarchies, recipes and certificates: no error ever shows one."""

from __future__ import annotations

import ast
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from tests.support.asking import TOKEN

import celosia
from celosia.cli.main import cli
from celosia.errors import CelosiaError
from celosia.text.languages import languages
from celosia.web.rest import TokenAuthentication, create_api
from celosia.web.rest.door import authorities
from celosia.web.service import App

CANARY = "Qx7Zcanary"
TABLE = "age,town,dni,day,amount\n" + "".join(
    f"{CANARY}{i % 3},{CANARY}{i % 4}x,{CANARY}{i}y,{CANARY},{CANARY}-{i}\n" for i in range(24)
)
HIERARCHY = "level_0,level_1\n" + "".join(f"{CANARY}{i},*\n" for i in range(2))
SCHEMA = '[columns.age]\ntype = "integer"\n[columns.day]\ntype = "date"\nformat = "%Y"\n'
FILES = {
    "table.csv": TABLE,
    "no-header.csv": "\n".join(TABLE.splitlines()[1:]),
    "broken.csv": TABLE + f"{CANARY},{CANARY}\n",
    "quote.csv": TABLE + f'"{CANARY},{CANARY}\n',
    "twice.csv": TABLE.replace("town", "age"),
    "empty.csv": "",
    "mixed.csv": TABLE,
    "age.csv": HIERARCHY,
    "repeated.csv": HIERARCHY + f"{CANARY}0,{CANARY}\n",
    "ragged.csv": HIERARCHY + f"{CANARY}9\n",
    "schema.toml": SCHEMA,
    "wrong.toml": f'source = "{CANARY}"\nseed = "{CANARY}"',
    "broken.toml": f"seed = {CANARY}",
    "rows.toml": 'source = "table.csv"\nroles.age = "quasi-identifier"\n'
    f'[hierarchies.age]\nrule = "rows"\nrows = [["{CANARY}0", "*"], ["{CANARY}1"]]\n',
    "table.csv.certificate.json": f'{{"output": {{"sha256": "{CANARY}"}}}}',
    "workbook.xlsx": CANARY,
    "table.parquet": f"PAR1{CANARY}PAR1",
    "table.sav": f"$FL2{CANARY}",
}
QI = ("--qi", "age", "--qi", "town", "--identifier", "dni")
OTHERS = ("--insensitive", "day", "--insensitive", "amount", "--rows", "persons")
ASKED = [
    ("profile", "no-header.csv"),
    ("profile", "broken.csv"),
    ("profile", "quote.csv"),
    ("profile", "twice.csv"),
    ("profile", "empty.csv"),
    ("profile", "mixed.csv"),
    ("profile", "workbook.xlsx"),
    ("profile", "table.parquet"),
    ("profile", "table.sav"),
    ("profile", "none.csv"),
    ("profile", "table.csv", "--schema", "schema.toml"),
    ("profile", "table.csv", "--schema", "wrong.toml"),
    ("profile", "table.csv", "--qi", "nobody"),
    ("profile", "table.csv", "--encoding", "utf-7x"),
    ("profile", "table.csv", "--separator", "12345"),
    ("profile", "table.csv", "--weight", "amount"),
    ("profile", "wrong.toml"),
    ("profile", "broken.toml"),
    ("candidates", "rows.toml", "-k", "2"),
    ("candidates", "table.csv", *QI, *OTHERS, "-k", "2", "--hierarchy", "age=age.csv"),
    ("candidates", "table.csv", *QI, *OTHERS, "-k", "2", "--hierarchy", "age=repeated.csv"),
    ("candidates", "table.csv", *QI, *OTHERS, "-k", "2", "--hierarchy", "age=ragged.csv"),
    ("candidates", "table.csv", *QI, *OTHERS, "-k", "99"),
    ("anonymize", "table.csv", *QI, "-k", "2", "-o", "out.csv"),
    ("anonymize", "table.csv", *QI, *OTHERS, "-k", "2", "-o", "out.csv"),
    ("anonymize", "table.csv", *QI, *OTHERS, "-k", "2", "-o", "out.doc"),
    ("anonymize", "table.csv", *QI, *OTHERS, "-k", "1000", "-o", "out.csv"),
    ("anonymize", "table.csv", *QI, *OTHERS, "--exact", "amount", "-k", "2", "-o", "out.csv"),
    *(
        ("anonymize", "table.csv", *QI, *OTHERS, "-k", "2", "-o", "out.csv", "--technique", entry)
        for entry in (
            'kind = "rounding", column = "amount", base = 5',
            'kind = "noise", column = "amount", scale = 1.0',
            'kind = "top-coding", column = "age", limit = 60',
            'kind = "dates", column = "day"',
            'kind = "no-such"',
            f'kind = "rounding", column = "{CANARY}q"',
        )
    ),
    ("aggregate", "table.csv", "--by", "age", "--sum", "amount", "-o", "sums.csv"),
    ("synthesize", "table.csv", "-o", "made.csv", "--epsilon", "0"),
    ("verify", "table.csv", "--qi", "age", "-k", "50"),
    ("verify", "table.csv", "--qi", "age", "--t-closeness", "town=9"),
    ("verify", "table.csv", "--qi", "age", "-k", "2", "--original", "no-header.csv"),
    ("compare", "table.csv", "no-header.csv", "--qi", "age"),
    ("attack", "table.csv", "twice.csv", "--qi", "age"),
    ("report", "table.csv", "--qi", "age", "-k", "2"),
    ("hierarchy", "check", "age.csv", "--data", "table.csv", "--column", "age"),
    ("hierarchy", "show", "ragged.csv"),
    ("vault", "open", "table.csv"),
    ("budget", "show", "broken.toml"),
    ("experiment", "wrong.toml"),
    ("load", "table.csv", "sqlite://x"),
]


@pytest.fixture
def heard(monkeypatch):
    """Every error that is made, whoever catches it."""
    made = []
    begin = CelosiaError.__init__

    def note(self, *given, **named):
        begin(self, *given, **named)
        made.append(self)

    monkeypatch.setattr(CelosiaError, "__init__", note)
    return made


def check_silent(made, shown):
    for error in made:
        if "no-such" in str(error) or f"{CANARY}q" in str(error):
            continue  # what the user asked for by name, on this very command line
        for language in languages():
            assert CANARY not in error.text(language), error.message.key
    assert CANARY not in shown.replace(f"{CANARY}q", "")


def write_files(folder):
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "mixed.csv").write_bytes(
        TABLE.encode() + f"1,{CANARY}é,3,4,5\n".encode() + f"1,{CANARY}é,3,4,5\n".encode("cp1252")
    )


def known_keys():
    """Find the keys of all errors that the package can make."""
    keys = set()
    for path in Path(celosia.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if node.func.id.endswith(("Error", "Refused")) and isinstance(first, ast.Constant):
                    keys.add(first.value)
    return keys


def test_the_command_line_tells_no_value(tmp_path, monkeypatch, heard, caplog):
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.DEBUG)
    for asked in ASKED:
        run = CliRunner().invoke(cli, list(asked))
        if run.exception is not None and not isinstance(run.exception, SystemExit | CelosiaError):
            raise AssertionError(f"{asked}: {run.exception!r}") from run.exception
        # what `hierarchy check` misses is what it was asked for, and goes to stdout
        check_silent(heard, run.stderr)

    assert CANARY not in caplog.text
    reached = {error.message.key for error in heard} & known_keys()
    assert len(reached) >= 25, sorted(reached)


def test_the_interface_tells_no_value(tmp_path, heard, caplog):
    caplog.set_level(logging.DEBUG)
    with App(tmp_path / "home", workers=1) as app:
        client = TestClient(
            create_api(app, TokenAuthentication(TOKEN), authorities(8000)),
            base_url="http://127.0.0.1:8000",
            headers={"Authorization": f"Bearer {TOKEN}"},
        )
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'p'}).json()['id']}"
        answers = []
        for name in ("no-header.csv", "broken.csv", "quote.csv", "twice.csv", "workbook.xlsx",
                     "table.parquet", "table.sav", "empty.csv"):  # fmt: skip
            answers.append(client.put(f"{project}/dataset", content=FILES[name].encode()))
            answers.append(client.get(f"{project}/dataset/rows"))
        client.put(f"{project}/dataset", content=TABLE.encode())
        for path, body in (
            ("recipe", FILES["wrong.toml"]),
            ("recipe", FILES["broken.toml"]),
            ("recipe", FILES["rows.toml"]),
            ("roles", '{"roles": {"nobody": "identifier"}}'),
            ("schema", f'{{"columns": {{"age": {{"type": "{CANARY}"}}}}}}'),
            ("reading", f'{{"separator": "{CANARY}"}}'),
            ("population", FILES["no-header.csv"]),
            ("hierarchies/age", FILES["ragged.csv"]),
        ):
            answers.append(client.put(f"{project}/{path}", content=body.encode()))
        for path in ("rows?sort=nobody", "rows?offset=-1", "values?column=nobody"):
            answers.append(client.get(f"{project}/dataset/{path}"))

    refused = [answer for answer in answers if answer.status_code >= 400]
    assert len(refused) >= 15
    assert all(answer.status_code < 500 for answer in refused)
    check_silent(heard, "".join(answer.text for answer in refused))
    assert CANARY not in caplog.text
