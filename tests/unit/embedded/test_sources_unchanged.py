"""A file that is read stays as it was, byte for byte and to the nanosecond, whatever is done."""

from __future__ import annotations

import gzip

import duckdb
import pytest
from click.testing import CliRunner

from celosia.cli.main import cli

ROWS = "age,sex,dx\n" + "".join(f"{20 + n % 4},{'FM'[n % 2]},{n % 3}\n" for n in range(60))
GIVEN = ["--qi", "age", "sex", "--sensitive", "dx", "--rows", "persons"]
WALKS = {
    "profile": ["profile", "{}"],
    "init": ["init", "{}", "-o", "celosia.toml"],
    "candidates": ["candidates", "{}", *GIVEN, "-k", "3"],
    "anonymize": ["anonymize", "{}", *GIVEN, "-k", "3", "-o", "out.csv"],
    "verify": ["verify", "{}", "--qi", "age", "sex", "-k", "3"],
}


def written(path):
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(ROWS.encode()))
    elif path.suffix == ".parquet":
        plain = path.with_name("plain.csv")
        plain.write_text(ROWS)
        duckdb.execute(f"COPY (FROM read_csv('{plain}')) TO '{path}'")
        plain.unlink()
    else:
        path.write_text(ROWS)
    return path


def state(path):
    found = path.stat()
    return path.read_bytes(), found.st_mtime_ns, found.st_mode, found.st_ino


@pytest.mark.parametrize("walk", WALKS)
@pytest.mark.parametrize("name", ["in.csv", "in.csv.gz", "in.parquet"])
def test_no_command_changes_what_it_reads(tmp_path, monkeypatch, name, walk):
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path / name)
    path.chmod(0o440)
    before = state(path)

    done = CliRunner().invoke(cli, [word.format(name) for word in WALKS[walk]])

    assert done.exit_code == 0, done.output
    assert state(path) == before
