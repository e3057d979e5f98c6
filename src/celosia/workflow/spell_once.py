"""Quasi-identifiers in one spelling: `M`, `m` and `M ` are one value, so they are one leaf.

A class of `m` lies within that of the value, and who ignores the spelling sees the union; who does
not, finds in the spelling a mark of the record. So before anything is counted, each value of a
quasi-identifier is written in one way; columns that are compared as written stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace

from celosia.core.relation import InMemory, Recoding, Relabels, Relation, Workable
from celosia.core.table import Table
from celosia.core.values import Value, ValueCounts, cell_array
from celosia.errors import ParameterError
from celosia.hierarchies import ExplicitRows, FromFile
from celosia.methods.method import MethodFamily
from celosia.recipe import Recipe
from celosia.text.messages import Message
from celosia.text.normal_form import Form, commonest, form_of_column, normal_form

Spelling = Mapping[str, str]
"""What to write for a text, where that is another."""


@dataclass(frozen=True, slots=True)
class Respelled:
    """How much of a column had to be written otherwise; by number, no value is told."""

    column: str
    values: int
    """Values that some record spelled otherwise."""
    records: int
    """Records that did."""

    @classmethod
    def of(cls, column: str, counted: ValueCounts, spelling: Spelling) -> Respelled:
        """Count the values and records that a spelling changes.

        >>> Respelled.of("sex", ValueCounts(("M", "m", "m "), (5, 2, 1)), {"m": "M", "m ": "M"})
        Respelled(column='sex', values=1, records=3)
        """
        pairs = zip(counted.values, counted.counts, strict=True)
        records = sum(count for text, count in pairs if text in spelling)
        return cls(column, len(set(spelling.values())), records)

    @property
    def told(self) -> Message:
        """The numbers in words."""
        return Message(
            "workflow.respelled", column=self.column, values=self.values, records=self.records
        )

    def to_dict(self) -> dict[str, int]:
        """Give the numbers, by the column."""
        return {"values": self.values, "records": self.records}


@contextmanager
def in_one_spelling(
    table: Table, recipe: Recipe, target: str
) -> Iterator[tuple[Table, tuple[Respelled, ...]]]:
    """Give the table with each value of a quasi-identifier spelled in one way, and what changed.

    Where nothing has to be changed, as mostly, it is the very table.
    """
    spelled: dict[str, Spelling] = {}
    mended = []
    for name, counted, form in _compared(table, recipe):
        if found := one_spelling_each(counted, form, _listed(recipe, name, counted)):
            spelled[name] = found
            mended.append(Respelled.of(name, counted, found))
    if not spelled:
        yield table, ()
        return
    with respelled(table, spelled, target) as relation:
        yield replace(table, relation=relation), tuple(mended)


def _compared(table: Table, recipe: Recipe) -> Iterator[tuple[str, ValueCounts, Form]]:
    """Give the columns that are compared by value, what they hold, and when that is one value.

    A sensitive column is among them only for its dates: in what other ways its values may be
    spelled is known wherever they are counted, and they are published as they were.
    """
    if recipe.how.family is MethodFamily.UNTOUCHED:
        return
    judged = {name for model in recipe.models for names in model.sensitive for name in names}
    formats = {column.name: column.format for column in table.declared}
    for name in (*recipe.quasi_identifiers, *sorted(judged)):
        if name in recipe.as_written or name not in table.columns:
            continue
        counted = table.relation.values(name)
        form = form_of_column(counted.texts, formats.get(name))
        if name not in judged or form is not normal_form:
            yield name, counted, form


def _listed(recipe: Recipe, name: str, counted: ValueCounts) -> Collection[str]:
    """List the values of a hierarchy that somebody wrote down, in the spelling to take."""
    rule = recipe.hierarchies.get(name)
    if not isinstance(rule, ExplicitRows | FromFile):
        return ()
    return [value for value in rule.build(name, counted).values if value is not None]


def one_spelling_each(
    counted: ValueCounts, form: Form = normal_form, listed: Collection[str] = ()
) -> dict[str, str]:
    """Choose a spelling for each value; give what has to be written otherwise.

    It is one of those `listed`, where there are such; of several the one that most records have.

    >>> found = ValueCounts(("M", "f", "m", None), (2, 4, 3, 1))
    >>> one_spelling_each(found), one_spelling_each(found, listed=("F", "M"))
    ({'M': 'm'}, {'m': 'M', 'f': 'F'})
    """
    known = {form(text): text for text in sorted(listed, reverse=True)}
    spelled: dict[str, Counter[str]] = {}
    for text, records in zip(counted.values, counted.counts, strict=True):
        if text is not None:
            spelled.setdefault(form(text), Counter())[text] += records
    chosen: dict[str, str] = {}
    own = set(listed)
    for value, found in spelled.items():
        if len(found) == 1 and (value not in known or found.keys() <= own):
            continue
        right = Counter({text: n for text, n in found.items() if text in own})
        best = commonest(right) if right else known.get(value) or commonest(found)
        chosen |= {text: best for text in found if text != best}
    return chosen


@contextmanager
def spelled_like(
    table: Table, listed: Mapping[str, Collection[str]], as_written: Collection[str]
) -> Iterator[Table]:
    """Give a table, a population, with its values spelled as those listed, column by column."""
    compared = {name: texts for name, texts in listed.items() if name not in as_written}
    counted = {name: table.relation.values(name) for name in compared}
    spelled = {n: one_spelling_each(counted[n], listed=texts) for n, texts in compared.items()}
    spelled = {name: found for name, found in spelled.items() if found}
    if not spelled:
        yield table
        return
    with respelled(table, spelled, "people.csv") as relation:
        yield replace(table, relation=relation)


@contextmanager
def respelled(table: Table, spelled: Mapping[str, Spelling], target: str) -> Iterator[Relation]:
    """Write other texts for some values of a table, where it lives; erased at the end."""
    relation = table.relation
    labels: dict[str, dict[Value, Value]] = {}
    for name, spelling in spelled.items():
        values = relation.values(name).values
        labels[name] = {v: None if v is None else spelling.get(v, v) for v in values}
    if isinstance(relation, Relabels):
        with closing(relation.relabelled(labels)) as made:
            yield made
    elif isinstance(relation, Workable):
        change = Recoding((), table.columns, labels)
        draft = relation.draft_work(change, target, table.declared, 0)
        try:
            with closing(draft.reopen()) as made:
                yield made
        finally:
            draft.discard()
    elif isinstance(relation, InMemory):
        cells = relation.rows()
        columns = {n: cell_array(map(found.get, cells.column(n))) for n, found in labels.items()}
        with closing(relation.with_rows(cells.with_columns(columns))) as made:
            yield made
    else:
        raise ParameterError("workflow.techniques-cannot-applied-where-table")
