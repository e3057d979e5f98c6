"""After a release was written: its owner looks for everybody in it, with all that is published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from celosia.core.randomness import seeded
from celosia.core.relation import InMemory, Matchable, Recoding, Relation
from celosia.core.table import Table
from celosia.core.values import SUPPRESSED, Combinations, Matched, NullPolicy, Value
from celosia.errors import ParameterError
from celosia.models import KAnonymity
from celosia.recipe import Recipe
from celosia.risk.attacks import AttackResult, ExactLinkage, match_rows, singling_out
from celosia.risk.attacks.exact_linkage import Row
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.workflow.decide import Decision
from celosia.workflow.whose import as_person

FEWER_THAN: Final = 5
"""Candidates below which a link counts where the recipe names no k: the guide's, for use case C."""
WHOLE: Final = 5_000
"""Records up to which statements about three columns are tried: all of them are looked at then. In
a sample nobody is where they are in the table, so that larger ones are not tried at all."""
ATTEMPTS: Final = 60
"""Statements that are tried: enough for an interval of +-0.12, in a tenth of a second on adult."""
LEFT_OUT: Final = Message("workflow.control-is-left-out")
PERMUTED: Final = Message("workflow.control-is-permuted")


@dataclass(frozen=True, slots=True, eq=False)
class AttackedRelease:
    """What somebody achieves who knows published columns of every original; for the owner alone.

    There are no other people to compare with when a release is made, so that each original is
    its own control (see `FoundShare`).
    """

    in_persons: bool
    columns: tuple[str, ...]
    """All that are published, and that anybody can know."""
    everything: ExactLinkage
    at_most: bool
    """Whether `everything` is a bound: groups have labels of their own, which may cover others'
    values too; counted is who knows which labels each original got."""
    other_columns: tuple[str, ...]
    others: ExactLinkage | None
    """By the columns besides the quasi-identifiers, which are published as they are."""
    three: AttackResult | None = None
    """Statements about three columns at once, where the table is small enough to try them."""

    def to_dict(self) -> dict[str, Any]:
        """Give every figure under its stable name."""
        return {
            "counted": "persons" if self.in_persons else "records",
            "all_columns": {
                "columns": list(self.columns),
                "at_most": self.at_most,
                **self.everything.to_dict(),
            },
            "other_columns": self.others
            and {"columns": list(self.other_columns), **self.others.to_dict()},
            "three_columns": self.three and _trial(self.three),
            "control": LEFT_OUT.text(ENGLISH),
        }


def _trial(result: AttackResult) -> dict[str, Any]:
    return {
        "risk": result.risk,
        "interval": list(result.interval),
        "attempts": result.attempts,
        "main_rate": result.main_rate.share,
        "control_rate": result.control_rate.share,
        "control": PERMUTED.text(ENGLISH),
    }


def attack_release(
    table: Table, seen: Relation, recipe: Recipe, decision: Decision, hidden: Sequence[str]
) -> AttackedRelease | None:
    """Look for the records that a release was made from, on all published columns.

    Parameters
    ----------
    table
        As the techniques left it: whoever knows a value can round it too.
    seen
        What was written, with the subject where persons are counted.
    hidden
        Columns that nobody can know.

    Returns
    -------
    None where nothing is left that anybody could know.
    """
    change, subject = decision.change, recipe.subject
    columns = [
        name for name in seen.columns if name in table.columns and name not in (*hidden, *subject)
    ]
    if not columns or not seen.records:
        return None
    others = tuple(name for name in columns if name not in recipe.quasi_identifiers)
    plain = change if isinstance(change, Recoding) else Recoding((), ())
    originals = count_originals(table.relation, subject)
    given = (seen, columns, subject)
    if isinstance(change, Recoding):
        everything = match(table.relation, change, *given)
    else:  # every released record is looked for by the labels that it got
        everything = match(seen, plain, *given)
    k = max((model.k for model in recipe.models if isinstance(model, KAnonymity)), default=0)
    k = k if k > 1 else FEWER_THAN
    by_others = match(table.relation, plain, seen, others, subject) if others else ()
    return AttackedRelease(
        in_persons=bool(subject),
        columns=tuple(columns),
        everything=ExactLinkage(originals, everything, k),
        at_most=not isinstance(change, Recoding),
        other_columns=others,
        others=ExactLinkage(originals, by_others, k) if others else None,
        three=_three(table, seen, recipe, decision, columns),
    )


def count_originals(relation: Relation, subject: Sequence[str]) -> int:
    """Count who can be looked for: records, or persons however they are spelled."""
    if not subject:
        return relation.records
    found = relation.combinations(subject)
    return len(set(zip(*(map(as_person, cells) for cells in found.values), strict=True)))


def match(
    original: Relation,
    change: Recoding,
    release: Relation,
    columns: Sequence[str],
    subject: Sequence[str] = (),
) -> tuple[Matched, ...]:
    """Count the candidates of every original, where the table is if it can; else here.

    Here too where persons are spelled in several ways, which no engine takes for one.
    """
    if isinstance(original, Matchable) and not _are_spelled(subject, original, release):
        found = original.matches(change, release, columns, subject)
        if found is not None:
            return found
    wanted = change.of_everybody([*columns, *subject])
    needed = tuple(dict.fromkeys((*wanted.published, *wanted.quasi_identifiers)))
    inside = _recoded(original.combinations(needed), wanted)
    out = release.combinations([*columns, *subject])
    here, there = (_rows(found, columns, subject) for found in (inside, out))
    return match_rows(here, there, persons=bool(subject))


def _are_spelled(subject: Sequence[str], *relations: Relation) -> bool:
    """Tell whether somebody is spelled in several ways."""
    for name in subject:
        spellings = {value for each in relations for value in each.values(name).values}
        if len(set(map(as_person, spellings))) < len(spellings):
            return True
    return False


def _recoded(found: Combinations, change: Recoding) -> Combinations:
    """Put labels in the place of values, and `*` where a combination is kept with it."""
    cells = dict(zip(found.columns, found.values, strict=True))
    kept = [True] * len(found.counts)
    if change.nulls is NullPolicy.EXCLUDED:
        known = zip(*(cells[name] for name in change.quasi_identifiers), strict=True)
        kept = [None not in each for each in known] if change.quasi_identifiers else kept
    for name, labels in change.labels.items():
        kept = [each and cell in labels for each, cell in zip(kept, cells[name], strict=True)]
        cells[name] = [labels.get(cell) for cell in cells[name]]
    if change.rejected:
        rejected = set(change.rejected)
        told = list(zip(*(cells[name] for name in change.quasi_identifiers), strict=True))
        starred = [each in rejected for each in told]
        for name in change.quasi_identifiers:
            pairs = zip(cells[name], starred, strict=True)
            cells[name] = [SUPPRESSED if star else cell for cell, star in pairs]
    columns = change.published
    values = tuple([c for c, k in zip(cells[n], kept, strict=True) if k] for n in columns)
    counts = [number for number, k in zip(found.counts, kept, strict=True) if k]
    return Combinations(columns, values, counts)


def _rows(found: Combinations, columns: Sequence[str], subject: Sequence[str]) -> Iterator[Row]:
    """Give what each record holds and whose it is; not those with nothing but nulls."""
    cells = dict(zip(found.columns, found.values, strict=True))
    keys: Iterator[tuple[Value, ...]] = zip(*(cells[name] for name in columns), strict=True)
    nobody = [()] * len(found.counts)
    persons = [[as_person(cell) for cell in cells[name]] for name in subject]
    whose = zip(*persons, strict=True) if subject else nobody
    for key, who, number in zip(keys, whose, found.counts, strict=True):
        if any(cell is not None for cell in key):
            yield key, who, number


def _three(
    table: Table, seen: Relation, recipe: Recipe, decision: Decision, columns: list[str]
) -> AttackResult | None:
    """Try statements about three columns, where all records can be looked at here.

    Nothing is tried where labels cover no value, as words for fuzzy sets: there is nothing to
    compare then. The control keeps each column as it is and is nobody: all are permuted.
    """
    small = max(table.records, seen.records) <= WHOLE
    if not small or not isinstance(table.relation, InMemory) or recipe.subject:
        return None
    randomness = seeded(recipe.seed)
    inside, out = (each.cells(columns, WHOLE) for each in (table.relation, seen))
    control = {
        name: [cells[place] for place in randomness.permutation(len(cells))]
        for name, cells in inside.items()
    }
    trees = {name: tree for name, tree in decision.hierarchies.items() if name in columns}
    given: dict[str, Any] = {"columns": columns, "hierarchies": trees, "attempts": ATTEMPTS}
    at_once = min(3, len(columns))
    try:
        return singling_out(out, inside, control, randomness, at_once=at_once, **given)
    except ParameterError:
        return None
