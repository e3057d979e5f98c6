"""What lets one into the app is in no command line, no log, and no file that others can read."""

from __future__ import annotations

import re
import signal
import stat
import time
from pathlib import Path

import httpx2
import pytest

BROWSER = """#!/bin/sh
echo "$@" >> {told}
"""


def wait_for(path: Path) -> str:
    for _ in range(1200):
        if path.exists() and path.read_text().endswith("\n"):
            return path.read_text()
        time.sleep(0.05)
    raise AssertionError("It took too long.")


@pytest.fixture
def browser(tmp_path):
    """A browser that only tells what it was started with."""
    script, told = tmp_path / "browser", tmp_path / "told"
    script.write_text(BROWSER.format(told=told))
    script.chmod(0o755)
    return script, told


def test_a_browser_is_let_in_by_a_private_page_that_goes(start, browser, tmp_path):
    script, told = browser
    words = ("app", "--home", "home")
    server = start(tmp_path, *words, BROWSER=f"{script} %s")

    argument = wait_for(told).strip()
    page = Path(argument.removeprefix("file://"))
    door = tmp_path / "home" / "door"
    token = (door / "token").read_text()
    address, code = re.search(r"url=(http://[^#]+)#([\w-]+)", page.read_text()).groups()

    assert page.parent == door  # a relative home was made absolute
    assert code not in argument
    for path in (page, door / "token", door / "address"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(door.stat().st_mode) == 0o700
    with httpx2.Client() as person:
        entered = person.post(address, content=code, headers={"Origin": address[: -len("/enter")]})
        assert entered.status_code == 204
        assert not page.exists()
        assert person.get(address.replace("/enter", f"/entr?code={code}")).status_code == 404
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=120)
    assert not door.exists()
    assert out.count(code) == 1  # as it was printed, once
    assert token not in out + err
    assert code not in err


def test_another_browser_is_let_in_by_whoever_can_read_the_token(serve, celosia, tmp_path):
    served = serve()

    told = celosia(tmp_path, "app", "--reopen", "--no-browser", "--home", "home")

    address, code = re.search(r"(http://[^#]+)#([\w-]+)", told.out).groups()
    assert code not in served.address
    with httpx2.Client() as person:
        assert person.post(address, content=code).status_code == 204


def test_nothing_is_reopened_that_is_not_open(celosia, tmp_path):
    told = celosia(tmp_path, "app", "--reopen", "--home", "home")

    assert told.status == 2
    assert "start it with celosia app" in told.err
