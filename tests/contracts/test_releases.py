"""The same classes, candidates and release, wherever the records lie."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.golden import test_thesis_incognito as thesis
from tests.support.databases import Scratch
from tests.support.engine_contract import described
from tests.support.spark_sessions import local_session

import celosia
from celosia.core.schema import ReadOptions
from celosia.engines.sql import import_file
from celosia.hierarchies import Digits, FromFile, Intervals
from celosia.models import KAnonymity

COMMAS = ReadOptions(",", '"', "utf-8")
ADULT = ("sex", "age", "race", "marital-status", "education", "salary-class")


def figure_8_1() -> tuple[str, celosia.Recipe]:
    roles = {
        **thesis.quasi_identifiers("fnac", "cod_postal"),
        "sexo": celosia.Role.INSENSITIVE,
        "dolencia": celosia.Role.SENSITIVE,
    }
    hierarchies = {"fnac": thesis.BIRTHS, "cod_postal": thesis.POSTCODES}
    return thesis.FIGURE_8_1, celosia.Recipe(
        roles=roles, hierarchies=hierarchies, models=(KAnonymity(2),)
    )


def figure_8_6() -> tuple[str, celosia.Recipe]:
    hierarchies = {
        "residencia": thesis.RESIDENCES,
        "sexo": thesis.SEXES,
        "campo": thesis.FIELDS,
    }
    roles = {**thesis.quasi_identifiers(*hierarchies), "ingresos": celosia.Role.SENSITIVE}
    return thesis.FIGURE_8_6, celosia.Recipe(
        roles=roles, hierarchies=hierarchies, models=(KAnonymity(3),)
    )


def table_3_1() -> tuple[str, celosia.Recipe]:
    hierarchies = {"Código postal": Digits(), "Edad": Intervals((10,))}
    roles = {**thesis.quasi_identifiers(*hierarchies), "Colesterol": celosia.Role.SENSITIVE}
    return thesis.TABLE_3_1, celosia.Recipe(
        roles=roles, hierarchies=hierarchies, models=(KAnonymity(2),)
    )


def adult(folder: Path) -> tuple[str, celosia.Recipe]:
    """Six quasi-identifiers of adult, under their own hierarchies."""
    others = ("native-country", "workclass", "occupation")
    levels = {name: str(folder / "hierarchies" / f"{name}.csv") for name in ADULT}
    recipe = celosia.Recipe(
        roles={
            **thesis.quasi_identifiers(*ADULT),
            **dict.fromkeys(others, celosia.Role.INSENSITIVE),
        },
        hierarchies={name: FromFile(path) for name, path in levels.items()},
        models=(KAnonymity(5),),
        suppression=0.02,
    )
    return (folder / "data.csv").read_text(encoding="utf-8").replace(";", ","), recipe


@dataclass(frozen=True)
class Outcome:
    """All that a release decides and writes."""

    classes: list
    candidates: tuple
    node: dict
    suppressed: int
    lines: list[bytes]


@dataclass(frozen=True)
class Problem:
    """A file, how it is to be released, and what the embedded engine makes of it."""

    path: Path
    recipe: celosia.Recipe
    expected: Outcome


def outcome(table: celosia.Table, recipe: celosia.Recipe, output: Path) -> Outcome:
    names = recipe.quasi_identifiers
    others = [(name,) for name in table.columns if name not in names]
    release = celosia.anonymize(table, replace(recipe, method="incognito"), output)
    return Outcome(
        described(table.relation.classes(names, others)),
        tuple(release.search.candidates),
        release.node,
        release.suppressed,
        sorted(output.read_bytes().splitlines(keepends=True)),
    )


@pytest.fixture(scope="module", params=["figure 8.1", "figure 8.6", "table 3.1", "adult"])
def problem(request, tmp_path_factory):
    made = {"figure 8.1": figure_8_1, "figure 8.6": figure_8_6, "table 3.1": table_3_1}
    if request.param == "adult":
        text, recipe = adult(request.getfixturevalue("shared") / "data" / "adult")
    else:
        text, recipe = made[request.param]()
    folder = tmp_path_factory.mktemp("releases")
    path = folder / "data.csv"
    path.write_text(text, encoding="utf-8")
    with celosia.read(path, COMMAS) as table:
        return Problem(path, recipe, outcome(table, recipe, folder / "embedded.csv"))


@contextmanager
def on_server(server, path):
    with closing(Scratch(server)) as scratch:
        url = scratch.at(scratch.name())
        import_file(url, path, COMMAS)
        with celosia.read(url) as table:
            yield table


@contextmanager
def on_spark(path):
    local_session()
    with celosia.read(f"spark:local[2]?data={path}", COMMAS) as table:
        yield table


ENGINES = {
    "mariadb": lambda path: on_server("mariadb", path),
    "postgresql": lambda path: on_server("postgresql", path),
    "spark": on_spark,
}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_decides_and_writes_as_the_embedded_one(engine, problem, tmp_path):
    with ENGINES[engine](problem.path) as table:
        found = outcome(table, problem.recipe, tmp_path / "release.csv")

    assert len(problem.expected.candidates) > 1
    assert found.classes == problem.expected.classes
    assert found.candidates == problem.expected.candidates
    assert (found.node, found.suppressed) == (problem.expected.node, problem.expected.suppressed)
    assert found.lines == problem.expected.lines
