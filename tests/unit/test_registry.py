"""A name means one thing, whoever declares it; others are asked only when a name is not ours."""

from __future__ import annotations

import pytest

from celosia.core.registry import Registry
from celosia.errors import DataError, ParameterError


class Shape:
    """Instances of one class are different things."""


def declared_by(module, registry, name, thing):
    exec("registry.add(name, thing)", {"__name__": module, **locals()})


def test_two_instances_of_one_class_cannot_share_a_name():
    shapes = Registry[Shape]("shape", "celosia.demo")
    declared_by("one", shapes, "round", Shape())

    with pytest.raises(ParameterError, match="There are two shapes called 'round'"):
        declared_by("another", shapes, "round", Shape())


def test_a_module_that_is_executed_anew_declares_the_same_again():
    shapes, second = Registry[Shape]("shape", "celosia.demo"), Shape()
    declared_by("one", shapes, "round", Shape())
    declared_by("one", shapes, "round", second)

    assert shapes["round"] is second


def test_the_decorator_and_the_call_declare_alike():
    shapes = Registry[type]("shape", "celosia.demo")

    shapes.register("decorated", order=2)(Shape)
    shapes.add("called", Shape, order=1)

    assert list(shapes) == ["called", "decorated"]
    assert shapes["decorated"] is shapes["called"] is Shape
    assert shapes.name_of(Shape) == "decorated"


def test_what_is_not_there_is_told_with_what_is():
    shapes = Registry[Shape]("shape", "celosia.demo", DataError)
    shapes.add("round", Shape())

    assert "square" not in shapes
    assert 5 not in shapes
    with pytest.raises(DataError, match="Unknown shape 'square'"):
        shapes["square"]
    with pytest.raises(DataError, match="registered before it is used"):
        shapes.name_of(int)
