"""Texts can be read, by the contrast of WCAG 2.2 AA; and all that is drawn is styled here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.web.app import look
from celosia.web.app.look import STYLE

OF_QUASAR = {"hidden", "no-wrap"}
UNSTYLED = {"jobs", "running"}
COLOURS = dict(re.findall(r"--(\w+): (#\w{6})", STYLE)) | {"white": "#ffffff"}
PAIRS = [
    ("ink", "paper"),
    ("quiet", "paper"),
    ("quiet", "card"),
    ("white", "primary"),
    ("white", "bad"),
    ("primary", "card"),
    ("primary", "#e6f0f2"),
    ("good", "#e5f3ea"),
    ("warning", "#fdf1e0"),
    ("bad", "#fbe9e8"),
    ("quiet", "#fbe9e8"),
]


def luminance(colour):
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_stands_out_from_its_ground(text, ground):
    pair = [luminance(COLOURS.get(name, name)) for name in (text, ground)]

    assert (max(pair) + 0.05) / (min(pair) + 0.05) >= 4.5


@pytest.mark.parametrize("ground", [ground for _, ground in PAIRS if ground.startswith("#")])
def test_the_grounds_are_those_of_the_style(ground):
    assert ground in STYLE


def test_every_class_is_one_of_ours_or_quasar_s():
    """Tailwind, whose classes NiceGUI's examples use, is not there: it is slow."""
    sources = (
        path.read_text(encoding="utf-8") for path in Path(look.__file__).parent.rglob("*.py")
    )
    said = [words for text in sources for words in re.findall(r'classes\((?:\w+=)?"([^"]+)"', text)]
    used = {name for words in said for name in words.split()}

    assert len(used) > 50
    assert used - set(re.findall(r"\.([a-z][\w-]*)", STYLE)) == OF_QUASAR | UNSTYLED
