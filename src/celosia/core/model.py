"""What it takes to be a privacy model, what models are called, and what releases are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import Enum, StrEnum
from inspect import signature
from typing import Any, ClassVar, Literal, Protocol, Self, cast

from celosia.core.classes import Classes
from celosia.core.parameters import Allowed, check_parameters, parameters_of, published
from celosia.core.registry import Registry
from celosia.core.values import BoolArray
from celosia.errors import ParameterError
from celosia.text.messages import Message, verbatim


class Monotone(Enum):
    """What merging classes can do to the number of rejected records."""

    ALWAYS = "always"
    """Merging never raises it: a class with an accepted part is accepted."""
    UNSUPPRESSED = "unsuppressed"
    """Only so when no record may be suppressed: merging accepted classes gives an accepted one."""
    NEVER = "never"
    """No promise; a search must look at every node."""


class PrivacyModel(Protocol):
    """Accepts or rejects each class, and says how it is monotone."""

    @property
    def monotone(self) -> Monotone:
        """How the verdict behaves when classes are merged."""
        ...

    @property
    def moving(self) -> Monotone:
        """How it behaves where a person may be in several of the merged classes."""
        ...

    @property
    def least_size(self) -> int:
        """No smaller class is ever accepted; 1 when size alone decides nothing."""
        ...

    @property
    def only_size(self) -> bool:
        """Whether every class of at least `least_size` records is accepted."""
        ...

    @property
    def local(self) -> bool:
        """Whether a class's verdict depends on that class alone, not on the others."""
        ...

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The sensitive attributes whose histograms it needs.

        Each is named last, after those that count as quasi-identifiers for it.
        """
        ...

    def accepts(self, classes: Classes) -> BoolArray:
        """Judge each class."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters, for recipes and certificates."""
        ...


@dataclass(frozen=True, slots=True)
class ModelFigure:
    """A figure that tells how far a model is met, as reports and pages show it."""

    name: str
    """Its stable name in assessments."""
    title: Message
    meaning: Message
    better: Literal["lower", "higher"] = "lower"
    """Which protects more."""
    of_table: bool = False
    """Whether it is of the whole table; if not, of each sensitive attribute."""
    reference: str = ""
    """Where it is defined, if elsewhere than the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDescription:
    """A model as a person meets it."""

    title: Message
    named: Message
    """What the literature calls it, with its parameters and `gaps` in braces."""
    protects: Message
    """What it protects against, and when to ask for it."""
    reference: str
    """Who defined it, and when."""
    labels: Mapping[str, Message]
    """What each parameter means."""
    figures: tuple[ModelFigure, ...] = ()
    """What is measured of it, whether it was asked for or not."""
    choices: Mapping[str, Message] = field(default_factory=dict)
    """What each word means that a parameter may be."""
    needs_population: bool = False
    """Whether it compares with a table of the people from whom the records were drawn."""
    not_offered: Mapping[str, Message] = field(default_factory=dict)
    """Why a surface does not offer it by its name: `cli`, `rest` or `app`, and the reason."""


class DeclaredModel:
    """What all models of the registry share: a frozen dataclass of parameters is all they write."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    described: ClassVar[ModelDescription]
    renamed: ClassVar[Mapping[str, str]] = {}
    """Fields that a recipe calls otherwise."""
    moving: ClassVar[Monotone] = Monotone.NEVER
    """Shares of persons who are in several classes can rise when these are merged: classes {1, 2}
    and {1, 3}, in which 2 and 3 have a value, give 1/2 each and 2/3 together."""

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return str(self.called)

    @classmethod
    def from_dict(cls, **parameters: Any) -> Self:
        """Build it from the parameters of a recipe."""
        return cls(**parameters)

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters, for recipes and certificates; an empty list says nothing."""
        given = {each.name: _as_lists(getattr(self, each.name)) for each in fields(self)}
        name = MODELS.name_of(type(self))
        return {"model": name} | {key: value for key, value in given.items() if value != []}

    def published(self) -> dict[str, Any]:
        """Name and the parameters that may stand in a certificate."""
        entries = self.to_dict()
        return {"model": entries["model"], **published(self, entries)}

    @property
    def gaps(self) -> dict[str, Any]:
        """What its name says besides its parameters."""
        return {}

    @property
    def called(self) -> Message:
        """What it asks for, by the name that the literature gives it."""
        given = {each.name: getattr(self, each.name) for each in fields(self)} | self.gaps
        said = {name: _number(value) for name, value in given.items()}
        return self.described.named.given(**said)


MODELS: Registry[type[DeclaredModel]] = Registry(
    Message("core.noun-model"), "celosia.models", group="models"
)
"""Every model by the name of recipes, in the order in which a person should think of them."""


def model_parameters(name: str) -> dict[str, Allowed]:
    """Give the parameters of a model by the name of recipes, with what each may be.

    >>> model_parameters("t-closeness")["t"]
    Between(low=0, high=1, usual=0.2, open_low=False)
    """
    kind: type = MODELS[name]
    return dict(parameters_of(kind))


def published_model(model: PrivacyModel) -> dict[str, Any]:
    """Give what a certificate may say of a model, also of somebody's own."""
    if isinstance(model, DeclaredModel):
        return model.published()
    entries = model.to_dict()
    return {"model": entries["model"], **published(model, entries)}


def model_from_dict(entry: Mapping[str, Any]) -> PrivacyModel:
    """Build a model from what its `to_dict` gave.

    >>> model_from_dict({"model": "k-anonymity", "k": 5})
    KAnonymity(k=5)
    """
    if not isinstance(entry, Mapping):
        raise ParameterError("core.model-wrong-type-give-name")
    if "model" not in entry:
        raise ParameterError("core.model-no-name-write-model", models=MODELS)
    name = str(entry["model"])
    parameters = {key: _as_tuples(value) for key, value in entry.items() if key != "model"}
    kind = MODELS[name]
    _check_parameters(name, kind, parameters)
    return cast(PrivacyModel, kind.from_dict(**parameters))


def _check_parameters(name: str, kind: type[DeclaredModel], given: Mapping[str, Any]) -> None:
    known = signature(kind.from_dict).parameters
    if any(each.kind is each.VAR_KEYWORD for each in known.values()):
        known = signature(kind).parameters
    unknown = [each for each in given if each not in known]
    missing = [n for n, each in known.items() if each.default is each.empty and n not in given]
    if unknown:
        wrong = Message("core.no-such-parameter", call=kind.__name__, name=unknown[0])
    elif missing:
        wrong = Message(
            "core.parameters-missing", call=kind.__name__, count=len(missing), names=missing
        )
    else:
        return
    raise ParameterError("core.model", name=name, wrong=wrong)


def _number(value: Any) -> Any:
    """Write 2.0 as people write it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value


def model_name(model: PrivacyModel) -> Message:
    """Say what a model asks for, by the name that the literature gives it.

    >>> from celosia.models import BesideOthers, TCloseness
    >>> model_name(BesideOthers(TCloseness("dx", 0.2), ("drug",))).text("es")
    '0,2-proximidad de «dx» aunque se conozca «drug»'
    """
    if not isinstance(model, DeclaredModel):  # somebody's own
        return verbatim(str(model))
    return model.called


def model_names(models: Sequence[PrivacyModel]) -> Message:
    """Say what several models ask for together."""
    return Message("core.models-together", models=map(model_name, models))


class UseCase(StrEnum):
    """The five use cases of the guide, by its letters.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, section 4.

    >>> [case.k for case in UseCase]
    [None, 3, 5, 3, None]
    """

    INTERNAL_DEIDENTIFIED = "A"
    INTERNAL = "B"
    EXTERNAL = "C"
    RETENTION = "D"
    SYNTHETIC = "E"

    @property
    def k(self) -> int | None:
        """The least size of a class that the guide advises (step 4); None where it asks none."""
        return {UseCase.INTERNAL: 3, UseCase.EXTERNAL: 5, UseCase.RETENTION: 3}.get(self)
