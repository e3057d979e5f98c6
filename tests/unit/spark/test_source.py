from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner

from celosia.cli.main import cli
from celosia.engines.spark import Division, SparkSource, driver, spark_source as sessions
from celosia.errors import MissingExtraError, ParameterError


@pytest.mark.parametrize(
    ("url", "source"),
    [
        ("spark://h:7077?data=/d/x.parquet", SparkSource("spark://h:7077", "/d/x.parquet")),
        ("spark://h:7077/?data=/d/x.parquet", SparkSource("spark://h:7077", "/d/x.parquet")),
        ("spark:local[*]?data=a%20b+c.csv", SparkSource("local[*]", "a b+c.csv")),
        ("spark:yarn?table=clinic.people", SparkSource("yarn", None, "clinic.people")),
        ("spark:?data=hdfs://n/x.parquet", SparkSource(None, "hdfs://n/x.parquet")),
        (
            "spark:?table=t&spark.executor.memory=2g",
            SparkSource(None, None, "t", {"spark.executor.memory": "2g"}),
        ),
        (
            "spark:?table=t&together=5&piece=2",
            SparkSource(None, None, "t", division=Division(5, 2)),
        ),
    ],
)
def test_the_master_stands_before_the_question_mark(url, source):
    assert SparkSource.parse(url) == source


@pytest.mark.parametrize(
    "url", ["people.csv", "spark://h:7077", "spark:?data=a&table=b", "spark:?data=a&format=csv"]
)
def test_what_cannot_be_understood_says_how_to_write_it(url):
    with pytest.raises(ParameterError, match=r"Write spark://host:7077\?data="):
        SparkSource.parse(url)


def test_how_many_records_are_grouped_together_is_a_number():
    with pytest.raises(ParameterError, match="'piece' of a Spark source is a number of records"):
        SparkSource.parse("spark:?table=t&piece=1e5")


def test_without_pyspark_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyspark", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'celosia\[spark\]'.*Java 17|Java 17"):
        sessions.session_for(SparkSource(data="x.parquet"))


def test_without_java_the_error_says_so(monkeypatch):
    monkeypatch.setattr(driver, "_import", lambda name: None)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)

    with pytest.raises(MissingExtraError, match="Java 17"):
        driver.check_installed()


def test_another_master_than_the_running_one_is_refused(spark):
    assert sessions.session_for(SparkSource("local[2]", "x")) == (spark, False)
    with pytest.raises(ParameterError, match="another master"):
        sessions.session_for(SparkSource("local[3]", "x"))


def test_a_session_of_another_thread_is_used_and_not_stopped(spark):
    with ThreadPoolExecutor(1) as other_thread:
        found = other_thread.submit(sessions.session_for, SparkSource(data="x")).result()

    assert found == (spark, False)


def test_a_session_is_not_stopped_while_another_relation_works_in_it(spark, monkeypatch):
    monkeypatch.setattr(sessions, "_users", [spark])
    assert sessions.session_for(SparkSource(data="x")) == (spark, True)

    sessions.leave(spark)

    assert spark.range(3).count() == 3


def test_a_recipe_may_name_it(spark, tmp_path):
    rows = [f"{20 + n % 40},{'FM'[n % 2]},dx{n % 3}" for n in range(120)]
    (tmp_path / "people.csv").write_text("\n".join(["age,sex,dx", *rows]) + "\n")
    recipe, release = tmp_path / "recipe.toml", tmp_path / "release.csv"
    recipe.write_text(
        f"source = 'spark:local[2]?data={tmp_path / 'people.csv'}'\noutput = '{release}'\n"
        "roles = {age = 'quasi-identifier', sex = 'quasi-identifier', dx = 'sensitive'}\n"
        "models = [{model = 'k-anonymity', k = 5}]\n"
    )

    done = CliRunner().invoke(cli, ["anonymize", str(recipe), "--json"], catch_exceptions=False)

    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["min_class"] >= 5
    assert len(release.read_text().splitlines()) == 121
