"""A name means one thing, whoever declares it; others are asked only when a name is not ours."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from celosia.core import registry
from celosia.core.registry import Registry
from celosia.core.technique import TECHNIQUES, declared
from celosia.errors import DataError, ParameterError, PluginError


class Shape:
    """Instances of one class are different things."""


def declared_by(module, registry, name, thing):
    exec("registry.add(name, thing)", {"__name__": module, **locals()})


def test_two_instances_of_one_class_cannot_share_a_name():
    shapes = Registry[Shape]("shape", "celosia.demo", group="shapes")
    declared_by("one", shapes, "round", Shape())

    with pytest.raises(ParameterError, match="There are two shapes called 'round'"):
        declared_by("another", shapes, "round", Shape())


def test_a_module_that_is_executed_anew_declares_the_same_again():
    shapes, second = Registry[Shape]("shape", "celosia.demo", group="shapes"), Shape()
    declared_by("one", shapes, "round", Shape())
    declared_by("one", shapes, "round", second)

    assert shapes["round"] is second


def test_the_decorator_and_the_call_declare_alike():
    shapes = Registry[type]("shape", "celosia.demo", group="shapes")

    shapes.register("decorated", order=2)(Shape)
    shapes.add("called", Shape, order=1)

    assert list(shapes) == ["called", "decorated"]
    assert shapes["decorated"] is shapes["called"] is Shape
    assert shapes.name_of(Shape) == "decorated"


def test_what_is_not_there_is_told_with_what_is():
    shapes = Registry[Shape]("shape", "celosia.demo", DataError, group="shapes")
    shapes.add("round", Shape())

    assert "square" not in shapes
    assert 5 not in shapes
    with pytest.raises(DataError, match="Unknown shape 'square'"):
        shapes["square"]
    with pytest.raises(DataError, match="registered before it is used"):
        shapes.name_of(int)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of modules that declare shapes, one of them in a folder; each notes its import."""
    name = f"shapes_{tmp_path.name.replace('-', '_')}"
    for module in ("round_one", "angular", "folder/deep"):
        file = tmp_path / name / f"{module}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "__init__.py").touch()
        declared = module.rpartition("/")[2].replace("_", "-")
        file.write_text(
            f"import {name}\n{name}.REGISTRY.register({declared!r})({declared.upper()!r})\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module(name)
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        del sys.modules[module]


def imported(package) -> set[str]:
    within = f"{package.__name__}."
    return {each.removeprefix(within) for each in sys.modules if each.startswith(within)}


def test_a_module_called_after_a_name_is_loaded_alone_and_all_when_they_are_listed(package):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")

    assert shapes["round-one"] == "ROUND-ONE"
    assert imported(package) == {"round_one"}
    assert list(shapes) == ["angular", "deep", "round-one"]
    assert len(shapes) == 3
    assert "folder.deep" in imported(package)


def test_a_name_that_no_module_is_called_after_is_found_among_all(package):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")

    assert "deep" in shapes
    assert shapes["deep"] == "DEEP"


@pytest.mark.parametrize("name", ["", "..", "folder.deep", "a/b", "round one"])
def test_a_name_that_no_module_can_have_is_only_not_there(package, name):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")

    assert name not in shapes


def test_folders_are_left_alone_by_a_registry_that_is_not_deep(package):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, deep=False, group="shapes")

    assert list(shapes) == ["angular", "round-one"]
    assert "deep" not in shapes
    assert not {"folder", "folder.deep"} & imported(package)


def test_a_folder_called_after_a_name_is_not_loaded_by_a_registry_that_is_not_deep(package):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, deep=False, group="shapes")

    assert "folder" not in shapes
    assert not {"folder", "folder.deep"} & imported(package)


def test_the_modules_of_a_package_are_looked_for_once(package, monkeypatch):
    shapes, asked = Registry[str]("shape", package.__name__, group="shapes"), []
    package.REGISTRY = shapes
    monkeypatch.setattr(registry, "import_all", lambda *given: asked.append(given))

    assert "nobody" not in shapes
    assert list(shapes) == []

    assert asked == [(package, True)]


def test_a_module_that_asks_while_it_is_imported_does_not_begin_anew(package, monkeypatch):
    shapes, walks = Registry[str]("shape", package.__name__, group="shapes"), []
    package.REGISTRY = shapes
    file = Path(package.__file__).parent / "angular.py"
    file.write_text(file.read_text() + f"ASKED = 'nobody' in {package.__name__}.REGISTRY\n")
    walk = registry.walk_packages
    monkeypatch.setattr(
        registry, "walk_packages", lambda *given: walks.append(given) or walk(*given)
    )

    assert list(shapes) == ["angular", "deep", "round-one"]
    assert len(walks) == 1


def test_no_module_is_looked_for_once_all_are_loaded(package, monkeypatch):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")
    assert len(shapes) == 3
    monkeypatch.setattr(registry, "find_spec", None)

    assert "nobody" not in shapes


def test_what_is_no_text_is_no_name(package):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")

    assert 5 not in shapes
    assert None not in shapes


def test_the_decorator_places_a_thing_where_it_asks_to_stand():
    shapes = Registry[str]("shape", "celosia.demo", group="shapes")

    shapes.register("angular", order=2)("second")
    shapes.register("round", order=1)("first")
    shapes.register("oval", order=1)("before it, by name")

    assert list(shapes) == ["oval", "round", "angular"]


def test_where_python_looks_for_a_submodule_no_class_is_looked_for():
    class Unlisted(Registry[type]):
        def values(self):
            raise AssertionError("all of them were loaded")

    with pytest.raises(AttributeError, match="no attribute 'square'"):
        registry.class_called(Unlisted("shape", "celosia.demo", group="shapes"), "square", "shapes")


def test_all_modules_of_a_package_are_imported_folders_included(package):
    package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")

    registry.import_all(package)

    assert imported(package) == {"angular", "round_one", "folder", "folder.deep"}


def test_two_modules_cannot_decorate_under_one_name(package):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")
    shapes.register("angular")("ours")

    with pytest.raises(ParameterError, match="two shapes called 'angular'"):
        list(shapes)


def test_other_distributions_are_asked_once_and_only_for_what_is_not_ours(package, monkeypatch):
    shapes, asked = Registry[str]("shape", package.__name__, group="shapes"), []
    package.REGISTRY = shapes

    class Plugin:
        def load(self):
            asked.append("loaded")
            shapes.add("theirs", "THEIRS", order=0)

    monkeypatch.setattr(registry, "plugins", lambda group: asked.append(group) or (Plugin(),))

    assert shapes["deep"] == "DEEP"
    assert shapes.name_of("ANGULAR") == "angular"
    assert asked == []
    assert shapes["theirs"] == "THEIRS"
    assert list(shapes) == ["theirs", "angular", "deep", "round-one"]
    assert asked == ["celosia.shapes", "loaded"]
    assert shapes.name_of("THEIRS") == "theirs"


def test_other_distributions_are_asked_by_what_the_things_are_together(monkeypatch):
    groups = []
    monkeypatch.setattr(registry, "entry_points", lambda group: groups.append(group) or ())

    assert registry.plugins.__wrapped__("celosia.engines") == ()
    assert groups == ["celosia.engines"]


def test_a_class_is_known_again_when_its_module_was_executed_anew():
    shapes = Registry[type]("shape", "celosia.demo", group="shapes")
    again = type("Shape", (), {"__module__": Shape.__module__, "__qualname__": "Shape"})
    shapes.add("round", Shape)

    assert shapes.name_of(again) == "round"
    with pytest.raises(ParameterError, match="registered before it is used"):
        shapes.name_of(type("Other", (), {"__module__": Shape.__module__}))


def test_there_is_one_of_each_kind_and_an_annotation_can_hold_it():
    one, other = (Registry[Shape]("shape", "celosia.demo", group="shapes") for _ in range(2))

    assert one != other
    assert {one: "kept"}[one] == "kept"


@pytest.fixture
def broken(tmp_path):
    """A folder in which a distribution lies whose entry point names a module that is missing."""
    metadata = tmp_path / "half_installed-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: half-installed\nVersion: 1.0\n"
    )
    (metadata / "entry_points.txt").write_text("[celosia.models]\nmine = not_there\n")
    return tmp_path


def run(broken, code, *words):
    src = Path(registry.__file__).parents[2]
    path = os.pathsep.join(map(str, (broken, src)))
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("language", "kind", "advice"),
    [("en", "PluginError", "uninstall it"), ("es", "Falla un", "desinstálelo")],
)
def test_the_command_line_says_whose_entry_point_cannot_be_loaded(broken, language, kind, advice):
    code = "import sys; sys.argv[1:] = ['--lang', sys.argv[1], 'anonymize', '--help']\n"

    done = run(broken, f"{code}from celosia.cli.main import main; main()", language)

    assert done.returncode == 2
    assert done.stderr.startswith(kind)
    for word in ("'half-installed'", "mine = not_there", "celosia.models", advice):
        assert word in done.stderr


@pytest.mark.parametrize("made", ["", "nobody/__init__.py", "nobody.py"])
@pytest.mark.parametrize(("language", "kind"), [("en", "PluginError"), ("es", "Falla un")])
def test_catalogues_that_cannot_be_loaded_are_told_in_the_words_that_there_are(
    broken, language, kind, made
):
    """The module is missing, has no folder of languages beside it, or raises."""
    metadata = broken / "half_installed-1.0.dist-info" / "entry_points.txt"
    metadata.write_text("[celosia.locale]\nmine = nobody\n")
    if made:
        (broken / made).parent.mkdir(exist_ok=True)
        (broken / made).write_text("raise RuntimeError" if made == "nobody.py" else "")
    code = "import sys; sys.argv[1:] = ['anonymize', '--help']\n"

    done = run(
        broken,
        "import os, sys; os.environ['CELOSIA_LANG'] = sys.argv[1]\n"
        f"{code}from celosia.cli.main import main; main()",
        language,
    )

    assert done.returncode == 2
    assert done.stderr.startswith(kind), done.stderr
    for word in ("'half-installed'", "mine = nobody", "celosia.locale"):
        assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_an_entry_point_that_cannot_be_loaded_is_told_whenever_it_is_asked(broken):
    code = (
        "import celosia\n"
        "print(celosia.MODELS['k-anonymity'].__name__, 'k-map' in celosia.MODELS)\n"
        "for ask in (len, list, lambda them: 'nobody' in them, len):\n"
        "    try:\n"
        "        ask(celosia.MODELS)\n"
        "    except celosia.errors.PluginError as wrong:\n"
        "        print('half-installed' in str(wrong))\n"
        "print(len(celosia.OBJECTIVES) > 0)\n"
    )

    assert run(broken, code).stdout.splitlines() == ["KAnonymity True", *["True"] * 5]


def test_what_a_plugin_raises_is_told_with_its_kind_and_it_is_asked_again(package, monkeypatch):
    shapes = package.REGISTRY = Registry[str]("shape", package.__name__, group="shapes")

    class Plugin:
        name, value, group, module, dist = "round", "rounds.all", "celosia.shapes", "rounds", None

        def load(self):
            if not mended:
                raise RuntimeError("no compass")
            shapes.add("theirs", "THEIRS")

    mended = []
    monkeypatch.setattr(registry, "plugins", lambda group: (Plugin(),))

    for _ in range(2):
        with pytest.raises(PluginError, match="RuntimeError: no compass"):
            list(shapes)
    mended.append(True)
    assert "theirs" in list(shapes)


def test_two_modules_cannot_declare_techniques_of_one_kind():
    others = type("Other", (TECHNIQUES["rounding"],), {"__module__": "of_others"})

    with pytest.raises(ParameterError, match="called 'rounding'"):
        declared(order=1)(others)


def test_a_thing_is_checked_beside_those_that_were_declared_before_it():
    seen = []
    shapes = Registry[str](
        "shape",
        "celosia.demo",
        group="shapes",
        check=lambda others, thing: seen.append(dict(others)),
    )

    shapes.add("square", "a square")
    shapes.add("circle", "a circle")
    shapes.add("circle", "a rounder circle")  # its module is executed anew: it is not its own like

    assert seen == [{}, {"square": "a square"}, {"square": "a square"}]


def test_a_thing_that_is_refused_is_not_declared():
    def refuse(others, thing):
        raise ParameterError("core.none")

    shapes = Registry[str]("shape", "celosia.demo", group="shapes", check=refuse)

    with pytest.raises(ParameterError):
        shapes.add("square", "a square")

    assert "square" not in shapes
