"""What there is of one kind, by name: each thing declares itself in the file that defines it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules, walk_packages
from types import ModuleType
from typing import Generic, NamedTuple, TypeVar

from celosia.errors import CelosiaError, ParameterError, PluginError
from celosia.text.languages import broken_plugins
from celosia.text.messages import Message

Thing = TypeVar("Thing")
GROUP = "celosia."
"""Entry-point groups of other packages begin with this: `celosia.engines`, `celosia.models`."""


class _Entry(NamedTuple, Generic[Thing]):
    """What was declared, at which place among its like, and by which module."""

    order: float
    thing: Thing
    module: str


class Registry(Mapping[str, Thing], Generic[Thing]):
    """Things of one kind, in the order that they ask for, then by name.

    To add one is to add a file to the `package`: when something is first looked for, all its
    modules are imported, and each registers what it defines. Another distribution does the same
    with a module that it names in the entry-point group `celosia.<group>`; these are looked for
    only when a name is not ours, or when all are listed.

    >>> shapes = Registry[str]("shape", "celosia.demo", group="shapes")
    >>> shapes.register("square", order=2)("a square")
    'a square'
    >>> shapes.register("circle", order=1)("a circle")
    'a circle'
    >>> list(shapes), shapes["square"]
    (['circle', 'square'], 'a square')
    >>> shapes["triangle"]
    Traceback (most recent call last):
    celosia.errors.ParameterError: Unknown shape 'triangle'. There are: circle, square.
    """

    def __init__(
        self,
        what: str | Message,
        package: str,
        error: type[CelosiaError] = ParameterError,
        deep: bool = True,
        *,
        group: str,
        check: Callable[[Mapping[str, Thing], Thing], None] | None = None,
    ) -> None:
        """Say what is registered, and where.

        Parameters
        ----------
        what
            What one of them is called, for errors.
        package
            The package whose modules declare them.
        error
            The kind of error for a name that there is not.
        deep
            Whether modules of folders inside the package declare, too.
        group
            What they are together: `engines` for the group of entry points `celosia.engines`.
        check
            Refuses, when it is declared, a thing that does not go with those declared before it.
        """
        self.what = what
        """What one of them is called."""
        self.group = GROUP + group
        """The group of entry points in which other distributions name their modules."""
        self._package, self._error, self._deep, self._check = package, error, deep, check
        self._declared: dict[str, _Entry[Thing]] = {}
        self._loaded = self._asked_others = False

    __eq__ = object.__eq__  # there is one of each kind; an annotation that holds it is hashed
    __hash__ = object.__hash__

    def register(self, name: str, order: float = 1000) -> _Declaration[Thing]:
        """Declare the decorated class or function under a name, at a place among its like.

        Parameters
        ----------
        name
            What recipes, commands and addresses call it. A module of the package that is called
            after it (`-` as `_`) is found without loading the others.
        order
            Where it stands in lists: lower ones first, equal ones by name.

        Returns
        -------
        A decorator, which gives the thing back as it is.

        Raises
        ------
        ParameterError
            When another module declared the name, from the decorator.

        >>> shapes = Registry[str]("shape", "celosia.demo", group="shapes")
        >>> shapes.register("square")("a square")
        'a square'
        >>> shapes.add("square", "another", module="of_others")
        Traceback (most recent call last):
        celosia.errors.ParameterError: There are two shapes called 'square'.
        """
        return _Declaration(self, name, order, _caller())

    def add(self, name: str, thing: Thing, order: float = 1000, module: str | None = None) -> None:
        """Declare a thing; a name means one thing only.

        A module that is executed anew, as doctests do, declares the same things again.
        """
        module = module or _caller()
        if name in self._declared and self._declared[name].module != module:
            raise ParameterError("core.two-s-called", what=self.what, name=name)
        if self._check is not None:
            others = {n: entry.thing for n, entry in self._declared.items() if n != name}
            self._check(others, thing)
        self._declared[name] = _Entry(order, thing, module)

    def name_of(self, thing: Thing) -> str:
        """Give the name under which a thing was declared.

        Raises
        ------
        CelosiaError
            Of the registry's kind, when nobody declared it.
        """
        # What exists was declared when its module was imported: nobody else need be asked.
        for name, entry in self._ours().items():
            if _where(entry.thing) == _where(thing):
                return name
        raise self._error("core.not-registered", what=self.what)

    def __getitem__(self, name: str) -> Thing:
        if name not in self:
            raise self._error("core.unknown-name", what=self.what, name=name, known=self)
        return self._declared[name].thing

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        return self._alone(name) or name in self._ours() or name in self._all()

    def __iter__(self) -> Iterator[str]:
        declared = self._all()
        return iter(sorted(declared, key=lambda name: (declared[name].order, name)))

    def __len__(self) -> int:
        return len(self._all())

    def _alone(self, name: str) -> bool:
        """Look for a name in the module called after it, so that the others need not be loaded."""
        if name not in self._declared and not self._loaded and self._deep:
            module = f"{self._package}.{name.replace('-', '_')}"
            if name.replace("-", "").isalnum() and find_spec(module) is not None:
                import_module(module)
        return name in self._declared

    def _ours(self) -> dict[str, _Entry[Thing]]:
        if not self._loaded:
            self._loaded = True  # before the imports, which may look something up themselves
            import_all(import_module(self._package), self._deep)
        return self._declared

    def _all(self) -> dict[str, _Entry[Thing]]:
        if not self._asked_others:
            self._ours()
            self._asked_others = True  # before the imports, which may look something up themselves
            try:
                for each in plugins(self.group):
                    load_plugin(each)
            except PluginError:
                self._asked_others = False  # what is missing is missing whenever somebody asks
                raise
        return self._declared


class _Declaration(Generic[Thing]):
    """The decorator that declares what it decorates, and gives it back as it is."""

    def __init__(self, registry: Registry[Thing], name: str, order: float, module: str) -> None:
        self._registry, self._name, self._order, self._module = registry, name, order, module

    def __call__(self, thing: Declared) -> Declared:
        self._registry.add(self._name, thing, self._order, self._module)  # type: ignore[arg-type]
        return thing


Declared = TypeVar("Declared")


def import_all(package: ModuleType, deep: bool = True) -> None:
    """Import every module of a package, so that each declares what it defines.

    Without `deep`, folders inside the package are left alone: the engines' drivers lie there.
    """
    within = f"{package.__name__}."
    if deep:
        for found in walk_packages(package.__path__, within):
            import_module(found.name)
        return
    for found in iter_modules(package.__path__, within):
        if not found.ispkg:
            import_module(found.name)


@cache
def plugins(group: str) -> tuple[EntryPoint, ...]:
    """Find what other distributions add to one of our groups.

    They are looked for once: reading the metadata of all that is installed takes milliseconds.
    """
    return tuple(entry_points(group=group))


def load_plugin(plugin: EntryPoint) -> None:
    """Import the module of another distribution, which declares what it brings.

    Raises
    ------
    PluginError
        Whatever kept it from being imported, with whose it is: an entry that is left out in
        silence would be missed only when a recipe names it.
    """
    try:
        plugin.load()
    except Exception as wrong:
        raise _plugin_error(plugin, wrong) from wrong


def check_languages() -> None:
    """Refuse to go on where another distribution brings catalogues that cannot be read.

    Raises
    ------
    PluginError
        For the first of them, in words that there are.
    """
    for plugin, wrong in broken_plugins():
        raise _plugin_error(plugin, wrong) from wrong


def _plugin_error(plugin: EntryPoint, wrong: Exception) -> PluginError:
    return PluginError(
        "core.plugin-fails",
        distribution=plugin.dist.name if plugin.dist else plugin.module,
        group=plugin.group,
        entry=plugin.name,
        value=plugin.value,
        wrong=type(wrong).__name__,
        why=str(wrong),
    )


def class_called(registry: Registry[type[Thing]], name: str, module: str) -> type[Thing]:
    """Find a registered class by its own name, for a package that has it as an attribute.

    Names that type checkers know are imported there; this finds the others, ours or not.

    >>> from celosia.core.model import MODELS
    >>> class_called(MODELS, "KMap", "celosia.models").__name__
    'KMap'
    """
    if name[:1].isupper():  # not where Python looks for a submodule
        for kind in registry.values():
            if kind.__name__ == name:
                return kind
    raise AttributeError(f"module {module!r} has no attribute {name!r}")


def _caller() -> str:
    """Name the module that declares: two frames above, below a method of the registry."""
    return str(sys._getframe(2).f_globals["__name__"])


def _where(kind: object) -> tuple[object, object]:
    """Tell where a class was defined: its module may be executed anew, as doctests do."""
    return getattr(kind, "__module__", kind), getattr(kind, "__qualname__", kind)
