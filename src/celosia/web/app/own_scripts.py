"""Scripts that the server wrote, marked with the number of the answer; no other one runs."""

from __future__ import annotations

from pathlib import Path

from jinja2 import DictLoader
from nicegui.client import templates

TEMPLATE = "index.html"
OURS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
MARK = '<script nonce="{{ request.state.nonce }}"'
"""The guard draws the number, and names it in the content security policy of the answer."""


def mark_scripts() -> None:
    """Mark the scripts of NiceGUI's page, and ours, in its template; what fills it later is not."""
    environment = templates.env
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, TEMPLATE)
    if MARK not in source:
        ours = f"<script>{{% raw %}}{OURS}{{% endraw %}}</script></head>"
        marked = source.replace("</head>", ours).replace("<script", MARK)
        environment.loader = DictLoader({TEMPLATE: marked})
