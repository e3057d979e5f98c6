"""The interface described on one page of plain HTML, without anything from another host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1b1b1b;background:#fff}code{background:#f0f0f0;padding:.1em .3em}
summary{cursor:pointer;padding:.4em}details{border:1px solid #ccc;margin:.4em 0}
details>div{padding:0 1em 1em}b{display:inline-block;min-width:4.5em}td,th{text-align:left;
padding:.1em .8em .1em 0;vertical-align:top}"""


def docs_page(openapi: Mapping[str, Any]) -> str:
    """Write the page."""
    info = openapi["info"]
    groups: dict[str, list[str]] = {}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            group = operation.get("tags", [""])[0]
            groups.setdefault(group, []).append(_operation(method, path, operation))
    content = "".join(
        f"<h2>{escape(group)}</h2>{''.join(entries)}" for group, entries in groups.items()
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(info['title'])}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{escape(info.get('description', ''))}</p>"
        f'<p><a href="/api/openapi.json">OpenAPI</a></p>{content}</body></html>'
    )


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    head = f"<b>{escape(method.upper())}</b> <code>{escape(path)}</code>"
    described = escape(operation.get("description", ""))
    return (
        f"<details><summary>{head} {escape(operation.get('summary', ''))}</summary><div>"
        f"<p>{described}</p>{_parameters(operation)}{_body(operation)}{_answers(operation)}"
        "</div></details>"
    )


def _parameters(operation: Mapping[str, Any]) -> str:
    rows = [
        (
            f"<code>{escape(each['name'])}</code>",
            escape(each["in"]),
            "required" if each.get("required") else "",
            escape(_kind(each.get("schema", {}))),
        )
        for each in operation.get("parameters", [])
    ]
    return _table("Parameters", rows)


def _body(operation: Mapping[str, Any]) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    rows = [(escape(media), escape(_kind(told["schema"]))) for media, told in content.items()]
    return _table("Body", rows)


def _answers(operation: Mapping[str, Any]) -> str:
    rows = [
        (escape(status), escape(answer.get("description", "")))
        for status, answer in operation.get("responses", {}).items()
    ]
    return _table("Answers", rows)


def _table(title: str, rows: Sequence[tuple[str, ...]]) -> str:
    if not rows:
        return ""
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<h3>{title}</h3><table>{lines}</table>"


def _kind(schema: Mapping[str, Any]) -> str:
    """Name the kind of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    for way in ("anyOf", "oneOf"):
        if way in schema:
            return " | ".join(_kind(each) for each in schema[way])
    return str(schema.get("type", "any"))
