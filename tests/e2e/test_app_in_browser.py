"""The guided app as a person uses it, in a real browser: the whole way, and what can go wrong."""

from __future__ import annotations

import csv
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("nicegui", reason="needs the extra `app`")
sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")

CELOSIA = str(Path(sys.executable).with_name("celosia"))
ADULT = Path(__file__).parents[3] / "shared" / "data" / "adult" / "data.csv"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 180_000
"""Milliseconds; compiled code may have to be compiled first."""
PATIENTS = """fnac;sexo;cod_postal;dolencia
1986;M;53715;gripe
1996;F;53715;neumonía
1986;M;53703;bronquitis
1986;M;53703;fractura brazo
1996;F;53706;apendicitis
1986;F;53706;fractura pierna
"""


def needed(there, reason):
    """Skip where something is not there; CI has everything."""
    if not there:
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def address(home):
    """Start the real command; give the address that it prints."""
    words = [CELOSIA, "app", "--no-browser", "--home", str(home)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")
    line = server.stdout.readline()
    yield re.search(r"http://\S+", line).group()
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=20)


@pytest.fixture(scope="module")
def chromium():
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    needed(found, "needs Chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


class Visitor:
    """A person with a browser: finds things by name, and waits as long as it takes."""

    def __init__(self, chromium, address, language):
        self.context = chromium.new_context(locale=language, accept_downloads=True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.requests, self.problems = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(address)

    def the(self, name):
        return self.page.locator(f'[data-name="{name}"]')

    def click(self, name):
        self.the(name).click()

    def see(self, text):
        self.page.get_by_text(text).first.wait_for()

    def await_result(self, text):
        """Wait for something that a job finds out."""
        self.page.get_by_text(text).first.wait_for(timeout=PATIENCE)

    def choose(self, name, option):
        self.click(name)
        self.page.get_by_role("option", name=option).click()

    def until_quiet(self):
        self.the("job").wait_for(state="detached", timeout=PATIENCE)

    def go(self, step):
        self.click(f"step-{step}")
        self.the(f"step-{step}").and_(self.page.locator("[aria-current=step]")).wait_for()

    def begin(self, path):
        self.click("begin")
        self.the("upload").locator("input[type=file]").set_input_files(path)
        self.the("grid-source").wait_for()
        self.until_quiet()

    def take(self, name, folder):
        with self.page.expect_download() as download:
            self.click(name)
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def leave(self):
        """Close, having made sure that nothing was asked of any other machine."""
        hosts = {urlsplit(url).hostname for url in self.requests if url.startswith(("http", "ws"))}
        self.context.close()
        assert hosts == {"127.0.0.1"}
        assert self.problems == []


@pytest.fixture
def visit(chromium, address):
    visitors = []

    def visit(language):
        visitors.append(Visitor(chromium, address, language))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()


def workers_of(home):
    """Find the processes that work for this server."""
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = status.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if "celosia.shells.service.worker" in words and str(home) in words:
            yield int(status.parent.name)


def kill_worker(home, seconds=30.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for process in workers_of(home):
            os.kill(process, signal.SIGKILL)
            return
        time.sleep(0.05)
    raise AssertionError("no worker was found")


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
    assert person.page.get_by_text("537**").count() == 6
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
    assert json.loads(certificate.read_text())["models"] == [{"model": "k-anonymity", "k": 2}]
    assert "[node]" in recipe.read_text()
    assert [path for path in (home / "projects").iterdir() if path.is_dir()] == []


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
    person.see("1 values of the table are missing")
    person.see("Values that the table does not have: 1.")
    person.click("place-missing")
    person.see("Complete: every value has its place")
    person.click("of-fnac")
    person.page.get_by_role("heading", name="fnac", exact=True).wait_for()
    person.click("of-sexo")

    person.see("You decided this hierarchy.")


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


def test_thirty_thousand_records_with_reload_and_killed_job_in_english(visit, home, tmp_path):
    needed(ADULT.is_file(), "needs ../shared/data/adult")
    person = visit("en-GB")

    person.begin(ADULT)
    person.see("30,162 records, 9 columns")
    person.go("know")
    person.see("look like no other")
    person.go("goal")
    person.click("curve")
    person.the("job").wait_for()
    person.page.reload()
    person.the("job").wait_for()
    kill_worker(home)
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
    person.await_result("Verified: 5-anonymity holds")
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
