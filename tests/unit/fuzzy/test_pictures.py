"""Fuzzy sets as pictures: lines where they belong, and nobody's value."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import celosia
from celosia.methods.fuzzy_labels import FuzzyChoices
from celosia.reporting.charts import contour
from celosia.reporting.fuzzy_section import sets_chart
from celosia.workflow.code_fuzzy import Axis, SetsPicture
from celosia.workflow.draw_fuzzy import fuzzy_pictures

RNG = np.random.default_rng(8)
COLUMNS = {
    "age": RNG.normal(50, 12, 600).round(2),
    "income": np.append(RNG.normal(2000, 300, 599).round(2), 987654.32),
    "same": np.append(np.zeros(599), [5.0]),
}


def found(folder, names, **choices):
    path = folder / "people.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(zip(*(COLUMNS[name] for name in names), strict=True))
    recipe = celosia.Recipe(
        roles=dict.fromkeys(names, celosia.Role.QUASI_IDENTIFIER),
        method="fuzzy",
        fuzzy=FuzzyChoices(**choices),
    )
    with celosia.read(path) as table:
        return fuzzy_pictures(table, recipe)


def test_axes_end_at_rounded_quantiles(tmp_path):
    pictures = found(tmp_path, ("age", "income")).pictures

    age, income = (picture.axes[0] for picture in pictures)
    assert (age.low, age.high, age.step) == (30, 80, 10)
    assert (income.low, income.high) == (1400, 2600)


def test_each_attribute_has_its_curves(tmp_path):
    (picture,) = found(tmp_path, ("age",)).pictures

    assert picture.names == ("low", "medium", "high")
    assert picture.shares.shape == (121, 3)
    assert picture.shares.sum(axis=1) == pytest.approx(np.ones(121))
    peaks = picture.shares.argmax(axis=0).tolist()
    assert peaks == sorted(peaks)


def test_pairs_that_were_coded_together_are_drawn_over_a_grid(tmp_path):
    (picture,) = found(
        tmp_path, ("age", "income"), together=True, coding="gustafson-kessel"
    ).pictures

    assert [axis.name for axis in picture.axes] == ["age", "income"]
    assert picture.shares.shape == (49, 49, 3)
    assert picture.others == ()


def test_borders_that_tell_the_extremes_are_not_drawn(tmp_path):
    shown = found(tmp_path, ("age", "income"), coding="equidistant", sets=2)

    assert shown.pictures == ()
    assert shown.not_drawn == ("age", "income")


def test_where_nearly_all_are_alike_there_is_nothing_to_draw(tmp_path):
    shown = found(tmp_path, ("age", "same"), sets=2)

    assert shown.not_drawn == ("same",)
    assert [picture.axes[0].name for picture in shown.pictures] == ["age"]


def test_of_few_people_at_least_ten_lie_beyond_each_end(tmp_path, monkeypatch):
    monkeypatch.setitem(COLUMNS, "few", np.arange(40.0))

    (picture,) = found(tmp_path, ("few",)).pictures

    assert (picture.axes[0].low, picture.axes[0].high) == (10, 30)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("together", [False, True])
def test_pictures_are_svg_that_can_be_read_out(tmp_path, language, together):
    for picture in found(tmp_path, ("age", "income"), together=together).pictures:
        drawn = ET.fromstring(sets_chart(picture, language))

        space = "{http://www.w3.org/2000/svg}"
        assert drawn.get("role") == "img"
        assert drawn.find(f"{space}title").text
        assert all(name in drawn.find(f"{space}desc").text for name in picture.names)
        texts = [text.text for text in drawn.iter(f"{space}text")]
        assert set(picture.names) <= set(texts)
        assert "987" not in "".join(texts)


def test_numbers_are_written_as_the_language_does():
    shares = np.tile([0.25, 0.75], (121, 1))
    picture = SetsPicture((Axis("income", 0.0, 5000.0, 2500.0),), ("low", "high"), shares)

    assert ">2,500<" in sets_chart(picture, "en")
    assert ">2.500<" in sets_chart(picture, "es")


def test_a_contour_follows_a_circle():
    across = np.linspace(-1, 1, 41)
    distance = np.hypot(across[:, None], across[None, :])

    (line,) = contour(-distance, -0.5)

    points = np.array(line) / 20 - 1
    assert line[0] == line[-1]
    assert np.hypot(*points.T) == pytest.approx(0.5, abs=0.01)
    assert len(line) > 40


def test_two_hills_have_two_contours():
    across = np.linspace(-2, 2, 61)
    hills = np.exp(-4 * ((np.abs(across[None, :]) - 1) ** 2 + across[:, None] ** 2))

    assert len(contour(hills, 0.5)) == 2
    assert contour(hills, 2.0) == []
