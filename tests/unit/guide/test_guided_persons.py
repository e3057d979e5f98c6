import celosia
from celosia.core.model import UseCase
from celosia.workflow.guide import begin_recipe, measure_risk


def test_the_guide_counts_persons_where_the_key_that_repeats_is_the_subject(tmp_path):
    rows = [f"P{i // 3:05d},{20 + i // 3 % 40},{'HM'[i // 3 % 2]}" for i in range(180)]
    path = tmp_path / "visits.csv"
    path.write_text("\n".join(["c1,edad,sexo", *rows]) + "\n", encoding="utf-8")

    with celosia.read(path) as table:
        recipe = begin_recipe(celosia.propose(table), UseCase.EXTERNAL)
        risk = measure_risk(table, recipe)
        rows_alone = measure_risk(table, recipe.changed(subject=()))

    assert recipe.subject == ("c1",)
    assert (risk.k, rows_alone.k) == (1, 3)
