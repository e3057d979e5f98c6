"""A certificate says of a parameter only what was declared harmless, in whatever class it is."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Annotated, ClassVar, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from celosia.core.classes import Classes
from celosia.core.model import MODELS, published_model
from celosia.core.parameters import PUBLIC, Whole, published, published_entries
from celosia.core.technique import MAKERS, TECHNIQUES, published_parameters
from celosia.core.values import NullPolicy
from celosia.hierarchies.rule import RULES
from celosia.methods.method import METHODS
from celosia.methods.method_options import GroupingOptions
from celosia.techniques.effect import ColumnEffect, Effect, NumberEffect
from celosia.workflow.assess import AttributeFigures
from celosia.workflow.gather_evidence import technique_record
from celosia.workflow.transform import Step
from celosia.workflow.verify import Figures, Verification

TOLD_BY = {
    **{f"technique {kind}": (made, "technique") for kind, made in TECHNIQUES.items()},
    **{f"rule {kind}": (made, "kinded") for kind, made in RULES.items()},
    **{f"maker {kind}": (made, "kinded") for kind, made in MAKERS.items()},
    **{
        f"model {name}": (made, "model") for name, made in MODELS.items() if name != "beside-others"
    },
    "grouping": (GroupingOptions, "options"),
    **{f"method {name}": (how.options, "options") for name, how in METHODS.items()},
}
NEVER = {"value", "values", "categories", "low", "high", "bottom", "top", "origin", "label"}
"""What of a technique is a value of the data, or as good as one."""
MARK = "MARKED"


def told(thing, by):
    """Give what a certificate says of a thing."""
    if by == "technique":
        return technique_record(Step(thing, Effect(0, 0, ()), ()), frozenset())
    if by == "kinded":
        return published_entries(thing)
    if by == "model":
        return published_model(thing)
    return published(thing, {each.name: getattr(thing, each.name) for each in fields(thing)})


def says_public(made, name):
    """Read the declaration itself, as a person would."""
    said = str(get_type_hints(made, include_extras=True)[name])
    marks = [mark for hint in hints_in(made, name) for mark in getattr(hint, "__metadata__", ())]
    return any(mark == PUBLIC or getattr(mark, "public", False) for mark in marks) or (
        "Public(told" in said
    )


def hints_in(made, name):
    hint = get_type_hints(made, include_extras=True)[name]
    return (hint, *getattr(hint, "__args__", ()))


def filled(made, value):
    """Give a thing whose parameters all hold one value, whatever they may be."""
    thing = object.__new__(made)
    for each in fields(made):
        object.__setattr__(thing, each.name, value)
    return thing


values = st.recursive(
    st.just(MARK) | st.text(max_size=3).map(lambda text: MARK + text),
    lambda inner: st.lists(inner, min_size=1, max_size=2).map(tuple),
    max_leaves=4,
)


@pytest.mark.parametrize("which", TOLD_BY)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(value=values)
def test_what_is_not_declared_public_is_never_told(which, value):
    made, by = TOLD_BY[which]
    public = {each.name for each in fields(made) if says_public(made, each.name)}
    thing = filled(made, "harmless")
    for each in fields(made):
        if each.name not in public:
            object.__setattr__(thing, each.name, value)

    record = told(thing, by)

    assert MARK not in json.dumps(record, default=str)
    assert public >= set(record) - {"kind", "model", "effect", "warnings"}


@pytest.mark.parametrize("kind", TECHNIQUES)
def test_no_technique_declares_a_value_public(kind):
    made = TECHNIQUES[kind]

    assert not {each.name for each in fields(made) if says_public(made, each.name)} & NEVER


@pytest.mark.parametrize("kind", TECHNIQUES)
def test_what_is_harmless_is_told(kind):
    made = TECHNIQUES[kind]
    harmless = {each.name for each in fields(made)} - NEVER

    assert harmless <= set(told(filled(made, "x"), "technique"))


def test_of_a_class_that_we_know_nothing_of_nothing_is_told():
    @dataclass(frozen=True)
    class Stranger:
        name: str
        k: Annotated[int, Whole(1)]
        kind: ClassVar[str] = "stranger"

        def to_dict(self):
            return {"model": self.kind, "name": self.name, "k": self.k, "more": "Ana"}

    class Plain:
        def to_dict(self):
            return {"model": "plain", "value": "Ana"}

    assert published_entries(Stranger("Ana", 7)) == {"kind": "stranger"}
    assert published_model(Stranger("Ana", 7)) == {"model": "stranger"}
    assert published_model(Plain()) == {"model": "plain"}


def test_a_model_inside_another_tells_no_more():
    inner = MODELS["t-closeness"]("dx", 0.3, distance="hierarchical", paths=(("flu", "*"),))
    outer = MODELS["beside-others"](inner, ("drug",))

    record = published_model(outer)

    assert record["others"] == ["drug"]
    assert record["of"]["t"] == 0.3
    assert "flu" not in json.dumps(record)


def test_of_a_file_only_its_name_is_told():
    rule = RULES["file"]("/home/ana/secret/places.csv")

    assert published_entries(rule) == {"kind": "file", "path": "places.csv"}


@dataclass(frozen=True)
class _MoreOfAColumn(ColumnEffect):
    largest: str = "Ana"


@dataclass(frozen=True)
class _MoreOfATable(Effect):
    first_record: str = "Ana"


def test_a_figure_that_nobody_has_marked_does_not_reach_the_certificate():
    numbers = NumberEffect(41.5, 40.0, 3.0, 2.0, 1.5)
    column = _MoreOfAColumn("age", False, 0.5, 9, 4, 0, 0, numbers)
    effect = _MoreOfATable(10, 10, (column, replace(column, column="income")))
    step = Step(TECHNIQUES["rounding"]("age", 5), effect, ())

    record = technique_record(step, private={"income"})

    assert record["effect"] == {
        "records_before": 10,
        "records_after": 10,
        "columns": [
            {
                "column": "age",
                "removed": False,
                "changed": 0.5,
                "distinct_before": 9,
                "distinct_after": 4,
                "nulls_before": 0,
                "nulls_after": 0,
            }
        ],
    }


@dataclass(frozen=True)
class _MoreOfAnAttribute(AttributeFigures):
    commonest: str = "Ana"


def test_figures_of_a_sensitive_attribute_that_nobody_has_marked_stay_out():
    classes = Classes.from_histogram("dx", [[2, 1], [1, 2]])
    found = replace(Figures.of(classes), attributes={"dx": _MoreOfAnAttribute.of(classes, "dx")})

    told_of_it = found.to_dict()["sensitive"]["dx"]

    assert set(told_of_it) == {each.name for each in fields(AttributeFigures)}


def test_a_verification_names_models_by_what_may_be_published():
    tree = MODELS["t-closeness"]("dx", 0.3, distance="hierarchical", paths=(("flu", "*"),))
    figures = Figures.of(Classes.from_histogram("dx", [[2, 1]]))
    inside = MODELS["beside-others"](tree, ("drug",))
    models = ((tree, 0), (inside, 0))
    judged = Verification(True, figures, models, ("age",), NullPolicy.VALUE, 0, (0, 0))

    told_of_them = judged.to_dict()["models"]

    assert "flu" not in json.dumps(told_of_them)
    assert told_of_them[0] == {
        "model": "t-closeness",
        "attribute": "dx",
        "t": 0.3,
        "distance": "hierarchical",
        "checked": "twice",
        "rejected_records": 0,
        "rejected_by_second_opinion": 0,
    }


def test_what_else_a_certificate_says_of_a_technique_is_no_parameter_of_it():
    said = published_entries(TECHNIQUES["rounding"]("age", 5))

    assert published_parameters({**said, "effect": {}, "noticed": 3}) == said
