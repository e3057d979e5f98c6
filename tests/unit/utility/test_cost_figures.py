"""The report's glossary of costs is what measures declare beside themselves."""

import pytest

import celosia
from celosia.reporting.glossary import utility_glossary
from celosia.text.messages import verbatim
from celosia.utility.cost_figure import COST_FIGURES, CostFigure


def test_every_figure_that_is_declared_is_given_by_a_comparison_or_an_assessment(tmp_path):
    lines = [f"{20 + n % 5},{'ab'[n % 2]},{n % 3}" for n in range(60)]
    (tmp_path / "t.csv").write_text("\n".join(["age,sex,pay", *lines]))
    known = ("age", "sex")
    compared = celosia.compare(tmp_path / "t.csv", tmp_path / "t.csv", known)
    assessed = celosia.assess(tmp_path / "t.csv", known)

    assert set(COST_FIGURES) <= {*compared.figures, *assessed.to_dict()}


def test_a_figure_of_others_stands_in_the_glossary_at_its_place():
    told = CostFigure(verbatim("Regret"), verbatim("What one would regret."), "Trial 2026")
    COST_FIGURES.add("regret", told, order=1.5)
    try:
        names = list(utility_glossary())
        assert names[:2] == ["gcp_with_left_out", "regret"]
        assert utility_glossary()["regret"].source.text() == "Trial 2026"
    finally:
        del COST_FIGURES._declared["regret"]


@pytest.mark.parametrize("name", COST_FIGURES)
def test_every_figure_is_told_in_both_languages(name):
    entry = utility_glossary()[name]

    assert entry.title.text("es") != entry.title.text("en")
    assert entry.meaning.text("es") != entry.meaning.text("en")
