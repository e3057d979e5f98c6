"""Techniques and the hierarchies of a project's recipe stay in step."""

from __future__ import annotations

from dataclasses import replace

import pytest

import celosia
from celosia.core.technique import technique_from_dict as made
from celosia.hierarchies import Digits, ExplicitRows
from celosia.web.service import recipe_parts as service, recipe_parts as trees

ROUNDED = made({"kind": "rounding", "column": "fnac", "base": 20})
LABELLED = made({"kind": "intervals", "column": "fnac", "width": 10})
SWAPPED = made({"kind": "swap", "columns": ["fnac"]})


def decided(app, project, *techniques):
    project.change_recipe(
        lambda recipe: service.set_techniques(app.readers, project, recipe, techniques)
    )
    return project.recipe()


def test_a_hierarchy_that_still_fits_is_kept(app, project):
    kept = decided(app, project, SWAPPED).hierarchies

    assert isinstance(kept["fnac"], Digits)


def test_a_hierarchy_of_other_values_is_dropped_and_another_proposed_for_what_is_left(app, project):
    rows = ExplicitRows((("1986", "80s"), ("1996", "90s")))
    project.change_recipe(lambda recipe: replace(recipe, hierarchies={"fnac": rows}))

    recipe = decided(app, project, LABELLED)

    assert "fnac" not in recipe.hierarchies
    assert trees.build(app.readers, project, "fnac").values == ("1980-1989", "1990-1999")
    project.undo()
    assert project.recipe().hierarchies["fnac"] == rows


def test_a_technique_that_follows_a_hierarchy_gets_one(app, project):
    level = made({"kind": "hierarchy-level", "column": "dolencia", "level": 1})

    recipe = decided(app, project, level)

    assert "dolencia" in recipe.hierarchies
    assert service.try_techniques(app.readers, project).steps[0].error is None


def test_a_technique_that_follows_a_hierarchy_leaves_it_as_it_is(app, project):
    level = made({"kind": "hierarchy-level", "column": "fnac", "level": 1})

    recipe = decided(app, project, level)

    assert isinstance(recipe.hierarchies["fnac"], Digits)
    assert trees.build(app.readers, project, "fnac").values == ("1986", "1996")


def test_a_technique_on_a_column_that_does_not_exist_is_refused(app, project):
    with pytest.raises(celosia.ParameterError, match="does not exist"):
        decided(app, project, made({"kind": "rounding", "column": "x", "base": 5}))


def test_techniques_change_their_places_and_go():
    order = (ROUNDED, LABELLED, SWAPPED)

    assert service.moved(order, SWAPPED, -1) == (ROUNDED, SWAPPED, LABELLED)
    assert service.moved(order, ROUNDED, 1) == (LABELLED, ROUNDED, SWAPPED)
    assert service.moved(order, ROUNDED, -1) == order
    assert service.without(order, LABELLED) == (ROUNDED, SWAPPED)
    assert service.without((ROUNDED,), LABELLED) == (ROUNDED,)
