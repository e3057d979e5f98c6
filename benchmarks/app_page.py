"""The app's page in a browser, while a long job runs: python benchmarks/app_page.py.

Needs the extra `app`, Playwright and Chromium. A table of a million rows comes in by the page and
is scrolled and sorted. Then it is searched, released and measured, and while its rows are grouped
by MDAV, which takes hours, a person goes through the steps, opens panels and menus, picks
candidates and scrolls. Times are the browser's own, from the click to the frame that shows it.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from playwright.sync_api import Browser, Page, sync_playwright

from celosia.web.app.step import STEPS, number_of
from table import report

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
HEADER = ("row", "age", "sex", "postcode", "weight", "ward", "diagnosis", "cost")
WARDS = ("cardiology", "surgery", "urology", "pediatrics")
ILLS = ("flu", "asthma", "fracture", "diabetes", "cancer")
Times: TypeAlias = tuple[float, float]
LONGEST = 600_000
"""Milliseconds to wait for work that is not what is measured."""
TIMED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const begun = performance.now();
    const seen = async (there) => {
        while (!there()) {
            if (performance.now() - begun > 60000) throw new Error('never seen: ' + there);
            await frame();
        }
        await frame();
        return performance.now() - begun;
    };
    (ACT)();
    return await Promise.all([seen(FIRST), seen(UNTIL)]);
}"""
"""Does something, and tells after how many milliseconds a frame showed an answer, and all of it."""
NAMED = "document.querySelector('[data-name=\"{}\"]')"
SCROLLED = NAMED.format("grid-source") + ".querySelector('.ag-body-viewport')"
CELL = NAMED.format("grid-source") + "?.querySelector('[row-index=\"{row}\"] [col-id={column}]')"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=6, help="of 12 clicks each")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory(prefix="celosia-") as place, app(Path(place)) as (browser, address):
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        page.goto(address)
        table = Path(place) / "people.csv"
        costs = write(table, given.rows)
        scrolled = list(scrolling(page, table, costs))
        prepare(page)
        clicked = clicking(page, given.rounds)
        load = os.getloadavg()[0]
    report(scrolled, given.json)
    every = [each for times in clicked.values() for each in times]
    report([spread(*item) for item in (*clicked.items(), ("all", every))], given.json)
    print(f"Load of the machine, with all that runs on it: {load:.1f}.", file=sys.stderr)


@contextmanager
def app(place: Path) -> Iterator[tuple[Browser, str]]:
    """Start the real command and a browser."""
    words = [str(Path(sys.executable).with_name("celosia")), "app", "--no-browser"]
    words += ["--home", str(place / "home")]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8", env=os.environ)
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
                args=FLAGS,
            )
            yield browser, found.group()
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=120)


def write(path: Path, rows: int) -> list[float]:
    """Write a table whose first column says which row it is; give its costs, all different."""
    drawn = random.Random(0)
    costs = [cents / 100 for cents in drawn.sample(range(10 * rows), rows)]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for row, cost in enumerate(costs):
            person = (drawn.randrange(18, 95), drawn.choice("FM"), drawn.randrange(10000, 52999))
            known = (drawn.randrange(40, 120), drawn.choice(WARDS), drawn.choice(ILLS))
            writer.writerow((row, *person, *known, f"{cost:.2f}"))
    return costs


def scrolling(page: Page, table: Path, costs: list[float]) -> Iterator[dict[str, Any]]:
    """Let a table in, and look at its middle and its end, as it is and sorted."""
    last = len(costs) - 1
    begun = time.perf_counter()
    name(page, "begin").click()
    name(page, "upload").locator("input[type=file]").set_input_files(table)
    page.wait_for_function(f"() => {CELL.format(row=0, column='c0')}", timeout=LONGEST)
    yield seen("upload, first rows", 1e3 * (time.perf_counter() - begun), True)
    rising = sorted(range(len(costs)), key=costs.__getitem__)
    for order, expected in (("", range(len(costs))), (", sorted by cost", rising)):
        if order:
            yield seen("sort, first rows", sort(page)[1], shown(page, 0) == expected[0])
        for where, row in (("middle", last // 2), ("end", last), ("a fifth", last // 5)):
            taken = scroll(page, row)[1]
            yield seen(f"{where}{order}", taken, shown(page, row) == expected[row])
    wait(page)


def seen(what: str, milliseconds: float, right: bool) -> dict[str, Any]:
    return {"what": what, "ms until seen": milliseconds, "right rows": str(right)}


def scroll(page: Page, row: int) -> Times:
    """Scroll the grid as the wheel does, until a row is seen."""
    height = page.evaluate(f"() => {SCROLLED}.querySelector('.ag-row').offsetHeight")
    return timed(
        page,
        f"() => {SCROLLED}.scrollTop = {row * height}",
        f"() => {CELL.format(row=row, column='c0')}?.innerText",
    )


def sort(page: Page) -> Times:
    """Click the heading of the last column; the first row is another then."""
    page.evaluate(f"() => {SCROLLED}.scrollTop = 0")
    first = CELL.format(row=0, column="c7")
    page.wait_for_function(f"() => {first}?.innerText")
    before = page.evaluate(f"() => {first}.innerText")
    heading = (
        NAMED.format("grid-source")
        + "?.querySelector('.ag-header-cell[col-id=c7] .ag-header-cell-label')"
    )
    return timed(
        page,
        f"() => {heading}.click()",
        f"() => ![undefined, '', {before!r}].includes({first}?.innerText)",
    )


def shown(page: Page, row: int) -> int:
    return int(page.evaluate(f"() => {CELL.format(row=row, column='c0')}.innerText"))


def prepare(page: Page) -> None:
    """Give every step something to show, then begin the work that takes hours."""
    go(page, "choose")
    name(page, "search").click()
    page.get_by_text("generalizations reach the goal").first.wait_for(timeout=LONGEST)
    name(page, "make").click()
    page.get_by_text("Made by levels").first.wait_for(timeout=LONGEST)
    go(page, "risk")
    name(page, "measure").click()
    page.get_by_text("Attackers").first.wait_for(timeout=LONGEST)
    wait(page)
    go(page, "choose")
    page.get_by_text("groups of similar records").first.click()
    name(page, "method").click()
    page.get_by_role("option", name=re.compile("MDAV")).first.click()
    name(page, "group").click()
    name(page, "job").wait_for()
    page.wait_for_timeout(20_000)


def clicking(page: Page, rounds: int) -> dict[str, list[Times]]:
    """Go through all steps some times, and use what is there."""
    times: dict[str, list[Times]] = {}

    def took(what: str, milliseconds: Times) -> None:
        times.setdefault(what, []).append(milliseconds)

    for turn in range(rounds):
        for step in STEPS:
            took(f"{'again' if turn else 'first'} to {step}", go(page, step))
            for what, act in ACTIONS.get(step, {}).items():
                took(what, act(page, turn))
        assert name(page, "job").count(), "the long job has ended"
    return times


def _panel(place: str) -> Callable[[Page, int], Times]:
    """Open a panel; it is closed again where that is not measured."""

    def act(page: Page, turn: int) -> Times:
        head = f"{NAMED.format(place)}.querySelector('.q-item')"
        body = f"{NAMED.format(place)}.querySelector('.q-expansion-item__content')"
        taken = timed(page, f"() => {head}.click()", f"() => {body}?.offsetHeight > 0")
        page.evaluate(f"() => {head}.click()")
        page.wait_for_function(f"() => !{body}?.offsetHeight")
        return taken

    return act


def _pick(page: Page, turn: int) -> Times:
    """Pick another candidate; the sentence below says which."""
    picked = NAMED.format("picked")
    before = page.evaluate(f"() => {picked}.innerText")
    row = f"{NAMED.format('candidates')}.querySelector('[row-index=\"{turn + 2}\"] [col-id=c0]')"
    page.wait_for_selector('[data-name="candidates"] .ag-row-selected')
    page.wait_for_function(f"() => {row}?.innerText")
    return timed(
        page, f"() => {row}.click()", f"() => {picked} && {picked}.innerText !== {before!r}"
    )


def _scroll_somewhere(page: Page, turn: int) -> Times:
    page.wait_for_function(f"() => {CELL.format(row=0, column='c0')}?.innerText")
    records = int(
        page.evaluate(
            f"() => {SCROLLED}.scrollHeight / {SCROLLED}.querySelector('.ag-row').offsetHeight"
        )
    )
    return scroll(page, random.Random(turn).randrange(1000, records - 100))


def _role(page: Page, turn: int) -> Times:
    """Open a menu of roles."""
    field = page.locator("[data-name^='role-']").nth(turn % 4)
    field.scroll_into_view_if_needed()
    place = f"document.querySelectorAll('[data-name^=\"role-\"]')[{turn % 4}]"
    taken = timed(page, f"() => {place}.click()", "() => document.querySelector('.q-menu .q-item')")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.q-menu')")
    return taken


ACTIONS: dict[str, dict[str, Callable[[Page, int], Times]]] = {
    "import": {"scroll a million rows": _scroll_somewhere, "open a panel": _panel("types")},
    "know": {"open a menu": _role},
    "choose": {"pick a candidate": _pick, "open a panel": _panel("only-levels")},
}


def go(page: Page, step: str) -> Times:
    """Go to a step: its name is marked first, then its title is seen and what is below it."""
    title = f"{number_of(step)}. "
    button = NAMED.format("step-" + step)
    return timed(
        page,
        f"() => {button}.click()",
        f"() => document.querySelector('.step .title')?.innerText.startsWith('{title}')",
        f"() => {button}.ariaCurrent === 'step'",
    )


def timed(page: Page, act: str, until: str, first: str | None = None) -> Times:
    """Do something; give when it was answered and when it was shown, in milliseconds."""
    timing = TIMED.replace("ACT", act).replace("FIRST", first or until).replace("UNTIL", until)
    answered, shown = page.evaluate(timing)
    return float(answered), float(shown)


def name(page: Page, called: str) -> Any:
    return page.locator(f'[data-name="{called}"]')


def wait(page: Page) -> None:
    """Wait until nothing is being worked out."""
    page.wait_for_timeout(1000)
    name(page, "job").wait_for(state="detached", timeout=LONGEST)


def spread(what: str, times: list[Times]) -> dict[str, Any]:
    answered, shown = zip(*times, strict=True)
    return {
        "what": what,
        "times": len(times),
        "answered: median ms": statistics.median(answered),
        "worst ms": max(answered),
        "shown: median ms": statistics.median(shown),
        "the worst ms": max(shown),
    }


if __name__ == "__main__":
    main()
