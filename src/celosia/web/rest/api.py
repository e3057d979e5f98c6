"""The REST interface: everything that the pages can do, for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.web.rest.declared_shapes import REFERENCE, recipe_schemas
from celosia.web.rest.door import Authenticate
from celosia.web.rest.job_routes import candidate_router, job_router, release_router
from celosia.web.rest.problem_details import ANYWHERE, Problem, install
from celosia.web.rest.project_routes import dataset_router, project_router
from celosia.web.rest.recipe_routes import hierarchy_router, recipe_router, technique_router
from celosia.web.rest.rest_guard import RestGuard
from celosia.web.service import App


def create_api(app: App, authenticate: Authenticate, hosts: frozenset[str]) -> FastAPI:
    """Make the application; pages can be mounted on it, and are guarded alike.

    Parameters
    ----------
    authenticate
        Tells who asks: `TokenAuthentication` on loopback, a team's server brings its own.
    hosts
        The names under which the server is reached, with the port, as in the header `Host`
        (`authorities` gives those of this machine); requests to others are refused.
    """
    api = FastAPI(
        title="Celosía",
        version=version("celosia"),
        description=Message("rest.described-api").text(ENGLISH),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    api.state.app = app
    install(api)
    root = APIRouter(prefix="/api", responses=ANYWHERE)
    for router in (
        project_router,
        dataset_router,
        recipe_router,
        hierarchy_router,
        technique_router,
        job_router,
        candidate_router,
        release_router,
    ):
        root.include_router(router)
    api.include_router(root)
    api.openapi = lambda: _describe(api)  # type: ignore[method-assign]
    _add_docs(api)
    _add_nothing_else(api)
    api.add_middleware(
        RestGuard, authenticate=authenticate, hosts=hosts, most=app.store.limits.hierarchy
    )
    return api


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def _add_docs(api: FastAPI) -> None:
    @api.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> dict[str, Any]:
        return api.openapi()

    @api.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(api.openapi()))

    @api.get("/docs", include_in_schema=False)
    def redirect_docs() -> RedirectResponse:
        return RedirectResponse("/api/docs")


def _add_nothing_else(api: FastAPI) -> None:
    """Answer what is not there as all else is answered, also when pages are mounted beside it."""
    known = list(api.router.routes)

    async def nothing(request: Request) -> None:
        found = (route.matches(request.scope)[0] for route in known)
        raise HTTPException(405 if Match.PARTIAL in found else 404)

    api.router.routes.append(Route("/api/{path:path}", nothing, methods=METHODS))


def _describe(api: FastAPI) -> dict[str, Any]:
    """Describe the interface once, with the token and the shape of errors."""
    if api.openapi_schema is None:
        schema = get_openapi(
            title=api.title,
            version=api.version,
            description=api.description,
            routes=api.routes,
        )
        parts = schema.setdefault("components", {})
        shape = Problem.model_json_schema(ref_template=REFERENCE + "{model}")
        parts.setdefault("schemas", {}).update(shape.pop("$defs"), Problem=shape)
        parts["schemas"] |= recipe_schemas()
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"token": []}]
        api.openapi_schema = schema
    return api.openapi_schema


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
