"""The report that goes with a release, and what reports and terminal say of how it was made."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.e2e.test_report import Page

import celosia as package
from celosia.demo import write_hospital
from celosia.hierarchies import Dates, Masking
from celosia.models import DistinctLDiversity, KAnonymity

QI = package.Role.QUASI_IDENTIFIER
KEPT = {
    "sexo": QI,
    "fecha_nacimiento": QI,
    "codigo_postal": QI,
    "diagnostico": package.Role.SENSITIVE,
}


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """An original and two releases of it, with the recipe that made the first."""
    home = tmp_path_factory.mktemp("report")
    data = write_hospital(home / "hospital.csv", 1000)
    with package.read(data) as table:
        recipe = package.Recipe(
            roles=dict.fromkeys(table.columns, package.Role.IDENTIFIER) | KEPT,
            hierarchies={
                "fecha_nacimiento": Dates(levels=("year", "decade")),
                "codigo_postal": Masking(masked=(3,)),
            },
            models=(KAnonymity(5),),
            suppression=0.05,
        )
        package.anonymize(table, recipe, home / "five.csv")
        package.anonymize(table, replace(recipe, models=(KAnonymity(9),)), home / "many.csv")
    return data, home / "five.csv", home / "many.csv", recipe


def test_a_public_report_says_what_the_certificate_says_and_no_more(published, celosia):
    _, release, many, _ = published
    folder = release.parent
    made = celosia(
        folder, "report", "hospital.csv", "--release", release.name, "--public", "-o", "p.html"
    )
    assert made.status == 0, made.err

    html = (folder / "p.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(html)
    proof = json.loads(release.with_name(release.name + ".certificate.json").read_text())
    evidence = json.loads(release.with_name(release.name + ".evidence.json").read_text())
    assert proof["statement"] in " ".join(page.text)
    assert proof["residual_risks"][0]["text"] in page.text
    assert page.fetched == []
    for private in (evidence["loss"], evidence["before"]["classes"], evidence["input"]["records"]):
        assert str(private) not in page.text
        assert f"{private:,}" not in page.text
    assert not {name for name in ("nombre", "dni") if name in html}

    refused = celosia(
        folder, "report", "hospital.csv", "--release", release.name, many.name, "--public"
    )
    assert refused.status == 2
    release.with_name("bare.csv").write_bytes(release.read_bytes())
    refused = celosia(folder, "report", "hospital.csv", "--release", "bare.csv", "--public")
    assert refused.status == 2
    assert "certificate" in refused.err


def test_a_report_names_the_method_and_the_models_of_the_release(published, tmp_path):
    data, *_, recipe = published
    asked = replace(
        recipe, method="auto", models=(KAnonymity(4), DistinctLDiversity("diagnostico", l=2))
    )
    with package.read(data) as table:
        release = package.anonymize(table, asked, tmp_path / "grouped.csv")

    page = Page()
    page.feed(package.report(data, [release.path], recipe))

    used = package.METHODS[release.grouping.method].title.text("en")
    told = " ".join(page.text)
    assert used in page.text
    assert "4-anonymity; distinct 2-diversity of 'diagnostico'" in page.text
    assert "of 'diagnostico'" in told.replace("distinct 2-diversity of 'diagnostico'", "")


def test_records_left_out_are_told_by_their_reason(tmp_path, celosia):
    rows = "".join(f"{age},{sex}\n" for age in range(1, 100) for sex in "fm")
    (tmp_path / "in.csv").write_text(f"age,sex\n{rows},f\n", encoding="utf-8")
    gone = 'kind = "record-suppression", column = "age", condition = "above", value = 50'
    asked = ("--qi", "sex", "--insensitive", "age", "-k", "2", "-o", "out.csv", "--rows", "persons")

    done = celosia(tmp_path, "anonymize", "in.csv", *asked, "--exact", "age", "--technique", gone)

    assert done.status == 0, done.err
    assert "Left out of 199 records: 98 by the techniques." in done.out
    assert "suppressed" not in done.out
