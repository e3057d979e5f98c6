"""What it takes to be a method: how the published labels are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from celosia.core.parameters import Allowed, check_parameters, parameters_of
from celosia.core.registry import Registry
from celosia.errors import ParameterError
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.progress import Progress
    from celosia.core.values import IntArray
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.lattice import LatticeProblem, SearchResult

    Search: TypeAlias = Callable[[LatticeProblem, Any, int, float, Progress], SearchResult]
    """Finds a generalization, as its own options say, in so many bytes and so many seconds."""
    Group: TypeAlias = Callable[[GroupingProblem, Any, LatticeProblem | None, Progress], IntArray]
    """Gives the group of each record, as its own options say."""

DEFAULT_METHOD = "optimal"
UNTOUCHED_METHOD = "none"
"""What is taken where techniques are all that was asked."""


class Choice(StrEnum):
    """What may decide among all that a method could publish.

    References: Wong et al., *Minimality attack in privacy preserving data publishing*, VLDB 2007;
    Cormode, Srivastava, Li and Li, *Minimizing minimality and maximizing utility*, VLDB 2010.
    """

    BEST = "best"
    """All models: the best that satisfies them. That nothing finer does may tell something of
    sensitive values."""
    BLIND = "blind"
    """Only what looks at quasi-identifiers. Where the models of sensitive values do not hold for
    what is chosen so, nothing is published."""

    @property
    def told(self) -> Message:
        """What it is, as help and forms say it."""
        return Message(f"methods.choice-{self.value}")


class MethodFamily(StrEnum):
    """What a method decides on, and so what there is to tell of it."""

    LEVELS = "levels"
    """One level of its hierarchy for each column."""
    GROUPS = "groups"
    """Groups of records, each with labels of its own."""
    FUZZY = "fuzzy"
    """Words for numbers: low, medium, high."""
    UNTOUCHED = "untouched"
    """Nothing: what the techniques make is published as it is."""


@dataclass(frozen=True, slots=True)
class MethodOptions:
    """What a method can be told: a frozen dataclass whose fields say what they may be.

    A method that has options declares such a class beside itself. Recipe, command line, REST, the
    app's form and the table of the documentation are made from it; a certificate tells of it what
    is declared public.
    """

    labels: ClassVar[Mapping[str, Message]] = {}
    """What each option means, as help and forms say it."""
    choices: ClassVar[Mapping[str, Mapping[str, Message]]] = {}
    """By option, what each word means that it may be."""
    called: ClassVar[Mapping[str, str]] = {}
    """What the command line calls an option, where its name would not be understood there."""

    def __post_init__(self) -> None:
        check_parameters(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to find the labels; light to import, what is heavy is loaded when it runs."""

    title: Message
    explanation: Message
    """When to take it."""
    family: ClassVar[MethodFamily]
    section: ClassVar[str] = ""
    """The recipe's table in which its options stand."""
    any_objective: bool = False
    """Whether it minimizes what the recipe says; the others minimize the loss."""
    options: type[MethodOptions] = MethodOptions
    """What it can be told that is its own matter."""
    stages: Mapping[str, Message] = field(default_factory=dict)
    """What stages of its own are called that it tells of while it works; one that has the name of
    the method is called by the title."""
    not_offered: Mapping[str, Message] = field(default_factory=dict)
    """Why a surface does not offer it by its name: `cli`, `rest` or `app`, and the reason."""

    @property
    def groups(self) -> bool:
        """Whether each group of records gets labels of its own."""
        return self.family is MethodFamily.GROUPS


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsMethod(Method):
    """One level of its hierarchy for each column."""

    search: Search
    any_objective: bool = True
    family: ClassVar[MethodFamily] = MethodFamily.LEVELS
    section: ClassVar[str] = "search"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingMethod(Method):
    """Groups of records, each with labels of its own."""

    group: Group
    needs_hierarchies: bool = False
    """Whether it needs a hierarchy of every column, and the lattice of them."""
    in_pieces: bool = True
    """Whether each piece of a table can be grouped on its own."""
    family: ClassVar[MethodFamily] = MethodFamily.GROUPS
    section: ClassVar[str] = "grouping"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenMethod(Method):
    """Another grouping method, by the size of the table."""

    choose: Callable[[int], tuple[str, Message]]
    """Gives the name of the method for so many records, and why."""
    among: tuple[str, ...]
    """All that it may give: it can be told what these can."""
    family: ClassVar[MethodFamily] = MethodFamily.GROUPS
    section: ClassVar[str] = "grouping"


@dataclass(frozen=True, slots=True, kw_only=True)
class FuzzyMethod(Method):
    """Words for numbers, from fuzzy sets."""

    family: ClassVar[MethodFamily] = MethodFamily.FUZZY
    section: ClassVar[str] = "fuzzy"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMethod(Method):
    """What the techniques make is published as it is."""

    family: ClassVar[MethodFamily] = MethodFamily.UNTOUCHED


def _check_options(others: Mapping[str, Method], method: Method) -> None:
    """Refuse an option that would be a second flag of one name: methods share one, or differ."""
    for flag, meaning in _flags(method).items():
        if any(_flags(other).get(flag, meaning) != meaning for other in others.values()):
            raise ParameterError("methods.option-means-two-things", option=flag)


def _flags(method: Method) -> dict[str, tuple[str, str, Allowed]]:
    """Give what each flag of the command line means: which entry, where, and what it may be."""
    options: type = method.options
    return {
        method.options.called.get(name, name): (method.section, name, allowed)
        for name, allowed in parameters_of(options).items()
    }


METHODS: Registry[Method] = Registry(
    Message("core.noun-method"),
    "celosia.methods",
    deep=False,
    group="methods",
    check=_check_options,
)
"""Every method by the name of recipes, in the order in which a person should think of them.

Each is a file of this folder. The folders below hold what methods share, which is heavy, so a
method imports it when it runs: naming all methods must not load compiled code.
"""


def own_stage(stage: str) -> Message | None:
    """Find what a method calls a stage of its work; None for a stage that no method declares.

    >>> str(own_stage("curve")), own_stage("write")
    ('laying the curve', None)
    """
    for name, how in METHODS.items():
        if stage == name or stage in how.stages:
            return how.stages.get(stage, how.title)
    return None


def grouping_method(name: str, records: int) -> tuple[str, GroupingMethod, Message | None]:
    """Give the method that groups so many records, and why it if it was not named."""
    reason = None
    found = METHODS[name]
    if isinstance(found, ChosenMethod):
        name, reason = found.choose(records)
        found = METHODS[name]
    if not isinstance(found, GroupingMethod):
        able = ", ".join(other for other, each in METHODS.items() if each.groups)
        raise ParameterError("methods.does-not-group-records", method=name, methods=able)
    return name, found, reason
