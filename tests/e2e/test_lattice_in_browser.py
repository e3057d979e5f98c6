"""All candidates in a real browser: the table that is paged, the picture, and the walk between."""

from __future__ import annotations

import pytest
from tests.support.browsing import PATIENCE, PATIENTS, sync_api

from celosia.web.app.lattice_view import HEIGHT, WIDTH

DIGITS = '[hierarchies.{name}]\nkind = "digits"\nlevels = {levels}\n'
MODEL = '[[models]]\nmodel = "k-anonymity"\nk = 2\n'
LARGE = "abcde"
"""Columns of three digits each: their lattice has 4 ** 5 nodes."""


def table(records=60):
    """Numbers of three digits in five columns, of which ever fewer share more digits."""
    rows = [[100 + 37 * i * (j + 1) % 900 for j in range(len(LARGE))] for i in range(records)]
    return "\n".join([",".join(LARGE), *(",".join(map(str, row)) for row in rows)])


def recipe(levels, **others):
    roles = dict.fromkeys(levels, "quasi-identifier") | others
    said = "".join(f'{name} = "{role}"\n' for name, role in roles.items())
    trees = "".join(DIGITS.format(name=name, levels=each) for name, each in levels.items())
    return f"suppression = 0\n[roles]\n{said}{MODEL}{trees}"


@pytest.fixture(scope="module")
def projects():
    """Where the candidates of a table were looked for already."""
    return {}


@pytest.fixture
def searched(visit, projects, tmp_path):
    """Somebody who looks at the candidates of a table, with the lattice opened."""

    def searched(content, said, language):
        person = visit(language)
        if content in projects:
            person.page.goto(projects[content])
        else:
            projects[content] = begun(person, content, said)
        person.the("candidates").wait_for(timeout=PATIENCE)
        person.the("lattice-panel").get_by_role("button").first.click()
        person.the("middle").wait_for()
        return person

    def begun(person, content, said):
        (tmp_path / "t.csv").write_text(content, encoding="utf-8")
        person.begin(tmp_path / "t.csv")
        address = person.page.url.partition("?")[0]
        place = address.replace("/project/", "/api/projects/")
        here = {"Origin": address.partition("/project/")[0]}
        assert person.context.request.put(f"{place}/recipe", data=said, headers=here).ok
        person.page.reload()
        person.go("choose")
        person.click("search")
        return person.page.url

    return searched


@pytest.fixture
def large(searched):
    """A lattice of which each node is drawn on a canvas, once they have come."""
    person = searched(table(), recipe(dict.fromkeys(LARGE, 3)), "es-ES")
    person.the("lattice-canvas").and_(person.page.locator("[data-ready=true]")).wait_for()
    return person


@pytest.fixture
def small(searched):
    """The lattice of the thesis' example, drawn with its edges."""
    others = {"sexo": "identifier", "dolencia": "sensitive"}
    return searched(PATIENTS, recipe({"fnac": 2, "cod_postal": 2}, **others), "en-GB")


def picked_row(person):
    return person.the("candidates").locator(".ag-row-selected")


def test_a_large_lattice_is_walked_through_by_keyboard(large):
    canvas, spoken = large.the("lattice-canvas"), large.the("lattice-spoken")
    sync_api.expect(spoken).to_contain_text("óptima")
    assert "Red de 1.024 generalizaciones" in canvas.get_attribute("aria-label")

    canvas.focus()
    for key in ("ArrowUp", "End", "+"):
        large.page.keyboard.press(key)
    there = spoken.inner_text()
    assert "; segura; Pérdida: " in there
    large.page.keyboard.press("Enter")

    levels = there.split(";")[0]
    large.see(f"Elegida: {levels}")
    sync_api.expect(large.the("middle")).to_contain_text(levels)
    row = ",".join(level.split()[1] for level in levels.split(", "))
    sync_api.expect(picked_row(large)).to_have_attribute("row-id", row)
    assert large.barriers() == []


def test_pointing_at_the_picture_tells_and_clicking_picks(large):
    canvas = large.the("lattice-canvas")
    canvas.scroll_into_view_if_needed()
    size = canvas.bounding_box()
    top = {"x": size["width"] / 2 + 54, "y": 25}  # the coarsest node stands alone at the top

    canvas.hover(position=top)
    sync_api.expect(large.page.locator(".lattice-tip")).to_contain_text("Pérdida: 100 %")
    canvas.click(position=top)

    large.see("Elegida: a 3, b 3, c 3, d 3, e 3")
    sync_api.expect(picked_row(large)).to_have_attribute("row-id", "3,3,3,3,3")


def test_the_table_is_sorted_and_filtered_where_the_candidates_are(large):
    grid = large.the("candidates")
    first = grid.locator('.ag-center-cols-container [row-index="0"]')
    sync_api.expect(first).to_contain_text("óptima")

    loss = grid.locator('.ag-header-cell[col-id="c7"]')
    loss.click()
    loss.click()
    sync_api.expect(first).to_have_attribute("row-id", "3,3,3,3,3")
    large.the("only-levels").get_by_role("button").first.click()
    large.choose("level-0", "2")

    sync_api.expect(first).to_have_attribute("row-id", "2,3,3,3,3")


def test_a_small_lattice_is_walked_from_a_node_to_its_neighbours(small):
    sync_api.expect(small.the("middle")).to_contain_text("fnac 2, cod_postal 0")
    neighbours = small.the("neighbours")

    neighbours.get_by_role("button", name="More general: cod_postal: level 0 → 1").focus()
    small.page.keyboard.press("Enter")
    small.see("Picked: fnac 2, cod_postal 1")
    sync_api.expect(small.the("middle")).to_be_focused()
    neighbours.get_by_role("button", name="More detailed: fnac: level 2 → 1").click()

    sync_api.expect(small.the("middle")).to_contain_text("Does not reach the goal")
    small.see("Picked: fnac 2, cod_postal 1")
    sync_api.expect(picked_row(small)).to_have_attribute("row-id", "2,1")
    assert small.barriers() == []


def test_clicking_a_node_of_a_small_lattice_picks_it(small):
    chart = small.the("lattice")
    chart.scroll_into_view_if_needed()
    x, y = chart.evaluate(
        "box => getElement(Number(box.id.slice(1))).chart"
        f".convertToPixel({{seriesIndex: 0}}, [{WIDTH / 2}, {-HEIGHT}])"
    )

    chart.click(position={"x": x, "y": y})

    small.see("Picked: fnac 2, cod_postal 2")
    sync_api.expect(picked_row(small)).to_have_attribute("row-id", "2,2")


def test_a_row_picked_before_the_best_one_is_marked_stays_picked(small):
    held = []
    small.page.route("**/place?*", lambda route: held.append(route))
    small.page.reload()
    row = small.the("candidates").locator('[row-id="2,2"]')

    row.click()
    small.see("Picked: fnac 2, cod_postal 2")
    with small.page.expect_response("**/place?*"):
        held[0].continue_()
    small.page.wait_for_timeout(500)  # what should not happen would happen now

    sync_api.expect(picked_row(small)).to_have_attribute("row-id", "2,2")
    sync_api.expect(small.the("picked")).to_have_text("Picked: fnac 2, cod_postal 2")
