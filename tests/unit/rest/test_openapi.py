"""Whatever is sent, the answer is documented and no defect shows."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.support.asking import HOSTS, TOKEN
from tests.unit.rest.conftest import PATIENTS, SMALL

from celosia.web.rest import TokenAuthentication, create_api
from celosia.web.service import App

PER_OPERATION = 10
WAYS, STEPS = 25, 10
"""A short run; one of ten minutes against the real server is told of on the page of threats."""
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Host": "127.0.0.1:8000"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def open_app(tmp_path_factory):
    with App(tmp_path_factory.mktemp("home"), SMALL, workers=1) as app:
        yield app


@pytest.fixture(scope="module")
def described(open_app):
    api = create_api(open_app, TokenAuthentication(TOKEN), HOSTS)
    return schemathesis.openapi.from_asgi("/api/openapi.json", api, headers=HEADERS)


@pytest.fixture
def filled(open_app):
    """A project that everything can be asked of."""
    project = open_app.store.create("fuzzed")
    project.upload("p.csv", BytesIO(PATIENTS.encode()))
    project.save_recipe('roles.fnac = "quasi-identifier"')
    yield project
    if project.folder.exists():
        open_app.finish(project)


def operations():
    """List what can be asked, without a server."""
    with TemporaryDirectory() as folder, App(Path(folder)) as app:
        described = create_api(app, TokenAuthentication(TOKEN), HOSTS).openapi()
    return [(path, method) for path, methods in described["paths"].items() for method in methods]


@pytest.mark.parametrize(("path", "method"), operations())
def test_every_answer_is_documented(described, open_app, filled, path, method):
    @settings(
        max_examples=PER_OPERATION,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=described[path][method].as_strategy())
    def ask(case):
        if "project" in (case.path_parameters or {}) and method != "delete":
            case.path_parameters["project"] = filled.id
        answer = case.call(headers=HEADERS)
        case.validate_response(answer, checks=CHECKS)
        seen.append(answer.status_code)
        if answer.status_code == 202:
            open_app.jobs.cancel(filled, answer.json()["id"])

    seen: list[int] = []
    ask()

    assert seen


@pytest.mark.slow
def test_no_way_through_the_operations_ends_in_a_defect(described):
    """One answer's names are used in the next question, deletions among them."""
    machine = described.as_state_machine()

    class Way(machine):
        def get_call_kwargs(self, case):
            return {"headers": HEADERS}

        def validate_response(self, response, case, *others, **more):
            not_a_server_error_of(response)

    Way.run(
        settings=settings(
            max_examples=WAYS,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
    )


def not_a_server_error_of(response):
    assert response.status_code < 500, response.request.url
