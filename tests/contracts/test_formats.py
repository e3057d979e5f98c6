"""Every format is offered everywhere, and to add one is one file."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.support.made_files import MADE, read_texts
from tests.support.site import rendered

import celosia
from celosia.cli.anonymize_command import command as anonymize
from celosia.cli.verify_command import command as verify
from celosia.core.values import Cells
from celosia.files.file_format import FILE_FORMATS, Format, Loaded
from celosia.models import KAnonymity
from celosia.text.messages import Message
from celosia.web.rest import job_routes as asked_jobs, project_routes as datasets
from celosia.web.service.project_files import Limits, find_ending
from celosia.workflow.release_files import find_certificate

ROWS = [("30", "Leon"), ("30", "Leon"), ("41", None), ("41", None)]


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_a_format_is_read_everywhere(name, tmp_path):
    declared = FILE_FORMATS[name]

    assert str(declared.title) in datasets.TABLE["requestBody"]["description"]
    assert declared.title.text("es") in FILE_FORMATS.titles("es")
    if name in MADE:
        path = MADE[name](tmp_path, ["age", "town"], ROWS)
        unnamed = path.rename(tmp_path / "upload")
        assert find_ending(unnamed, Limits()) == declared.endings[0]
        assert FILE_FORMATS.at(unnamed) is declared
        assert sorted(read_texts(unnamed), key=str) == sorted(ROWS, key=str)


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_a_format_is_written_everywhere_or_says_why_not(name):
    declared = FILE_FORMATS[name]
    help_ = next(p.help for p in anonymize.params if p.name == "output")
    offered = asked_jobs.Anonymize.model_json_schema()["properties"]["format"]["enum"]

    if declared.write is None:
        assert str(declared.why_not_written)
        assert declared.why_not_written.text("es")
        return
    assert declared.choices
    assert set(declared.written_endings) <= set(help_.split())
    assert set(declared.choices) <= set(offered)
    assert set(declared.choices) <= set(celosia.FILE_FORMATS.choices)


def test_no_two_formats_share_an_ending_or_a_beginning():
    endings = [ending for each in FILE_FORMATS.values() for ending in each.endings]
    magic = [start for each in FILE_FORMATS.values() for start in each.magic]

    assert len(endings) == len(set(endings))
    assert len(magic) == len(set(magic))


def test_the_table_in_the_docs_is_the_registry():
    page = rendered("reference/formats.md")

    for each in FILE_FORMATS.values():
        written = " ".join(f"`{ending}`" for ending in each.written_endings)
        told = written or str(each.why_not_written)
        read = " ".join(f"`{ending}`" for ending in each.endings)
        assert f"| {each.title!s} | {read} | {told} | {each.keeps!s} |" in page


# to add a format is one file: lines of JSON


def read_lines(source, table):
    rows = [json.loads(line) for line in source.path.read_text(encoding="utf-8").splitlines()]
    table.cells(Cells.of({name: [row[name] for row in rows] for name in rows[0]}))
    return Loaded()


def write_lines(release, path):
    lines = [json.dumps(dict(zip(release.columns, row, strict=True))) for row in release.rows()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return len(lines)


@pytest.fixture
def json_lines(monkeypatch):
    lines = Message("trial.json-lines")
    added = Format(
        name="jsonl",
        title=lines,
        endings=(".jsonl",),
        media_type="application/jsonl",
        keeps=lines,
        read=read_lines,
        write=write_lines,
        choices={".jsonl": lines},
        magic=(b'{"',),
    )
    assert len(FILE_FORMATS)  # all others are there before what is declared is copied
    monkeypatch.setattr(FILE_FORMATS, "_declared", dict(FILE_FORMATS._declared))
    FILE_FORMATS.add("jsonl", added)
    return added


def test_an_added_format_is_read_written_verified_and_offered(json_lines, tmp_path):
    source, release = tmp_path / "people.jsonl", tmp_path / "release.jsonl"
    source.write_text("\n".join(json.dumps({"age": a, "town": t}) for a, t in ROWS))
    given = ["--qi", "age", "--insensitive", "town", "-k", "2"]

    made = CliRunner().invoke(anonymize, [str(source), *given, "-o", str(release), "--json"])
    checked = CliRunner().invoke(verify, [str(release), "--qi", "age", "-k", "2"])

    assert made.exit_code == 0, made.output
    assert checked.exit_code == 0, checked.output
    assert sorted(read_texts(release), key=str) == sorted(ROWS, key=str)
    assert find_ending(source, Limits()) == ".jsonl"
    assert ".jsonl" in celosia.FILE_FORMATS.choices
    assert "Lines of JSON" in celosia.FILE_FORMATS.titles("en")


@pytest.mark.parametrize("ending", celosia.FILE_FORMATS.choices)
def test_a_release_of_every_format_is_verified_and_compared(ending, tmp_path):
    source, release = MADE["sav"](tmp_path, ["age", "town"], ROWS), tmp_path / f"release{ending}"
    recipe = celosia.Recipe(
        roles={"age": celosia.Role.QUASI_IDENTIFIER, "town": celosia.Role.INSENSITIVE},
        models=(KAnonymity(2),),
    )

    with celosia.read(source) as table:
        celosia.anonymize(table, recipe, release)

    with celosia.read(source) as table, celosia.read(release) as released:
        assert released.records == table.records
        assert celosia.assess(released, ["age"]).k == 2
        assert celosia.compare(table, released, ["age"]).to_dict()
    assert find_certificate(release) is not None
