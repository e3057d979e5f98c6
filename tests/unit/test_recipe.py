from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from celosia import NullPolicy, ReadOptions, Recipe, Role, Schema
from celosia.core.model import UseCase
from celosia.core.technique import technique_from_dict
from celosia.errors import ParameterError, RecipeError
from celosia.hierarchies import Dates, ExplicitRows, FromFile, Intervals, Masking
from celosia.methods.fuzzy_labels import FuzzyChoices
from celosia.methods.method import Choice
from celosia.methods.method_options import GroupingOptions, Output
from celosia.models import BesideOthers, DistinctLDiversity, KAnonymity
from celosia.recipe.recipe_text import READ, READ_READING

FULL = Recipe(
    roles={
        "dni": Role.IDENTIFIER,
        "age": Role.QUASI_IDENTIFIER,
        "born": Role.QUASI_IDENTIFIER,
        "code": Role.QUASI_IDENTIFIER,
        "place": Role.QUASI_IDENTIFIER,
        "dx": Role.SENSITIVE,
        "note": Role.INSENSITIVE,
    },
    techniques=(
        technique_from_dict({"kind": "rounding", "column": "age", "base": 5}),
        technique_from_dict({"kind": "swap", "columns": ["born", "code"], "rate": 0.5}),
    ),
    models=(
        KAnonymity(5),
        BesideOthers(DistinctLDiversity("dx", 3), ("note",)),
        DistinctLDiversity("dx", 3),
    ),
    hierarchies={
        "age": Intervals((5, 10), bottom=20, top=90),
        "born": Dates(levels=("year", "decade")),
        "code": Masking(masked=(2, 3)),
        "place": ExplicitRows((("Ávila", "CyL", "*"), ('"x"', "CyL", "*"))),
    },
    source="data.csv",
    output="release.csv",
    population="people.csv",
    population_subject=("person",),
    subject=("dni",),
    exact={"note": "everybody's"},
    as_written=("dx",),
    reading=ReadOptions(
        ";", "'", "cp1252", ("NA", "-"), "hoja", missing={"age": ("999", "s/d"), "dx": ()}
    ),
    schema=Schema.from_dict(
        {"age": {"type": "integer"}, "born": {"type": "date", "format": "%d/%m/%Y"}}
    ),
    method="incognito",
    choice=Choice.BLIND,
    objective="precision",
    suppression=0.04,
    keep_suppressed=True,
    escape_formulas=True,
    nulls=NullPolicy.WILDCARD,
    levels={"age": (1, 2)},
    weights={"age": 2.5},
    node={"age": 1, "born": 0, "code": 1, "place": 2},
    outputs={"age": Output.MEAN, "place": Output.SET},
    grouping=GroupingOptions.of(refine=5.0, relaxed=True, split="median", neighbourhood=1000),
    fuzzy=FuzzyChoices(
        "gustafson-kessel", sets=2, together=True, names={"age": ("young", "old")}, decimals=1
    ),
    language="es",
    seed=7,
    memory="2GB",
    cache_mb=64,
    seconds=1.5,
    use_case=UseCase.EXTERNAL,
    controls={"audits": "yes", "access": "no", "encrypted-data": "k is 5"},
)

names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)


def test_every_entry_survives_being_written_and_read():
    assert Recipe.from_toml(FULL.to_toml()) == FULL


def test_no_entry_of_the_full_recipe_is_the_default_one():
    plain = Recipe()

    same = {f for f in Recipe.__dataclass_fields__ if getattr(FULL, f) == getattr(plain, f)}

    # no levels method of ours has an option of its own; rows are not persons that have several
    assert same == {"search", "rows"}


def test_a_short_recipe_reads_as_a_person_writes_it():
    recipe = Recipe.from_toml("""
        source = "data.csv"
        suppression = 0.02
        [roles]
        age = "quasi-identifier"
        [[models]]
        model = "k-anonymity"
        k = 5
        [hierarchies.age]
        kind = "intervals"
        widths = [5, 10]
    """)

    assert recipe == Recipe(
        roles={"age": Role.QUASI_IDENTIFIER},
        models=(KAnonymity(5),),
        hierarchies={"age": Intervals((5, 10))},
        source="data.csv",
        suppression=0.02,
    )


@given(st.lists(names, min_size=1, max_size=4, unique=True))
def test_any_column_name_survives(columns):
    recipe = Recipe(
        roles=dict.fromkeys(columns, Role.QUASI_IDENTIFIER),
        hierarchies=dict.fromkeys(columns, Intervals((5,))),
        schema=Schema.from_dict({name: {"type": "integer"} for name in columns}),
        levels=dict.fromkeys(columns, (0, 1)),
        weights=dict.fromkeys(columns, 0.5),
        node=dict.fromkeys(columns, 1),
    )

    assert Recipe.from_toml(recipe.to_toml()) == recipe


@given(names, st.sampled_from(list(Role)), st.text(max_size=30))
def test_a_note_is_a_comment_whatever_it_says(column, role, note):
    recipe = Recipe(roles={column: role})

    written = recipe.to_toml({f"roles.{column}": note, "roles": note, "method": note})

    assert Recipe.from_toml(written) == recipe


def test_notes_stand_above_what_they_explain():
    recipe = Recipe(roles={"age": Role.SENSITIVE}, models=(KAnonymity(5),))

    lines = recipe.to_toml({"roles.age": "because", "models": "two\nlines"}).splitlines()

    assert lines[lines.index('age = "sensitive"') - 1] == "# because"
    assert lines[lines.index("[[models]]") - 2 :][:2] == ["# two", "# lines"]


def test_a_note_may_explain_one_table():
    recipe = Recipe(
        roles={"a b": Role.QUASI_IDENTIFIER}, hierarchies={"a b": Intervals((5,))}, seed=3
    )

    written = recipe.to_toml({"hierarchies.a b": "why", "hierarchies": "all"})

    assert '# all\n# why\n[hierarchies."a b"]\n' in written
    assert tomllib.loads(written)["hierarchies"]["a b"]["kind"] == "intervals"


@pytest.mark.parametrize(
    ("choices", "readers"),
    [(Recipe, READ), (ReadOptions, READ_READING)],
)
def test_every_choice_can_be_read(choices, readers):
    assert set(readers) == {field.name for field in fields(choices)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sorce = 'x'", "Unknown entry: sorce. Entries: .*source"),
        ("seed = ", "not valid TOML"),
        ("roles.age = 'nobody'", "'roles' .* Choices: identifier, quasi-identifier"),
        ("roles = 3", "wrong type"),
        ("method = 'magic'", "'method' .* Choices: optimal, incognito"),
        ("nulls = 'maybe'", "'nulls' .* Choices: value"),
        ("reading.separater = ';'", "Unknown entry: reading.separater"),
        ("reading.separator = 'too long'", "one to four characters"),
        ("[[models]]\nmodel = 'magic'", "Unknown model 'magic'"),
        ("[[models]]\nname = 'k-anonymity'\nk = 2", "A model has no name: write model = one of k-"),
        ("[[techniques]]\nname = 'rounding'", "A technique has no kind: write kind = one of "),
        ("[[models]]\nmodel = 'k-anonymity'\nk = 0", "k must be a whole number"),
        ("[[models]]\nmodel = 'k-anonymity'\nm = 3", "Model 'k-anonymity'"),
        ("models = [3]", "wrong type"),
        ("roles.a = 'quasi-identifier'\nhierarchies.a.kind = 'magic'", "Unknown kind"),
        ("roles.a = 'quasi-identifier'\nhierarchies.a = 3", "wrong type"),
        ("roles.a = 'quasi-identifier'\nlevels.a = [1]", "wrong type"),
        ("schema.a.type = 'number'", "'a': unknown type"),
        ("schema.a.max_length = 'x'", "max_length is a whole number"),
        ("hierarchies.a.kind = 'suppression'", r"\[hierarchies\] .* not quasi-identifiers: a"),
        ("roles.a = 'sensitive'\nlevels.a = [0, 1]", r"\[levels\] names .*: a"),
        ("weights.a = 2", r"\[weights\] names .*: a"),
        ("node.a = 2", r"\[node\] names .*: a"),
    ],
)
def test_a_recipe_that_cannot_be_understood_is_refused(text, told):
    with pytest.raises(RecipeError, match=told):
        Recipe.from_toml(text)


@pytest.mark.parametrize(
    "entry",
    [
        *("seed = 'x'", "seed = 1.5", "seed = true", "source = 3", "output = []", "cache_mb = 1.5"),
        *("suppression = 'x'", "suppression = nan", "seconds = []", "keep_suppressed = 1"),
        *("objective = 3", "weights.a = nan", "node.a = 1.5", "levels.a = '12'"),
        *("reading.encoding = 5", "reading.sheet = 5", "reading.null_values = [5]"),
        *("reading.null_values = 'NA'", "fuzzy.names.a = 'low'"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_when_read(entry):
    table, _, key = entry.split()[0].removesuffix(".a").partition(".")
    named = f"{table}.{key}" if key else table

    with pytest.raises(RecipeError, match=f"'{named}' has the wrong type"):
        Recipe.from_toml(entry)


def test_options_of_other_grouping_methods_are_refused():
    with pytest.raises(RecipeError, match=r"'l-greedy': gamma \(of v-mdav\)\."):
        Recipe.from_toml("method = 'l-greedy'\ngrouping.gamma = 0.4")


def test_options_of_other_grouping_methods_are_refused_in_python_too():
    with pytest.raises(ParameterError, match=r"'l-greedy': gamma \(of v-mdav\)\."):
        Recipe(method="l-greedy", grouping=GroupingOptions.of(gamma=0.4))
    with pytest.raises(ParameterError, match=r"'l-greedy': gamma \(of v-mdav\)\."):
        Recipe(method="l-greedy").with_options(gamma=0.4)


def test_what_grouping_methods_are_told_waits_until_one_of_them_is_chosen():
    waiting = Recipe(grouping=GroupingOptions.of(gamma=0.4, effort=0.5))

    assert waiting.changed(method="v-mdav").grouping == waiting.grouping
    assert waiting.changed(method="l-greedy").grouping.to_entries() == {"effort": 0.5}


def test_the_method_that_is_chosen_by_size_takes_the_options_of_those_it_may_be():
    recipe = Recipe.from_toml("method = 'auto'\ngrouping = {relaxed = true, neighbourhood = 9}")

    assert recipe.grouping.to_entries() == {"relaxed": True, "neighbourhood": 9}


def test_a_recipe_whose_method_was_changed_is_written_without_what_the_other_was_told():
    recipe = Recipe(method="mondrian").with_options(relaxed=True, refine=3.0)

    written = Recipe.from_toml(recipe.changed(method="l-greedy").to_toml())

    assert written.grouping.to_entries() == {"refine": 3.0}


def test_a_node_needs_a_level_for_every_quasi_identifier():
    roles = "roles.a = 'quasi-identifier'\nroles.b = 'quasi-identifier'\n"

    with pytest.raises(RecipeError, match=r"\[node\] needs a level for: b\."):
        Recipe.from_toml(roles + "node.a = 1")


def test_relative_paths_start_at_the_folder_of_the_recipe(tmp_path):
    recipe = Recipe(
        roles={"a": Role.QUASI_IDENTIFIER},
        hierarchies={"a": FromFile("h/a.csv")},
        source="data.csv",
        output=str(tmp_path / "elsewhere.csv"),
    )
    (tmp_path / "celosia.toml").write_text(recipe.to_toml(), encoding="utf-8")

    read = Recipe.from_file(tmp_path / "celosia.toml")

    assert read.source == str(tmp_path / "data.csv")
    assert read.output == str(tmp_path / "elsewhere.csv")
    assert read.hierarchies["a"] == FromFile(str(tmp_path / "h" / "a.csv"))


def test_a_file_with_a_byte_order_mark_is_read(tmp_path):
    (tmp_path / "celosia.toml").write_text("seed = 3", encoding="utf-8-sig")

    assert Recipe.from_file(tmp_path / "celosia.toml").seed == 3


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b"source = '\xf1'")

    with pytest.raises(RecipeError, match="There is no recipe"):
        Recipe.from_file(Path("nothing.toml"))
    with pytest.raises(RecipeError, match=r"latin\.toml is not UTF-8"):
        Recipe.from_file(tmp_path / "latin.toml")
