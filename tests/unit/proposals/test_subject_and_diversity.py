import csv

import pytest
from tests.support.role_tables import RoleTable, golden_tables

import celosia
from celosia.core.values import ValueCounts
from celosia.models import DistinctLDiversity, KAnonymity
from celosia.proposals import propose_diversity
from celosia.workflow.propose import init

SUBJECTS = {
    "hospital visits": ("paciente",),
    "admissions": (),
    "university": ("DNI",),
    "payroll": ("Nº personal",),
    "households": (),
    "survey": ("respondent_id",),
    "ratings": ("userid",),
}


def written(table: RoleTable, folder):
    path = folder / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table.cells)
        writer.writerows(zip(*table.cells.values(), strict=True))
    return path


@pytest.mark.parametrize("title", SUBJECTS)
def test_the_key_that_says_whose_each_record_is(title, tmp_path):
    table = next(each for each in golden_tables() if each.title == title)

    with celosia.read(written(table, tmp_path)) as opened:
        proposal = celosia.propose(opened)

    assert proposal.subject == SUBJECTS[title]
    assert proposal.recipe().subject == SUBJECTS[title]


def test_init_writes_subject_and_diversity_with_their_reasons(tmp_path):
    path = written(golden_tables()[0], tmp_path)

    with celosia.read(path) as opened:
        init(opened, tmp_path / "celosia.toml")

    recipe = celosia.Recipe.from_file(tmp_path / "celosia.toml")
    assert recipe.subject == ("paciente",)
    assert recipe.models[:2] == (KAnonymity(5), DistinctLDiversity("diagnostico", 2))
    assert not any(m.to_dict().get("attribute") == "coste" for m in recipe.models)
    text = (tmp_path / "celosia.toml").read_text(encoding="utf-8")
    assert "distinct 2-diversity, so that no class tells" in text


@pytest.mark.parametrize(
    ("counts", "l"),
    [((50, 50), 2), ((90, 10), 2), ((95, 5), None), ((100,), None), ((1,) * 300, None)],
)
def test_diversity_is_proposed_where_the_table_can_have_it(counts, l):
    values = ValueCounts(tuple(f"v{i}" for i in range(len(counts))), counts)

    assert propose_diversity("dx", values).l == l
