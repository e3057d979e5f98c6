from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import BytesIO

import pytest

import celosia
from celosia.hierarchies import FORMATS as HIERARCHY_FORMATS
from celosia.models import KAnonymity
from celosia.web.service import (
    CandidateQuery,
    JobState,
    recipe_parts as trees,
    write_for_spreadsheet,
)
from celosia.web.service.kinds.alternatives_job import Changed
from celosia.workflow.change_recipe import set_roles
from celosia.workflow.read import page_of

VALUES = ("gripe", "neumonía", "bronquitis", "fractura", "apendicitis", "53715")


def done(app, project, kind, **options):
    job = app.jobs.wait(project, app.jobs.start(project, kind, options).id, 120)
    assert job.state is JobState.DONE, (job.error, job.message)
    return job


def test_a_profile_proposes_a_recipe_when_nothing_is_decided(app):
    project = app.store.create()
    table = "nombre,edad,sexo,dolencia\n" + "".join(
        f"P{i},{20 + i % 40},{'FM'[i % 2]},d{i % 7}\n" for i in range(200)
    )
    project.upload("p.csv", BytesIO(table.encode()))

    job = done(app, project, "profile", language="es")

    found = app.jobs.result(project, job.id)
    assert [column["name"] for column in found["columns"]] == ["nombre", "edad", "sexo", "dolencia"]
    assert set(found["columns"][0]["reasons"][0]) == {"en", "es"}
    assert set(project.recipe().roles) == {"nombre", "edad", "sexo", "dolencia"}
    assert project.history.past == (1,)  # one undo takes it all back


def test_a_profile_completes_the_version_that_it_was_asked_for(app, project):
    project.upload("b.csv", BytesIO(b"x\n1\n2\n"))
    job = app.jobs.start(project, "profile")
    project.undo()
    decided = project.recipe_text()

    app.jobs.wait(project, job.id)

    assert project.recipe_text() == decided
    project.redo()
    assert set(project.recipe().roles) == {"x"}


def test_a_job_works_on_the_table_that_it_was_asked_for(app, project):
    job = app.jobs.start(project, "anonymize")
    project.upload("b.csv", BytesIO(b"x\n1\n"))

    assert app.jobs.wait(project, job.id).state is JobState.DONE
    told = app.jobs.result(project, job.id)
    released = app.jobs.file(project, job.id, told["file"]).read_text(encoding="utf-8")
    assert released.splitlines()[0] == "fnac;cod_postal;dolencia"


def test_one_undo_takes_back_everything_that_was_proposed_anew(app, project):
    before = project.recipe_text()
    project.save_recipe(celosia.Recipe())
    done(app, project, "profile")
    assert project.recipe().roles

    project.undo()

    assert project.recipe_text() == before


def test_a_profile_changes_no_recipe_that_was_decided(app, project):
    before = project.recipe_text()

    done(app, project, "profile")

    assert project.recipe_text() == before


def test_the_whole_way(app, project):
    curve = app.jobs.result(project, done(app, project, "k-curve", highest=6).id)
    assert [point["k"] for point in curve["points"]] == [2, 3, 4, 5, 6]

    ways = app.jobs.result(project, done(app, project, "alternatives").id)["alternatives"]
    assert [way["what"] for way in ways] == [
        Changed.NOTHING, Changed.MORE_SUPPRESSION, Changed.LEFT_OUT, Changed.LEFT_OUT,
    ]  # fmt: skip

    release = done(app, project, "anonymize", node={"fnac": 0, "cod_postal": 2})
    told = app.jobs.result(project, release.id)
    assert told["node"] == [0, 2]
    assert told["after"]["min_class"] == 2
    path = app.jobs.file(project, release.id, told["file"])
    assert path.read_text(encoding="utf-8").splitlines()[0] == "fnac;cod_postal;dolencia"
    proof = json.loads(app.jobs.file(project, release.id, told["certificate"]).read_text())
    evidence = json.loads(app.jobs.file(project, release.id, told["evidence"]).read_text())
    assert evidence["input"]["name"] == "pacientes.csv"
    assert str(project.folder) not in json.dumps([proof, evidence])

    verified = app.jobs.result(project, done(app, project, "verify").id)
    assert verified["satisfied"]
    figures = app.jobs.result(project, done(app, project, "assess", scenario={"harm": "high"}).id)
    assert (figures["before"]["k"], figures["after"]["k"]) == (1, 2)
    assert figures["scenario"]["acceptable"] is False
    compared = app.jobs.result(project, done(app, project, "compare").id)
    assert compared["columns"]["fnac"]["ncp"] == 0

    page = done(app, project, "report", language="es")
    assert "<html" in app.jobs.file(project, page.id, "report.html").read_text()[:200]
    project.change_recipe(lambda recipe: replace(recipe, models=(KAnonymity(4),)))
    again = app.jobs.result(project, done(app, project, "verify").id)
    made_for = [(each["model"], each["k"]) for each in again["models"]]
    assert made_for == [("k-anonymity", 2)]

    for job in app.jobs.list(project):
        shown = json.dumps(app.jobs.result(project, job.id), ensure_ascii=False)
        assert not any(value in shown for value in VALUES), job.kind


def test_a_column_that_is_not_published_counts_as_lost_so_that_losses_compare(app, project):
    """Not to publish a column costs as much as to publish it at a top level of `*` alone."""
    levels = 'kind = "digits"\nlevels = 2'
    project.save_recipe(project.recipe_text().replace(levels, 'kind = "suppression"'))
    found = app.jobs.result(project, done(app, project, "alternatives").id)["alternatives"]
    now, _, *without = found
    search = done(app, project, "candidates")
    rows = app.lattice(project, search.id).page(0, 10, CandidateQuery()).rows
    losses = {row[:2]: row[4] for row in rows}

    told = {way["column"]: way for way in without}

    assert now["loss"] == min(losses.values())
    assert told["fnac"]["node"] == {"cod_postal": 0}
    assert told["fnac"]["loss"] == pytest.approx(losses[(1, 0)])
    assert told["cod_postal"]["node"] == {"fnac": 0}
    assert told["cod_postal"]["loss"] == pytest.approx(losses[(0, 1)])


def test_the_risk_before_and_after_is_that_of_the_release_whatever_is_decided_since(app, project):
    release = done(app, project, "anonymize", node={"fnac": 0, "cod_postal": 2})
    project.change_recipe(
        lambda recipe: set_roles(recipe, {"cod_postal": celosia.Role.INSENSITIVE})
    )

    job = done(app, project, "assess", release=release.id)

    figures = app.jobs.result(project, job.id)
    assert figures["before"]["quasi_identifiers"] == ["fnac", "cod_postal"]
    assert figures["after"]["quasi_identifiers"] == ["fnac", "cod_postal"]


def test_what_needs_a_release_says_so(app, project):
    job = app.jobs.wait(project, app.jobs.start(project, "verify").id)

    assert job.error == "ConflictError"
    assert "make one first" in job.message.text("en")


@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".parquet", ".xlsx"])
def test_a_release_is_shown_in_a_grid_whatever_its_format(app, project, ending):
    job = done(app, project, "anonymize", format=ending)

    page = app.readers.page(project, job.id, limit=3)

    assert page.columns == ("fnac", "cod_postal", "dolencia")
    assert (len(page.rows), page.records) == (3, 6)


def test_pages_of_the_source_come_in_the_order_of_the_file_or_sorted(app, project):
    def column(number, **asked):
        return [row[number] for row in app.readers.page(project, **asked).rows]

    assert column(2, offset=1, limit=3) == ["53715", "53703", "53703"]
    assert column(2, sort="cod_postal", limit=3) == ["53703", "53703", "53706"]
    assert column(3, sort="dolencia", descending=True, limit=2) == ["neumonía", "gripe"]
    assert column(0, offset=6) == []
    with pytest.raises(celosia.ParameterError):
        app.readers.page(project, offset=-1)
    with pytest.raises(celosia.DataError):
        app.readers.page(project, sort="nobody")


def test_a_page_sorts_numbers_as_numbers(app):
    project = app.store.create()
    project.upload("n.csv", BytesIO(b"n\n10\n9\n\n-1\n".replace(b"\n\n", b'\n""\n')))

    rows = app.readers.page(project, sort="n").rows

    assert rows == (("-1",), ("9",), ("10",), (None,))


def test_a_release_without_formulas(app):
    project = app.store.create()
    cells = ["=1+1", "@SUM(A1)", "+cmd", "-2", "  =2", "plain"]
    project.upload("f.csv", BytesIO("\n".join(["age,note", *(f"1,{c}" for c in cells)]).encode()))
    project.save_recipe(
        'roles = {age = "quasi-identifier", note = "insensitive"}\n'
        'models = [{model = "k-anonymity", k = 2}]'
    )
    job = done(app, project, "anonymize")

    text = b"".join(write_for_spreadsheet(app.readers, project, job.id)).decode("utf-8-sig")

    found = {row[1] for row in csv.reader(text.splitlines())}
    assert found == {"note", "'=1+1", "'@SUM(A1)", "'+cmd", "-2", "'  =2", "plain"}


def test_hierarchies_go_in_and_out_in_every_format(app, project):
    hierarchy = trees.build(app.readers, project, "fnac")
    assert hierarchy.height == 2
    for written in HIERARCHY_FORMATS:
        content = trees.write_content(hierarchy, written)
        assert trees.read_content("fnac", content, written).values == hierarchy.values


def test_missing_values_get_a_place(app, project):
    partial = trees.from_rows("fnac", [("1986", "198*", "*")])
    found = trees.problems(app.readers, project, partial)
    assert trees.describe_problems(found)["missing"] == ["1996"]

    whole = trees.with_missing(partial, found.missing)

    assert whole.rows[1] == ("1996", "1996", "*")
    assert not trees.problems(app.readers, project, whole).fatal


def test_what_was_found_of_another_table_is_not_shown(app, project):
    done(app, project, "candidates")
    assert app.jobs.latest(project, "candidates") is not None

    project.upload("other.csv", BytesIO(b"x\n1\n"))

    assert app.jobs.list(project) == []


def test_readers_close_what_is_not_used_and_open_it_again(app, project):
    readers = type(app.readers)(app.shelter, most_open=1)
    other = app.store.create()
    other.upload("o.csv", BytesIO(b"x\n1\n"))

    for _ in range(3):
        assert readers.page(project).records == 6
        assert readers.page(other).records == 1

    readers.close()


def test_a_table_that_stays_on_a_server_is_shown_by_a_sample(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4\n")

    class Elsewhere:
        """A table that gives cells, and no pages."""

        def __init__(self, relation):
            self.columns, self.records, self.cells = ("a", "b"), 2, relation.cells

    with celosia.read(tmp_path / "t.csv") as table:
        remote = celosia.Table(Elsewhere(table.relation), "mariadb://h/d?table=t")
        page = page_of(remote, 1, 10)

        assert page.sampled
        assert page.rows == (("3", "4"),)
        with pytest.raises(celosia.ParameterError, match="sample"):
            page_of(remote, 0, 1, sort="a")
