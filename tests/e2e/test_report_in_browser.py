"""The report as a browser shows it: nothing fetched, every section there, drawn."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.support.chromium import FLAGS, chromium_path

import celosia
from celosia.models import KAnonymity


def run(browser: str, profile: Path, *arguments: str) -> str:
    command = [browser, "--headless", *FLAGS, f"--user-data-dir={profile}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


@pytest.mark.browser
def test_a_browser_shows_the_whole_report(tmp_path):
    browser = chromium_path()
    (tmp_path / "data.csv").write_text("age,sex\n" + "30,F\n31,F\n40,M\n41,M\n" * 5)
    (tmp_path / "release.csv").write_text("age,sex\n" + "30-39,F\n30-39,F\n40-49,M\n40-49,M\n" * 5)
    roles = dict.fromkeys(("age", "sex"), celosia.Role.QUASI_IDENTIFIER)
    recipe = celosia.Recipe(roles=roles, models=(KAnonymity(5),))
    page = tmp_path / "report.html"
    page.write_text(
        celosia.report(tmp_path / "data.csv", [tmp_path / "release.csv"], recipe, "es"), "utf-8"
    )

    shown = run(browser, tmp_path / "one", "--dump-dom", page.as_uri())
    run(
        browser,
        tmp_path / "two",
        "--window-size=1000,1600",
        f"--screenshot={tmp_path / 'page.png'}",
        page.as_uri(),
    )

    for heading in ("Lo que protege", "Lo que cuesta", "Lo que sigue en riesgo"):
        assert heading in shown
    assert shown.count("<svg") == 2
    picture = (tmp_path / "page.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000
