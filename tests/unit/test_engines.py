"""Engines are found by the scheme of an address, and say what they cannot do."""

from __future__ import annotations

import subprocess
import sys

import pytest

import celosia
from celosia.core.engine import (
    ENGINES,
    PATHS,
    Engine,
    browser_example,
    engine_of,
    is_by_browser,
    is_path,
    schemes,
)
from celosia.core.hierarchy import Hierarchy
from celosia.core.schema import ReadOptions
from celosia.core.technique import technique_from_dict
from celosia.errors import ParameterError
from celosia.models import KAnonymity
from celosia.workflow.read import list_left_behind


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("data.csv", "A file"),
        ("/data/2024:01.csv", "A file"),
        ("data:2024.csv", "A file"),
        ("mariadb:notes.csv", "A file"),
        ("path:data.csv", "A file"),
        ("C:/data.csv", "A file"),
        ("MariaDB://ana@localhost/clinic#p", "A database server"),
        ("mysql://ana@localhost/clinic#p", "A database server"),
        ("postgres://ana@localhost/clinic#p", "A database server"),
        ("postgresql://ana@localhost/clinic#p", "A database server"),
        ("spark:?table=people", "Spark"),
        ("spark://host:7077?table=people", "Spark"),
    ],
)
def test_an_address_is_of_the_engine_that_its_scheme_names(address, title):
    assert str(engine_of(address).title) == title
    assert is_path(address) == (title == "A file")


@pytest.mark.parametrize("address", ["oracle://ana@host/clinic", "path://a.csv", "s3://b/c"])
def test_an_unknown_scheme_is_refused_with_those_there_are(address):
    with pytest.raises(ParameterError, match="scheme that is not known") as wrong:
        engine_of(address)

    for said in (wrong.value.text("en"), wrong.value.text("es")):
        assert all(scheme in said for scheme in ("mariadb://", "postgresql://", "spark:"))
    assert "esquema desconocido" in wrong.value.text("es")


@pytest.mark.parametrize("scheme", ENGINES)
def test_every_engine_has_a_name_in_both_languages_and_an_example_of_its_own(scheme):
    engine = ENGINES[scheme]

    assert str(engine.title)
    assert engine.title.text("es")
    assert engine_of(engine.example).title == engine.title
    assert all(reason.text("es") for reason in engine.not_offered.values())


def test_what_an_engine_cannot_do_is_told_in_both_languages(tmp_path):
    hierarchy = Hierarchy.from_rows("age", [("1", "*")])
    refused = []
    for act in (
        lambda: celosia.read_hierarchy("spark:?table=h", "age"),
        lambda: celosia.write_hierarchy(hierarchy, "spark:?table=h"),
        lambda: celosia.load_table(tmp_path / "in.csv", "spark:?table=t"),
        lambda: celosia.load_table(tmp_path / "in.csv", "out.db"),
        lambda: list_left_behind("spark:?table=t"),
    ):
        with pytest.raises(ParameterError) as wrong:
            act()
        refused.append((wrong.value.text("en"), wrong.value.text("es")))

    assert refused[0] == refused[1]
    assert refused[0][0] == "Spark holds no hierarchies. Name a file, or a table of a database."
    assert refused[2][1] == "Spark no admite ficheros. Indique la dirección de una base de datos."
    assert refused[3][0].startswith("A file takes no files in.")
    assert all(english != spanish for english, spanish in refused)


def test_techniques_are_refused_where_a_table_can_neither_be_held_nor_worked_with(tmp_path):
    class Bare:
        """A relation without any capability."""

        def __init__(self, relation):
            self.columns, self.records = relation.columns, relation.records
            self.values, self.alone = relation.values, relation.alone

    (tmp_path / "in.csv").write_text("a,b\n1,x\n2,y\n", encoding="utf-8")
    technique = technique_from_dict({"kind": "attribute-suppression", "columns": ["b"]})
    roles = {"a": celosia.Role.QUASI_IDENTIFIER, "b": celosia.Role.INSENSITIVE}
    with celosia.read(tmp_path / "in.csv", ReadOptions(",")) as table:
        recipe = celosia.Recipe(roles=roles, models=(KAnonymity(1),), techniques=(technique,))
        bare = celosia.Table(Bare(table.relation), table.source)

        with pytest.raises(ParameterError, match="cannot be applied where this table is") as wrong:
            celosia.anonymize(bare, recipe, tmp_path / "out.csv")

    assert wrong.value.text("es").startswith("No se pueden aplicar técnicas")


def test_no_driver_is_imported_to_find_out_who_is_meant():
    code = (
        "import sys\n"
        "from celosia.core.engine import engine_of\n"
        "for address in ('a.csv', 'mariadb://ana@h/c#p', 'spark:?table=t'):\n"
        "    engine_of(address)\n"
        "drivers = ('duckdb', 'sqlalchemy', 'pymysql', 'psycopg', 'pyspark', 'pyarrow', 'pandas')\n"
        "print([name for name in drivers if name in sys.modules])\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_paths_have_no_scheme_to_be_listed():
    assert PATHS in ENGINES
    assert not any(scheme.startswith(PATHS) for scheme in schemes())


def test_what_an_engine_does_not_override_is_as_for_files_or_nothing(tmp_path):
    class Bare(Engine):
        """An engine that can only open."""

        def open(self, address, options, password=None):
            raise NotImplementedError

    engine, file = Bare(), tmp_path / "out.csv"
    file.write_bytes(b"a\n1\n")

    assert engine.check_file("bare://x", file) is False
    with pytest.raises(ParameterError, match="Cannot tell the format"):
        engine.check_file("bare://x", tmp_path / "out")
    assert engine.evidence_of(file) == ENGINES[PATHS].evidence_of(file)
    assert engine.evidence_of(file)["bytes"] == 4
    assert engine.address_of("bare://x", "out.csv") == "out.csv"
    assert engine.path_of("bare://x") is None
    assert engine.table_of("bare://x") is None
    assert engine.unfinished("bare://x") == []
    assert set(engine.not_offered) == {"rest", "app"}


def test_what_only_the_app_may_name_is_listed_for_it_alone():
    assert schemes(by_browser=True) == ("mariadb://", "mysql://", "postgres://", "postgresql://")
    assert set(schemes()) == {*schemes(by_browser=True), "spark:"}
    assert is_by_browser(engine_of(browser_example()))


@pytest.mark.parametrize("surface", ["rest", "app"])
def test_what_one_surface_in_the_browser_may_not_name_none_may(surface):
    class Half(Engine):
        """An engine whose addresses one surface takes, and says why the other does not."""

        not_offered = {surface: Engine.not_offered[surface]}  # noqa: RUF012

        def open(self, address, options, password=None):
            raise NotImplementedError

    assert not is_by_browser(Half())
