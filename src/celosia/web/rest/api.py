"""The REST interface: everything that the pages can do, for programs."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, RedirectResponse

from celosia.web.rest.docs_page import docs_page
from celosia.web.rest.job_routes import candidate_router, job_router, release_router
from celosia.web.rest.problem_details import ANYWHERE, Problem, install
from celosia.web.rest.project_routes import dataset_router, project_router
from celosia.web.rest.recipe_routes import hierarchy_router, recipe_router, technique_router
from celosia.web.rest.rest_guard import LOOPBACK, Authenticate, Guard
from celosia.web.rest.shapes import recipe_schemas
from celosia.web.service import App

DESCRIPTION = (
    "Anonymize tables of personal records on this machine: a project holds a table, its recipe, "
    "and the jobs that measure and publish it. Errors are application/problem+json and hold no "
    "value of the data."
)


def create_api(
    app: App,
    authenticate: Authenticate,
    hosts: frozenset[str] = LOOPBACK,
) -> FastAPI:
    """Make the application; pages can be mounted on it, and are guarded alike.

    Parameters
    ----------
    authenticate
        Tells who asks: `TokenAuthentication` on loopback, a team's server brings its own.
    hosts
        The names under which the server is reached; requests to other names are refused.
    """
    api = FastAPI(
        title="Celosía",
        version=version("celosia"),
        description=DESCRIPTION,
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
    api.openapi = lambda: _described(api)  # type: ignore[method-assign]
    _add_docs(api)
    api.add_middleware(
        Guard, authenticate=authenticate, hosts=hosts, most=app.store.limits.hierarchy
    )
    return api


def _add_docs(api: FastAPI) -> None:
    @api.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> dict[str, Any]:
        return api.openapi()

    @api.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(api.openapi()))

    @api.get("/docs", include_in_schema=False)
    def moved() -> RedirectResponse:
        return RedirectResponse("/api/docs")


def _described(api: FastAPI) -> dict[str, Any]:
    """Describe the interface once, with the token and the shape of errors."""
    if api.openapi_schema is None:
        schema = get_openapi(
            title=api.title,
            version=api.version,
            description=api.description,
            routes=api.routes,
        )
        parts = schema.setdefault("components", {})
        parts.setdefault("schemas", {})["Problem"] = Problem.model_json_schema()
        parts["schemas"] |= recipe_schemas()
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"token": []}]
        api.openapi_schema = schema
    return api.openapi_schema
