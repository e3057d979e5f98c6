"""What a person runs into: the browser's arrows, two tabs, a wrong file, names that act, no k."""

from __future__ import annotations

import pytest
from tests.support.browsing import PATIENTS, sync_api

from celosia.web.app.step import STEPS

ACTING = "<img src=x onerror=window.acted=1>"


@pytest.fixture
def patients(tmp_path):
    path = tmp_path / "pacientes.csv"
    path.write_text(PATIENTS, encoding="utf-8")
    return path


def on(person, title):
    person.page.get_by_role("heading", name=title, level=2).wait_for()


def test_the_arrows_of_the_browser_go_from_step_to_step(visit, patients):
    person = visit("en-GB")
    person.begin(patients)
    person.go("goal")
    on(person, "4. Goal")
    person.the("k").fill("3")
    person.go("risk")
    on(person, "6. Risk")

    person.page.go_back()
    on(person, "4. Goal")
    sync_api.expect(person.the("k")).to_have_value("3")
    person.page.go_back()
    on(person, "1. Import")
    person.page.go_forward()
    on(person, "4. Goal")
    assert person.page.url.endswith("?step=goal")
    person.page.reload()

    on(person, "4. Goal")


def test_two_tabs_of_one_project_each_stay_where_they_are(visit, patients):
    person, other = visit("en-GB"), visit("en-GB")
    person.begin(patients)
    person.go("goal")
    person.the("curve").wait_for()
    other.page.goto(person.page.url)
    other.go("choose")
    on(other, "5. Choose")

    person.page.bring_to_front()
    person.click("curve")
    person.await_result("Work it out again")

    on(person, "4. Goal")
    on(other, "5. Choose")


def test_a_file_that_is_no_table_is_refused_and_another_can_be_given(visit, patients, tmp_path):
    (tmp_path / "nada.csv").write_bytes(b"")
    (tmp_path / "foto.csv").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00")
    person = visit("es-ES")
    person.click("begin")
    chosen = person.the("upload").locator("input[type=file]")

    chosen.set_input_files(tmp_path / "nada.csv")
    person.see("El fichero está vacío.")
    sync_api.expect(person.page.locator(".q-uploader__file")).to_have_count(0)
    chosen.set_input_files(tmp_path / "foto.csv")
    person.see("foto.csv contiene bytes nulos")
    person.see("si no es el fichero correcto, indique otro más abajo")
    person.the("upload").locator("input[type=file]").set_input_files(patients)

    person.see("pacientes.csv: 6 registros, 4 columnas")


def test_a_table_without_records_is_told_so(visit, tmp_path):
    (tmp_path / "vacia.csv").write_text("edad;sexo\n", encoding="utf-8")
    person = visit("es-ES")

    person.begin(tmp_path / "vacia.csv")

    person.see("La tabla tiene columnas y ningún registro")


def test_a_grid_asks_for_its_first_rows_once(visit, patients):
    person = visit("en-GB")
    person.begin(patients)
    person.go("know")
    on(person, "2. Know your data")
    person.requests.clear()

    person.go("import")
    person.the("grid-source").get_by_text("neumonía").wait_for()
    person.page.wait_for_timeout(500)

    assert len([url for url in person.requests if "/dataset/rows?" in url]) == 1


def test_another_sheet_of_a_spreadsheet_can_be_read(visit, tmp_path):
    xlsxwriter = pytest.importorskip("xlsxwriter", reason="needs the extra `xlsx`")
    with xlsxwriter.Workbook(str(tmp_path / "libro.xlsx")) as book:
        book.add_worksheet("Portada").write_column(0, 0, ["Informe", "Hospital", "2026"])
        data = book.add_worksheet("Datos")
        for row, cells in enumerate([("edad", "sexo"), (33, "M"), (34, "F"), (35, "F")]):
            data.write_row(row, 0, cells)
    person = visit("es-ES")

    person.begin(tmp_path / "libro.xlsx")
    person.see("libro.xlsx: 2 registros, 1 columna")
    person.the("sheet").fill("Dato")
    person.click("read")
    person.see("libro.xlsx no tiene la hoja 'Dato'. Hojas: Portada, Datos.")
    person.the("sheet").fill("Datos")
    person.click("read")

    person.see("libro.xlsx: 3 registros, 2 columnas")
    sync_api.expect(person.the("sheet")).to_have_value("Datos")


def test_nothing_that_comes_from_outside_acts_in_the_page(visit, tmp_path):
    """Names of project, file and columns, values, and labels of a hierarchy."""
    rows = "".join(f"{30 + i % 3};{'FM'[i % 2]};{ACTING}{i % 2}\n" for i in range(12))
    table = tmp_path / f"{ACTING}.csv"
    table.write_text(f"age;{ACTING};illness\n{rows}", encoding="utf-8")
    (tmp_path / "levels.csv").write_text("".join(f"{30 + i};{ACTING};*\n" for i in range(3)))
    person = visit("en-GB")

    def nothing_acts():
        assert person.page.locator("img[src=x]").count() == 0
        assert person.page.evaluate("window.acted") is None

    person.the("project-name").fill(f"{ACTING}{{{{7*7}}}}")
    person.begin(table)
    person.see(f"{ACTING}.csv: 12 records, 3 columns")
    nothing_acts()
    person.go("know")
    person.choose("use-case", "B.")
    person.see("Saved.")
    nothing_acts()
    person.go("hierarchies")
    person.click("of-age")
    person.page.get_by_text("Files", exact=True).click()
    person.the("hierarchy").locator("input[type=file]").set_input_files(tmp_path / "levels.csv")
    person.the("levels").get_by_text(ACTING).first.wait_for()
    person.click("tree")
    person.page.get_by_role("img", name="Tree of age").hover()
    nothing_acts()
    person.go("choose")
    person.click("search")
    person.await_result("generalizations reach the goal")
    person.the("lattice-panel").get_by_role("button").first.click()
    person.the("middle").wait_for()
    person.the("lattice").hover()
    nothing_acts()
    person.click("make")
    person.await_result("Made by levels")
    person.click("explain")
    person.await_result("What would change")
    nothing_acts()
    person.go("risk")
    person.click("measure")
    person.await_result("Attackers")
    nothing_acts()
    person.go("release")
    person.click("finish")
    person.page.get_by_role("dialog", name=f"Erase “{ACTING}{{{{7*7}}}}” for good?").wait_for()
    nothing_acts()
    person.click("sure")
    person.see("Everything of this project was erased")


def test_a_release_for_which_no_k_is_asked_in_spanish_without_barriers(visit, patients):
    person = visit("es-ES")
    person.begin(patients)
    person.go("know")
    person.choose("use-case", "A.")
    person.see("El resultado sigue conteniendo datos personales")
    person.go("goal")
    sync_api.expect(person.the("no-k")).to_be_checked()
    person.go("choose")
    person.click("only-techniques")
    person.await_result("Hecho con las técnicas y nada más.")
    person.go("release")
    person.see("No se pidió ningún k en")
    person.see("No se pidió nada que se pueda verificar.")

    for step in STEPS:
        person.go(step)
        person.page.wait_for_function("document.activeElement.role === 'heading'")
        assert person.barriers() == [], step


def test_a_column_with_an_endless_name_breaks_no_step(visit, tmp_path):
    endless = "x" * 300
    rows = "".join(f"{20 + i % 20};{'abc'[i % 3]};{'FM'[i % 2]}\n" for i in range(60))
    (tmp_path / "t.csv").write_text(f"edad;{endless};sexo\n{rows}", encoding="utf-8")
    person = visit("es-ES")
    person.begin(tmp_path / "t.csv")
    person.go("choose")
    person.click("search")
    person.await_result("alcanzan el objetivo")
    person.click("make")
    person.await_result("Hecho con los niveles")

    for step in STEPS:
        person.go(step)
        person.page.wait_for_function("document.activeElement.role === 'heading'")
        page = "document.documentElement"
        assert person.page.evaluate(f"{page}.scrollWidth <= {page}.clientWidth"), step
        assert person.barriers() == [], step
