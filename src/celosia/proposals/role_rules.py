"""Propose what each column means for privacy; a person decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from celosia.core.schema import Column, ColumnType, Role
from celosia.core.values import ValueCounts
from celosia.proposals.behaviour import FEW_RECORDS_EACH, FEWEST_VALUES, MANY_CODES, Behaviour
from celosia.proposals.code_look import (
    are_epochs,
    are_periods,
    digits_look_like_codes,
    look_like_amounts,
    look_like_codes,
    name_places_in_a_list,
)
from celosia.proposals.column_signs import ColumnSigns
from celosia.proposals.detect_kind import DetectedKind, Kind
from celosia.proposals.names import NamePattern
from celosia.proposals.quasi_identifiers import information
from celosia.text.languages import Language
from celosia.text.messages import Message, verbatim

MESSAGES: Mapping[str, Message] = {
    "kind": Message("proposals.kind"),
    "kind-guess": Message("proposals.kind-guess"),
    "declared-date": Message("proposals.declared-date"),
    "periods": Message("proposals.periods"),
    "name": Message("proposals.name"),
    "name-not-unique": Message("proposals.name-not-unique"),
    "free-text": Message("proposals.free-text"),
    "unique": Message("proposals.unique"),
    "codes": Message("proposals.codes"),
    "epochs": Message("proposals.epochs"),
    "person-key": Message("proposals.person-key"),
    "constant-key": Message("proposals.constant-key"),
    "constant": Message("proposals.constant"),
    "empty": Message("proposals.empty"),
    "unknown-categories": Message("proposals.unknown-categories"),
    "unknown-measure": Message("proposals.unknown-measure"),
    "entropy": Message("proposals.entropy"),
}

ROLE_NAMES: Mapping[str, Message] = {
    "identifier": Message("proposals.role-names-identifier"),
    "quasi-identifier": Message("proposals.role-names-quasi-identifier"),
    "sensitive": Message("proposals.role-names-sensitive"),
    "insensitive": Message("proposals.role-names-insensitive"),
}

KIND_NAMES: Mapping[str, Message] = {
    Kind.DNI: Message("proposals.kind-names-dni"),
    Kind.NIE: Message("proposals.kind-names-nie"),
    Kind.NIF: Message("proposals.kind-names-nif"),
    Kind.CIF: Message("proposals.kind-names-cif"),
    Kind.NUSS: Message("proposals.kind-names-nuss"),
    Kind.EMAIL: Message("proposals.kind-names-email"),
    Kind.PHONE: Message("proposals.kind-names-phone"),
    Kind.IBAN: Message("proposals.kind-names-iban"),
    Kind.CARD: Message("proposals.kind-names-card"),
    Kind.URL: Message("proposals.kind-names-url"),
    Kind.UUID: Message("proposals.kind-names-uuid"),
    Kind.IP: Message("proposals.kind-names-ip"),
    Kind.PLATE: Message("proposals.kind-names-plate"),
    Kind.ROW_NUMBER: Message("proposals.kind-names-row-number"),
    Kind.FREE_TEXT: Message("proposals.kind-names-free-text"),
    Kind.POSTCODE: Message("proposals.kind-names-postcode"),
    Kind.COORDINATE: Message("proposals.kind-names-coordinate"),
    Kind.DATE: Message("proposals.kind-names-date"),
    Kind.BIRTH_DATE: Message("proposals.kind-names-birth-date"),
    Kind.YEAR: Message("proposals.kind-names-year"),
    Kind.BIRTH_YEAR: Message("proposals.kind-names-birth-year"),
    Kind.AGE: Message("proposals.kind-names-age"),
    Kind.SEX: Message("proposals.kind-names-sex"),
    Kind.ICD10: Message("proposals.kind-names-icd10"),
}


Parameter: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Reason:
    """A code and its parameters; `text` writes the sentence.

    >>> reason = Reason.of("unique", distinct=980, records=1000)
    >>> reason.text()
    'Almost every record has its own value (980 different in 1,000).'
    >>> Reason.of("kind", kind="dni", share=0.985).text("es")
    'El 98 % de los valores examinados son: números de DNI.'
    """

    code: str
    params: tuple[tuple[str, Parameter], ...] = ()

    @classmethod
    def of(cls, code: str, **params: Parameter) -> Reason:
        """Build a reason from named parameters."""
        return cls(code, tuple((name, params[name]) for name in sorted(params)))

    def text(self, lang: Language = "en") -> str:
        """Write the sentence in English or Spanish."""
        return self.message.text(lang)

    @property
    def message(self) -> Message:
        """The sentence, to be said in any language."""
        return MESSAGES[self.code].given(**{n: _written(n, value) for n, value in self.params})


def _written(name: str, value: Parameter) -> Message:
    if name == "kind":
        return KIND_NAMES[str(value)]
    if name == "role":
        return ROLE_NAMES[str(value)]
    if name.endswith("share"):
        return Message("text.percent", number=_whole_percent(float(value)))
    if isinstance(value, float):
        return Message("text.decimal", number=value)
    return Message("text.whole", number=value) if isinstance(value, int) else verbatim(value)


def _whole_percent(share: float) -> int:
    """Round down, so that 100 % means all; the margin forgives binary fractions."""
    return int(share * 100 + 1e-9)


MANY_RECORDS = 20
"""With fewer, being unique says little; this and the shares below are estimates."""
ALMOST_UNIQUE = 0.95
OFTEN_UNIQUE = 0.5
"""The same for what looks like a code: some of those who have one come again."""
NAMES_PERSONS = 0.5
SHOWN_CONSTANT = 3
"""Columns that stay the same within a key, of which a person is told."""
_AMOUNTS = "money"
"""Subject of names whose numbers hardly two persons share, and that come back: a salary is the
same from month to month and is no key for that. Other measures are shared, and so no keys."""
FEW_NUMBERS = 100
"""Different whole numbers up to which a column may be a category; an estimate."""

_ROLE_OF_KIND: Mapping[Kind, Role] = {
    **dict.fromkeys(Kind, Role.IDENTIFIER),
    **dict.fromkeys(
        (
            Kind.POSTCODE,
            Kind.COORDINATE,
            Kind.DATE,
            Kind.BIRTH_DATE,
            Kind.YEAR,
            Kind.BIRTH_YEAR,
            Kind.AGE,
            Kind.SEX,
        ),
        Role.QUASI_IDENTIFIER,
    ),
    Kind.ICD10: Role.SENSITIVE,
}


@dataclass(frozen=True, slots=True)
class RoleOpinion:
    """A role, how sure, and why."""

    role: Role
    confidence: float
    reasons: tuple[Reason, ...]


def decide(signs: ColumnSigns, seen: Behaviour | None = None) -> RoleOpinion:
    """Take the first rule that has an opinion, then look at whether the values differ at all."""
    opinion = (
        _by_behaviour(signs, seen)
        or _by_kind(signs)
        or _by_own_codes(signs)
        or _by_period(signs)
        or _by_name(signs, seen)
        or _by_uniqueness(signs)
        or _by_guess(signs)
        or _by_look(signs, seen)
        or _by_type(signs)
    )
    return _without_difference(signs, opinion)


def _by_behaviour(signs: ColumnSigns, seen: Behaviour | None) -> RoleOpinion | None:
    """Take a column within whose values persons stay the same for a key, whatever its name."""
    if seen is None or not seen.person_key or _measures(signs):
        return None
    code = "person-key" if seen.personal else "constant-key"
    reason = Reason.of(
        code, distinct=len(signs.texts), columns=", ".join(seen.constant[:SHOWN_CONSTANT])
    )
    said = signs.pattern if signs.pattern and signs.pattern.role is Role.IDENTIFIER else None
    kind = signs.detected
    known = kind is not None and kind.certain and _ROLE_OF_KIND[kind.kind] is Role.IDENTIFIER
    kinds = (_kind_reason(kind),) if kind is not None and known else ()
    sure = 0.95 if said or known else 0.85 if seen.personal else 0.6
    return RoleOpinion(Role.IDENTIFIER, sure, (*kinds, reason, *_name_reason(said)))


def _measures(signs: ColumnSigns) -> bool:
    """Tell whether a name speaks of money and its values are no codes."""
    if signs.pattern is None or signs.pattern.subject != _AMOUNTS:
        return False
    return signs.type is not ColumnType.TEXT and not digits_look_like_codes(signs.texts)


def _by_kind(signs: ColumnSigns) -> RoleOpinion | None:
    detected = signs.detected
    if detected is None or not (detected.certain or detected.kind is Kind.BIRTH_DATE):
        return None
    role = _ROLE_OF_KIND[detected.kind]
    reasons = (_kind_reason(detected), *_free_text(detected), *_name_reason(signs.pattern))
    return RoleOpinion(role, _agreement(signs.pattern, role), reasons)


def _agreement(pattern: NamePattern | None, role: Role) -> float:
    if pattern is None:
        return 0.85
    return 0.95 if pattern.role is role else 0.6


_NAMES_FEW = frozenset({"health", "belief", "intimacy", "justice", "work", "education", "family"})
"""Subjects of which many share a value: a code that each has for themselves tells of none."""
LONG_NUMBER = 10_000


def _by_own_codes(signs: ColumnSigns) -> RoleOpinion | None:
    """Take a code that each record has for itself for an identifier, though its name misleads."""
    if signs.pattern is None or signs.pattern.subject not in (*_NAMES_FEW, _AMOUNTS):
        return None
    if signs.pattern.subject == _AMOUNTS and signs.type is not ColumnType.TEXT:
        return None  # amounts are as good as unique, and no codes for that
    if signs.filled < MANY_RECORDS or signs.unique < ALMOST_UNIQUE:
        return None
    if signs.type is ColumnType.INTEGER:
        given = min(map(int, signs.texts)) >= LONG_NUMBER and not look_like_amounts(signs.texts)
    else:
        given = signs.type is ColumnType.TEXT and look_like_codes(signs.texts)
    return _identifying(signs) if given else None


def _identifying(signs: ColumnSigns) -> RoleOpinion:
    reason = Reason.of("unique", distinct=len(signs.texts), records=signs.filled)
    return RoleOpinion(Role.IDENTIFIER, 0.7, (reason,))


def _by_period(signs: ColumnSigns) -> RoleOpinion | None:
    """Take months and quarters for dates, whatever they are of: a pay period is no pay."""
    if not are_periods(signs.texts):
        return None
    return RoleOpinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("periods"),))


_IN_NUMBERS = frozenset({_AMOUNTS, "merit"})
"""Subjects of which values are amounts, marks or words, and never places in a list."""


def _by_name(signs: ColumnSigns, seen: Behaviour | None) -> RoleOpinion | None:
    pattern = signs.pattern
    if pattern is None or (_may_name_anything(pattern) and signs.names_thing):
        return None
    if pattern.subject in _IN_NUMBERS and name_places_in_a_list(signs.texts):
        return None
    if _names_groups(signs, pattern, seen):
        return RoleOpinion(Role.QUASI_IDENTIFIER, 0.5, (_group_reason(signs, pattern),))
    return RoleOpinion(pattern.role, 0.75, _name_reason(pattern))


def _may_name_anything(pattern: NamePattern) -> bool:
    return pattern.generic and pattern.subject in ("id", "person")


def _names_groups(signs: ColumnSigns, pattern: NamePattern, seen: Behaviour | None) -> bool:
    """Tell `id_centro` from `id`: an identifier of persons has many values, or repeats little."""
    if not _may_name_anything(pattern) or signs.filled < MANY_RECORDS:
        return False
    if signs.unique >= NAMES_PERSONS:
        return False
    other = seen is not None and seen.denied and pattern.subject == "id"
    return other or len(signs.texts) < MANY_CODES


def _by_uniqueness(signs: ColumnSigns) -> RoleOpinion | None:
    if signs.filled < MANY_RECORDS or signs.unique < OFTEN_UNIQUE:
        return None
    if signs.type is ColumnType.DATE:
        return RoleOpinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("declared-date"),))
    if signs.type is ColumnType.DECIMAL and not signs.whole:
        return None
    if are_epochs(signs.texts):
        return RoleOpinion(Role.QUASI_IDENTIFIER, 0.6, (Reason.of("epochs"),))
    if signs.unique < ALMOST_UNIQUE and not look_like_codes(signs.texts):
        return None
    if signs.type is ColumnType.INTEGER and look_like_amounts(signs.texts):
        return None
    return _identifying(signs)


def _by_look(signs: ColumnSigns, seen: Behaviour | None) -> RoleOpinion | None:
    """Take codes of unknown meaning for those of persons, unless the table speaks against it."""
    distinct = len(signs.texts)
    if distinct < MANY_CODES or signs.names_thing or (seen is not None and seen.denied):
        return None
    if signs.filled > FEW_RECORDS_EACH * distinct or not look_like_codes(signs.texts):
        return None
    return RoleOpinion(Role.IDENTIFIER, 0.4, (Reason.of("codes", distinct=distinct),))


def _by_guess(signs: ColumnSigns) -> RoleOpinion | None:
    if signs.detected is None:
        return None
    role = _ROLE_OF_KIND[signs.detected.kind]
    return RoleOpinion(role, 0.5, (_kind_reason(signs.detected),))


def _by_type(signs: ColumnSigns) -> RoleOpinion:
    if signs.type is ColumnType.DATE:
        return RoleOpinion(Role.QUASI_IDENTIFIER, 0.7, (Reason.of("declared-date"),))
    distinct = len(signs.texts)
    many = signs.type is ColumnType.INTEGER and distinct > FEW_NUMBERS
    if many or signs.type is ColumnType.DECIMAL:
        return RoleOpinion(Role.INSENSITIVE, 0.4, (Reason.of("unknown-measure"),))
    reason = Reason.of("unknown-categories", distinct=distinct)
    return RoleOpinion(Role.QUASI_IDENTIFIER, 0.4, (reason,))


def _without_difference(signs: ColumnSigns, opinion: RoleOpinion) -> RoleOpinion:
    """Add what the values tell, or set aside a column whose values tell nothing."""
    if not signs.texts:
        return RoleOpinion(Role.INSENSITIVE, 0.95, (Reason.of("empty"),))
    constant = len(signs.values.values) == 1 and signs.values.records > 1
    if constant and opinion.role in (Role.QUASI_IDENTIFIER, Role.INSENSITIVE):
        return RoleOpinion(Role.INSENSITIVE, 0.9, (Reason.of("constant"),))
    return RoleOpinion(opinion.role, opinion.confidence, (*opinion.reasons, _entropy(signs)))


def _kind_reason(detected: DetectedKind) -> Reason:
    code = "kind" if detected.certain else "kind-guess"
    return Reason.of(code, kind=detected.kind.value, share=detected.share)


def _free_text(detected: DetectedKind) -> tuple[Reason, ...]:
    return (Reason.of("free-text"),) if detected.kind is Kind.FREE_TEXT else ()


def _name_reason(pattern: NamePattern | None) -> tuple[Reason, ...]:
    if pattern is None:
        return ()
    return (Reason.of("name", phrase=pattern.text, role=pattern.role.value),)


def _group_reason(signs: ColumnSigns, pattern: NamePattern) -> Reason:
    return Reason.of(
        "name-not-unique",
        phrase=pattern.text,
        distinct=len(signs.texts),
        records=signs.filled,
    )


def _entropy(signs: ColumnSigns) -> Reason:
    told = information(signs.values)
    return Reason.of(
        "entropy", distinct=len(signs.texts), bits=round(told.bits, 1), share=told.share
    )


@dataclass(frozen=True, slots=True)
class ProposedRole:
    """A role for a column, why, and how sure (0 to 1) the proposal is."""

    column: str
    role: Role
    reasons: tuple[Reason, ...]
    kind: Kind | None
    confidence: float
    repeats: bool = False
    """Whether it tells persons apart, and some of them have several records."""


def propose_role(
    name: str, values: ValueCounts, column: Column | None = None, seen: Behaviour | None = None
) -> ProposedRole:
    """Propose a role from what a column does, its values, its name, its uniqueness and its type.

    In order: whether persons stay the same within its values, which makes it a key whatever it
    is called; what the values certainly are; what the name says; whether almost every record has
    its own value (unless they measure); what the values may be; whether they look like codes. Of
    what is left, categories and integers with few values are proposed as quasi-identifiers, the
    prudent choice; other numbers as insensitive, with little confidence. A column with one value
    is insensitive unless it identifies or is sensitive: that all have one disease is still a
    secret.

    Parameters
    ----------
    seen
        What the column does to the others of its table, as `observe` tells; without it the column
        is judged alone.

    Examples
    --------
    >>> proposal = propose_role("sexo", ValueCounts(("H", "M"), (50, 50)))
    >>> proposal.role, proposal.kind, proposal.confidence
    (<Role.QUASI_IDENTIFIER: 'quasi-identifier'>, <Kind.SEX: 'sex'>, 0.95)
    >>> proposal.reasons[1].text("es")
    'El nombre contiene «sexo», habitual en columnas con el papel: cuasi-identificador.'
    """
    return role_of(name, ColumnSigns.of(name, values, column), seen)


def role_of(name: str, signs: ColumnSigns, seen: Behaviour | None = None) -> ProposedRole:
    """Propose a role for a column that was looked at."""
    opinion = decide(signs, seen)
    kind = signs.detected.kind if signs.detected else None
    identifies = opinion.role is Role.IDENTIFIER
    if kind is not None and identifies and _ROLE_OF_KIND[kind] is not Role.IDENTIFIER:
        kind = None  # a key that only looks like a diagnosis or a postcode is none
    repeats = _repeats(signs, seen)
    return ProposedRole(name, opinion.role, opinion.reasons, kind, opinion.confidence, repeats)


_OF_PERSONS = frozenset({"person", "official", "social-security"})
_NUMBERS_OF_PERSONS = frozenset({Kind.DNI, Kind.NIE, Kind.NIF, Kind.NUSS})


def _repeats(signs: ColumnSigns, seen: Behaviour | None) -> bool:
    """Tell whether an identifier is a person's, by what it does or is, and comes back."""
    if seen is not None and seen.person_key:
        return True
    if not FEWEST_VALUES <= len(signs.texts) < signs.filled or (seen is not None and seen.shared):
        return False
    kind = signs.detected
    official = kind is not None and kind.certain and kind.kind in _NUMBERS_OF_PERSONS
    return official or (signs.pattern is not None and signs.pattern.subject in _OF_PERSONS)
