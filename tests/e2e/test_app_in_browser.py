"""The guided app as a person uses it, in a real browser: the whole way, and what can go wrong."""

from __future__ import annotations

import csv
import http.client
import json
import os
import re
import signal
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.browsing import PATIENCE, PATIENTS, Visitor, sync_api

import celosia
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, technique_from_dict
from celosia.demo import write_hospital
from celosia.vault.cipher import passphrase_secret, write_key_file

ADULT = Path("data") / "adult" / "data.csv"


def workers_of(home):
    """Find the processes that work for this server."""
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = status.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if "celosia.web.service.worker" in words and str(home) in words:
            yield int(status.parent.name)


def kill_workers(home, seconds=60.0):
    """Kill the worker of a job, and the one that tries it again."""
    end, killed = time.monotonic() + seconds, set()
    while time.monotonic() < end:
        for process in set(workers_of(home)) - killed:
            os.kill(process, signal.SIGKILL)
            killed.add(process)
        if len(killed) == 2:
            return
        time.sleep(0.05)
    raise AssertionError(f"{len(killed)} workers were found")


def mask_digits(person, column, remove):
    """Make the hierarchy of the thesis: two levels of masked digits."""
    person.click(f"of-{column}")
    person.page.get_by_role("heading", name=column, exact=True).wait_for()
    person.choose("way", "enmascarar cifras")
    person.click("make")
    for left in range(remove, 0, -1):
        person.page.get_by_role("columnheader", name=f"Nivel {left + 2}").wait_for()
        person.click("remove-level")
    person.page.get_by_role("columnheader", name="Nivel 3").wait_for(state="detached")
    person.click("save-hierarchy")
    person.see("Guardado.")
    person.see("Usted ha decidido esta jerarquía.")


def test_the_thesis_example_from_import_to_the_end_in_spanish(visit, home, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("es-ES")

    person.begin(tmp_path / "pacientes.csv")
    person.go("know")
    person.click("use-set")
    person.see("Guardado.")
    person.go("hierarchies")
    mask_digits(person, "fnac", remove=2)
    mask_digits(person, "cod_postal", remove=3)
    person.go("goal")
    person.the("k").fill("2")
    person.the("suppression").fill("0")
    person.click("save-goal")
    person.see("Guardado.")
    person.go("choose")
    person.see("Objetivo: 2-anonimidad")
    person.click("search")
    person.await_result("5 de 9 generalizaciones alcanzan el objetivo.")
    person.the("candidates").locator('[row-id="0,2"] .ag-cell').nth(1).click()
    person.see("Elegida: fnac 0, cod_postal 2")
    person.click("make")
    person.await_result("Hecho con los niveles fnac 0, cod_postal 2.")
    person.the("grid-source").get_by_text("53715").first.wait_for()
    sync_api.expect(person.page.get_by_text("537**")).to_have_count(6)
    person.go("risk")
    person.click("measure")
    person.await_result("Por encima de lo que acepta")
    person.go("release")
    person.click("verify")
    person.await_result("Verificado: se cumple 2-anonimidad en los 6 registros")
    person.click("report")
    person.the("open-report").wait_for(timeout=PATIENCE)
    release = person.take("take-release", tmp_path)
    certificate = person.take("take-certificate", tmp_path)
    recipe = person.take("take-recipe", tmp_path)
    person.click("finish")
    person.click("sure")
    person.see("Se ha borrado todo lo de este proyecto, y se ha comprobado.")

    rows = list(csv.DictReader(release.read_text(encoding="utf-8").splitlines(), delimiter=";"))
    assert sorted(row["fnac"] for row in rows) == ["1986"] * 4 + ["1996"] * 2
    assert {row["cod_postal"] for row in rows} == {"537**"}
    assert "sexo" not in rows[0]
    [model] = json.loads(certificate.read_text())["models"]
    assert model == {"model": "k-anonymity", "k": 2, "checked": "twice"}
    assert "[node]" in recipe.read_text()
    assert [path for path in (home / "projects").iterdir() if path.is_dir()] == []


def test_what_can_be_done_with_a_column_that_tells_people_apart_is_a_button(visit, tmp_path):
    rows = [f"{20 + i % 4},{'HM'[i % 2]},{1000 + 37 * i}.{i % 90 + 10}" for i in range(200)]
    table = "\n".join(["edad,sexo,coste", *rows])
    (tmp_path / "costes.csv").write_text(table + "\n", encoding="utf-8")
    person = visit("es-ES")
    person.begin(tmp_path / "costes.csv")
    person.go("know")
    person.click("remove-coste-0")  # rounding is proposed
    person.see("Guardado.")
    person.go("goal")
    person.click("save-goal")
    person.go("choose")
    person.click("search")
    person.await_result("alcanzan el objetivo")
    person.click("make")
    person.await_result("«coste»: el 100")

    assert person.barriers() == []
    person.click("remedy-exact-coste")
    person.see("Diga antes por qué")
    person.page.get_by_role("button", name="Cerrar").first.click()
    person.click("remedy-rounding-coste")
    person.see("Se ha decidido algo")
    person.click("undo")
    person.see("«coste»: el 100")
    person.the("reason-coste").fill("figura en el presupuesto")
    person.click("remedy-exact-coste")
    person.click("release-again")
    person.await_result("se publican tal cual, a propósito")
    person.go("goal")
    person.page.get_by_text("Pueden publicarse exactas").first.click()
    field = person.the("exact-reason-coste")
    sync_api.expect(field).to_have_value("figura en el presupuesto")


def test_a_person_with_several_rows_is_asked_for(visit, tmp_path):
    rows = [f"P{i // 3:05d},{20 + i // 3 % 40},{'HM'[i // 3 % 2]},{i % 7}" for i in range(180)]
    table = "\n".join(["c1,edad,sexo,visitas", *rows])
    (tmp_path / "visitas.csv").write_text(table + "\n", encoding="utf-8")
    person = visit("es-ES")
    person.begin(tmp_path / "visitas.csv")
    person.go("know")

    person.see("¿Tiene una persona varias filas?")
    person.see("Aquí una persona tiene varios registros: 60 personas en 180 registros.")
    answer = person.page.get_by_role("combobox", name="De quién es cada fila")
    sync_api.expect(answer).to_have_value("Sí: «c1» dice de quién es cada fila")
    person.choose("persons", "No: cada fila es una persona distinta")
    person.see("Guardado")
    sync_api.expect(answer).to_have_value("No: cada fila es una persona distinta")


def test_undo_brings_a_decision_back(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.go("know")
    role = person.page.get_by_role("combobox", name="Role of sexo")
    person.choose("role-sexo", "Not sensitive")
    person.see("Saved.")

    person.click("undo")

    person.see("Undone.")
    sync_api.expect(role).to_have_value("Quasi-identifier")


def test_undo_brings_back_a_table_that_another_replaced(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    (tmp_path / "visits.csv").write_text("ward,cost\nA,10\nB,20\n", encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.go("know")
    person.choose("role-sexo", "Not sensitive")
    person.see("Saved.")
    person.go("import")
    person.page.get_by_text("Use another table").click()
    person.see("This one stays until you finish: Undo brings it back")

    person.the("upload").locator("input[type=file]").set_input_files(tmp_path / "visits.csv")
    person.see("visits.csv: 2 records, 2 columns")
    person.until_quiet()
    person.click("undo")

    person.see("Undone. The table is “pacientes.csv” again, with what was decided for it.")
    person.see("pacientes.csv: 6 records, 4 columns")
    person.go("know")
    role = person.page.get_by_role("combobox", name="Role of sexo")
    sync_api.expect(role).to_have_value("Not sensitive")
    person.click("redo")
    person.page.get_by_role("combobox", name="Role of ward").wait_for()
    for _ in range(3):
        person.click("undo")
    person.see("The project has no table now; Redo brings it back.")


def test_what_was_typed_is_saved_on_leaving_the_step_and_before_working(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.go("goal")

    person.the("k").fill("3")
    person.click("next")
    person.see("Goal: 3-anonymity")
    person.go("goal")
    person.the("k").fill("2")
    person.click("curve")
    person.await_result("Work it out again")

    sync_api.expect(person.the("k")).to_have_value("2")


def test_protections_besides_k_are_added_saved_and_proven(visit, tmp_path):
    people = "".join(f"{y};{code}\n" for y in (1986, 1996) for code in (10, 11, 20, 21) * 2)
    rows = (f"{who};{('flu', 'cold')[i % 2]}" for i, who in enumerate(people.split()))
    (tmp_path / "patients.csv").write_text("born;code;illness\n" + "\n".join(rows))
    (tmp_path / "people.csv").write_text("born;code\n" + people * 2)
    person = visit("en-GB")
    person.begin(tmp_path / "patients.csv")
    person.go("goal")

    person.the("k").fill("1")
    person.click("save-goal")
    person.see("Nothing was saved: correct what is marked first.")
    person.page.get_by_role("alert").get_by_text("A whole number of at least 2.").wait_for()
    person.the("k").fill("2")
    for model in ("entropy-l-diversity", "delta-disclosure", "t-closeness", "k-map"):
        person.add_protection(model)
    person.click("remove-t-closeness")
    sync_api.expect(person.the("remove-k-map")).to_be_focused()
    person.the("k-map-k").fill("3")
    person.the("population").locator("input[type=file]").set_input_files(tmp_path / "people.csv")
    person.see("Compared with people.csv.")
    person.click("next")
    proposed = "2-anonymity, distinct 2-diversity of 'illness', entropy 2-diversity of 'illness'"
    person.see(f"Goal: {proposed}, 1-disclosure privacy")
    person.click("search")
    person.the("make").click(timeout=PATIENCE)
    person.go("release")
    person.the("verify").click(timeout=PATIENCE)
    person.await_result(f"Verified: {proposed}")
    certificate = json.loads(person.take("take-certificate", tmp_path).read_text())
    recipe = person.take("take-recipe", tmp_path).read_text()

    asked = [
        "k-anonymity",
        "distinct-l-diversity",
        "entropy-l-diversity",
        "delta-disclosure",
        "k-map",
    ]
    assert [model["model"] for model in certificate["models"]] == asked
    assert re.findall(r'^model = "(.*)"', recipe, re.MULTILINE) == asked
    assert 'population = "people.csv"' in recipe


def test_a_goal_out_of_reach_is_explained_in_the_language_of_the_page(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("es-ES")
    person.begin(tmp_path / "pacientes.csv")
    person.go("goal")
    person.the("k").fill("7")

    person.click("next")
    person.click("search")

    person.await_result("La tabla solo tiene 6 registros: baje k.")


def test_types_that_were_typed_are_saved_on_leaving_and_undone_at_once(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.go("know")
    person.choose("role-sexo", "Not sensitive")
    person.see("Saved.")
    person.go("import")
    person.the("types").click()

    person.choose("type-fnac", "text")
    person.go("know")
    person.see("Saved what you changed in step 1.")
    person.until_quiet()
    person.see("text · different values: 2")
    person.click("undo")

    person.see("whole number · different values: 2")
    role = person.page.get_by_role("combobox", name="Role of sexo")
    sync_api.expect(role).to_have_value("Not sensitive")


def test_a_failure_leaves_the_bar_with_the_decision_that_made_it_fail(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.go("goal")
    person.the("k").fill("7")
    person.click("curve")
    person.go("choose")
    person.click("search")
    person.the("job-failed").wait_for(timeout=PATIENCE)

    person.click("undo")

    person.the("job-failed").wait_for(state="detached")


def test_a_page_whose_server_is_gone_says_what_to_do(chromium, start, tmp_path):
    words = ("app", "--no-browser", "--home", tmp_path / "home")
    server = start(tmp_path, *words)
    address = re.search(r"http://\S+", server.stdout.readline()).group()
    person = Visitor(chromium, address, "es-ES")
    person.click("begin")
    person.the("upload-button").wait_for()

    server.kill()
    server.wait()
    person.page.get_by_role("alert").get_by_text("Celosía no responde").wait_for()
    person.see("use la dirección que celosia app muestra en el terminal")
    again = start(tmp_path, *words, "--port", urlsplit(address).port)
    again.stdout.readline()
    person.page.reload()

    person.see(
        "Abra la dirección que mostró celosia app: deja entrar a un navegador, una sola vez."
    )
    person.context.close()


def test_a_hierarchy_that_was_changed_is_kept_when_looking_at_another(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    (tmp_path / "sexo.csv").write_text("sexo;level\nF;*\n", encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")
    person.go("hierarchies")
    person.click("of-sexo")
    person.page.get_by_role("heading", name="sexo", exact=True).wait_for()
    person.page.get_by_text("Files", exact=True).click()

    person.the("hierarchy").locator("input[type=file]").set_input_files(tmp_path / "sexo.csv")
    person.see("Values of the table that are missing: 1")
    person.see("Values that the table does not have: 1.")
    person.click("place-missing")
    person.see("Complete: every value has its place")
    person.click("of-fnac")
    person.page.get_by_role("heading", name="fnac", exact=True).wait_for()
    person.click("of-sexo")

    person.see("You decided this hierarchy.")


def test_techniques_from_their_suggestion_to_the_vault(visit, home, tmp_path):
    """Masked, rounded, with keyed pseudonyms: seen in the page, found in the release."""
    table = write_hospital(tmp_path / "hospital.csv", 300)
    write_key_file(tmp_path / "celosia.key")
    person = visit("en-GB")
    person.begin(table)
    person.go("know")
    person.click("use-set")
    person.see("Saved.")
    person.choose("role-codigo_postal", "Quasi-identifier")
    person.click("use-codigo_postal-format-masking")
    person.the("techniques-codigo_postal").get_by_text("***").first.wait_for()
    person.click("use-fecha_nacimiento-date-period")
    person.the("techniques-fecha_nacimiento").get_by_text("Before").wait_for()
    person.click("ways-dni")
    person.click("use-dni-keyed-pseudonym")
    person.the("techniques-dni").get_by_text("Personal data", exact=True).wait_for()

    person.click("add-coste")
    person.choose("technique", "Round numbers")
    person.the("field-base").fill("0")
    person.click("try")
    person.page.get_by_role("alert").get_by_text("A number above 0.").wait_for()
    person.the("field-base").fill("100")
    person.click("try")
    person.page.get_by_role("dialog").get_by_text("After", exact=True).wait_for()
    person.click("add-it")
    person.the("order-0").get_by_text("Round numbers · coste").wait_for()  # as it was proposed
    person.the("order-4").get_by_text("Round numbers · coste").wait_for()
    person.click("earlier-4")
    person.the("order-3").get_by_text("Round numbers · coste").wait_for()
    sync_api.expect(person.the("order-3")).to_be_focused()

    person.go("choose")
    person.click("search")
    person.await_result("generalizations reach the goal")
    person.click("make")
    person.click("submit")
    person.see("That is no key")
    person.the("key-file").locator("input[type=file]").set_input_files(tmp_path / "celosia.key")
    sync_api.expect(person.the("key")).not_to_have_value("")  # the form stands still now
    person.click("vault")
    person.the("passphrase").fill("four words of no meaning")
    person.the("passphrase-again").fill("four words of no meaning")
    person.click("submit")
    person.await_result("Techniques applied first")
    person.go("release")
    person.see("This table holds pseudonyms")
    release = person.take("take-release", tmp_path)
    certificate = person.take("take-certificate", tmp_path)
    vault = person.take("take-vault", tmp_path)
    key = (tmp_path / "celosia.key").read_text().strip()
    kept = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    person.click("finish")
    person.click("sure")
    person.see("Everything of this project was erased, and that was checked.")

    assert key.encode() not in kept
    assert b"four words of no meaning" not in kept
    assert list(home.rglob(vault.name)) == []
    rows = list(csv.DictReader(release.read_text(encoding="utf-8").splitlines(), delimiter=";"))
    assert all(float(row["coste"]) % 100 == 0 for row in rows)
    assert all(re.fullmatch(r"\d?\d?\*+|", row["codigo_postal"]) for row in rows)
    opened = celosia.open_vault(vault, passphrase_secret("four words of no meaning"))
    originals = [opened.reidentify(row["dni"], "dni") for row in rows]
    context = TechniqueContext(Randomness(b""), bytes.fromhex(key))
    keyed = technique_from_dict({"kind": "keyed-pseudonym", "column": "dni"})
    assert keyed.relabel(originals, context) == [row["dni"] for row in rows]
    proof = json.loads(certificate.read_text(encoding="utf-8"))
    assert proof["personal_data"]
    kinds = [step["kind"] for step in proof["techniques"]]
    assert kinds == ["rounding", "format-masking", "date-period", "rounding", "keyed-pseudonym"]


def test_the_name_of_a_column_is_never_a_part_of_the_page(visit, tmp_path):
    """A file from somebody else must not act for the person who opens it."""
    table = PATIENTS.replace("sexo", '"sexo"" onfocus=""alert(1)"" x=""<b>"')
    (tmp_path / "pacientes.csv").write_text(table, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")

    for step, shown in (("import", "grid-source"), ("know", "role-fnac"), ("hierarchies", "way")):
        person.go(step)
        person.the(shown).wait_for()
        assert person.page.locator("[onfocus]").count() == 0


def test_the_tab_key_leaves_a_grid(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS, encoding="utf-8")
    person = visit("en-GB")
    person.begin(tmp_path / "pacientes.csv")

    person.the("grid-source").get_by_text("53706").first.click()
    person.page.keyboard.press("Tab")

    sync_api.expect(person.the("next")).to_be_focused()


def test_malformed_lines_are_told_once_where_the_file_can_be_read_anew(visit, tmp_path):
    (tmp_path / "pacientes.csv").write_text(PATIENTS + "1986;M\n", encoding="utf-8")
    person = visit("en-GB")

    person.click("begin")
    person.the("upload").locator("input[type=file]").set_input_files(tmp_path / "pacientes.csv")
    person.see("line 8: too few columns")
    person.see("Read again")

    assert person.page.get_by_text("line 8: too few columns").count() == 1
    assert person.the("job-failed").count() == 0


def test_thirty_thousand_records_with_reload_and_killed_job_in_english(
    visit, home, tmp_path, shared
):
    person = visit("en-GB")

    person.begin(shared / ADULT)
    person.see("30,162 records, 9 columns")
    person.go("know")
    person.see("Records that look like no other")
    person.go("goal")
    person.click("curve")
    person.the("job").wait_for()
    person.page.reload()
    person.the("job").wait_for()
    kill_workers(home)
    person.see("Failed, nothing lost, try again.")
    person.page.reload()
    person.see("Failed, nothing lost, try again.")
    person.click("again")
    person.the("job").wait_for()
    person.click("abort")
    person.see("Aborted; nothing was written.")

    person.go("choose")
    person.page.get_by_text("Or without hierarchies").click()
    person.choose("method", "Mondrian")
    person.click("group")
    person.await_result("Made by groups (mondrian).")
    person.go("release")
    person.click("verify")
    person.await_result("Verified: 5-anonymity, distinct 2-diversity of 'salary-class'")
    release = person.take("take-release", tmp_path)
    person.click("finish")
    person.click("sure")
    person.see("Everything of this project was erased, and that was checked.")

    with release.open(encoding="utf-8") as lines:
        assert sum(1 for _ in lines) > 29_000


def test_a_page_of_another_site_cannot_open_the_socket(address, visit):
    person = visit("en-GB")
    parts = urlsplit(address)
    cookie = "; ".join(f"{each['name']}={each['value']}" for each in person.context.cookies())

    def handshake(origin):
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
        headers = {"Origin": origin, "Cookie": cookie}
        connection.request("GET", "/_nicegui_ws/socket.io/?EIO=4&transport=polling", None, headers)
        status = connection.getresponse().status
        connection.close()
        return status

    assert handshake(f"http://{parts.netloc}") == 200
    assert handshake("http://evil.example") in (400, 403)
