"""Attack a release as others would, and measure how often it works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from celosia.core.randomness import seeded
from celosia.core.table import Table
from celosia.core.values import NullPolicy, Value
from celosia.errors import ParameterError, RoleError
from celosia.hierarchies import HierarchyRule
from celosia.risk.attacks import (
    AttackResult,
    HomogeneityRisk,
    LinkageRisk,
    Persons,
    SkewnessRisk,
    inference,
    linkability,
    linkage,
    singling_out,
)
from celosia.workflow.compare import built_hierarchies
from celosia.workflow.read import TableOrPath, open_table
from celosia.workflow.verify import classes_of
from celosia.workflow.whose import Whose, as_person

MOST_RECORDS = 20_000
"""Of larger tables a sample is attacked: each guess is compared with every record, and the interval
of a risk depends on the number of guesses, not of records."""


@dataclass(frozen=True, slots=True, eq=False)
class Attacks:
    """What each attack achieved, beyond what it achieves on people who are not in the release."""

    results: Mapping[str, AttackResult]
    linked: LinkageRisk
    """How many released records each original one may be, by what the labels cover."""
    homogeneity: Mapping[str, HomogeneityRisk]
    skewness: Mapping[str, SkewnessRisk]

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            **{name: _described(result) for name, result in self.results.items()},
            "linked": asdict(self.linked),
            "homogeneity": {name: asdict(found) for name, found in self.homogeneity.items()},
            "skewness": {name: asdict(found) for name, found in self.skewness.items()},
        }


def attack(
    original: TableOrPath,
    released: TableOrPath,
    control: TableOrPath,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[str] = (),
    hierarchies: Mapping[str, HierarchyRule] | None = None,
    attempts: int = 500,
    seed: int = 0,
    subject: Sequence[str] = (),
) -> Attacks:
    r"""Try singling out, linkability, inference and linkage on a release.

    Each table is an open one, or a file or address to read.

    Parameters
    ----------
    original
        The records that the release was made from.
    released
        What was published, by this or another tool.
    control
        Records of other people of the same kind: what works on them is knowledge of the
        population, not a leak.
    quasi_identifiers
        What the attacker knows of people; those that the release lacks are left out.
    sensitive
        What the attacker wants to learn.
    hierarchies
        The rules by which the release was generalized, so that every label is understood.
    attempts
        How many guesses each attack makes.
    seed
        Of the guesses: the same seed gives the same result.
    subject
        The columns that say whose each record is. Of the release its evidence may say it. Every
        attack is then on persons, each of whom counts once, however many records they have.

    Returns
    -------
    Attacks
        The risk of each attack beyond what the control shows, with its interval.

    Raises
    ------
    ParameterError
        When the release has none of the quasi-identifiers.
    RoleError
        When it is not told whose the records are.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> with TemporaryDirectory() as folder:
    ...     people, others = Path(folder) / "people.csv", Path(folder) / "others.csv"
    ...     _ = people.write_text("age,sex\n" + "".join(f"{n},f\n" for n in range(20, 60)))
    ...     _ = others.write_text("age,sex\n" + "".join(f"{n},m\n" for n in range(60, 90)))
    ...     found = celosia.attack(people, people, others, ["age", "sex"], attempts=50)
    >>> sorted(found.results)
    ['linkability', 'linkage', 'singling_out']
    """
    with (
        open_table(original) as inside,
        open_table(released) as out,
        open_table(control) as others,
    ):
        given = (quasi_identifiers, sensitive, hierarchies or {}, attempts, seed, subject)
        return _attack(inside, out, others, *given)


def _attack(
    original: Table,
    released: Table,
    control: Table,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[str],
    hierarchies: Mapping[str, HierarchyRule],
    attempts: int,
    seed: int,
    subject: Sequence[str],
) -> Attacks:
    known = [name for name in quasi_identifiers if name in released.columns]
    secrets = [name for name in sensitive if name in released.columns]
    if not known:
        raise ParameterError("workflow.release-none-quasi-identifiers")
    columns = [*known, *secrets]
    built = built_hierarchies(original, released, known, hierarchies)
    counted = Whose.of(released, subject)
    out = _released(released, counted, columns)
    inside, others = (_people(table, columns, subject) for table in (original, control))
    persons = _persons(out, inside, others, counted, subject) if counted else None
    randomness = seeded(seed)
    both: dict[str, Any] = {"hierarchies": built, "persons": persons}
    given: dict[str, Any] = {"attempts": attempts, **both}
    results = {
        "singling_out": singling_out(
            out,
            inside,
            others,
            randomness,
            columns=columns,
            at_once=min(3, len(columns)),
            **given,
        ),
        "linkage": linkage(out, inside, others, columns=known, **both),
    }
    if len(known) >= 2:
        first, second = known[::2], known[1::2]
        results["linkability"] = linkability(
            out, inside, others, randomness, first=first, second=second, **given
        )
    for secret in secrets:
        results[f"inference.{secret}"] = inference(
            out, inside, others, randomness, known=known, secret=secret, **given
        )
    queries = [(name,) for name in secrets]
    classes = classes_of(released.relation, known, queries, NullPolicy.VALUE, whose=counted)
    return Attacks(
        results,
        LinkageRisk.of(out, inside, columns=known, **both),
        {name: HomogeneityRisk.of(classes, name) for name in secrets},
        {name: SkewnessRisk.of(classes, name) for name in secrets},
    )


def _people(table: Table, columns: Sequence[str], subject: Sequence[str]) -> dict[str, list[Value]]:
    """Take the records of some people, with all that says whose they are."""
    missing = [name for name in subject if name not in table.columns]
    if missing:
        raise RoleError("workflow.no-such-subject", missing=missing, columns=table.columns)
    return table.relation.cells(list(dict.fromkeys([*columns, *subject])), MOST_RECORDS)


def _released(table: Table, whose: Whose | None, columns: Sequence[str]) -> dict[str, list[Value]]:
    """Take the records of a release, with all that says whose they are, or its evidence does."""
    if whose is None or whose.counted is table.relation:
        names = list(dict.fromkeys([*columns, *(whose.subject if whose else ())]))
        return table.relation.cells(names, MOST_RECORDS)
    names = [*columns, *whose.subject]
    found = whose.counted.combinations(names)
    return {
        name: [cell for cell, count in zip(cells, found.counts, strict=True) for _ in range(count)]
        for name, cells in zip(names, found.values, strict=True)
    }


def _persons(
    out: Mapping[str, list[Value]],
    inside: Mapping[str, list[Value]],
    others: Mapping[str, list[Value]],
    whose: Whose,
    subject: Sequence[str],
) -> Persons:
    """Number the persons of each table."""
    told = ((out, whose.subject), (inside, subject), (others, subject))
    return Persons.of(
        *(
            zip(*(map(as_person, cells[name]) for name in names), strict=True)
            for cells, names in told
        )
    )


def _described(result: AttackResult) -> dict[str, Any]:
    return {
        "risk": result.risk,
        "interval": list(result.interval),
        "attempts": result.attempts,
        "main_rate": result.main_rate.share,
        "control_rate": result.control_rate.share,
        "baseline_rate": result.baseline_rate.share,
    }
