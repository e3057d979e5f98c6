"""Models as their definitions read, on classes by text or by value, with nulls and persons.

Shares no code with Celosía: the csv module, dictionaries and sets of persons. Slow, and plain.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import ceil, exp, factorial, log, log2
from unicodedata import normalize

FORGIVEN = 1e-8
_NUMBER = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})([ T]0?0:00(:00)?)?")


def value(text):
    """Say what a text means: a day, a number or a word."""
    cell = text.strip(" \t\u00a0")
    if found := _DATE.fullmatch(cell):
        return date(*map(int, found.group(1, 2, 3)))
    if _NUMBER.fullmatch(cell) and not re.match("[+-]?0[0-9]", cell):
        return Fraction(Decimal(cell.replace(",", ".")))
    return " ".join(normalize("NFC", normalize("NFC", text).casefold()).split())


def read(path):
    """Read a release; an empty cell is a null."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{k: v or None for k, v in row.items()} for row in csv.DictReader(file)]


class Seen:
    """The classes that somebody sees who compares texts, or values."""

    def __init__(self, rows, names, nulls, subject=None, by_value=False, as_written=()):
        self.rows, self.nulls, self.as_written = rows, nulls, as_written
        self.who = [value(row[subject]) if subject else i for i, row in enumerate(rows)]
        self.classes = defaultdict(list)
        for i, row in enumerate(rows):
            key = tuple(
                row[n] if row[n] is None or not by_value or n in as_written else value(row[n])
                for n in names
            )
            if nulls != "excluded" or None not in key:
                self.classes[key].append(i)
        self.all = [i for own in self.classes.values() for i in own]

    def alike(self):
        """Give the records of each class, and those that look like them."""
        for key, own in self.classes.items():
            like = [
                i
                for other, found in self.classes.items()
                if other == key or (self.nulls == "wildcard" and _agree(key, other))
                for i in found
            ]
            yield own, like

    def persons(self, records):
        return {self.who[i] for i in records}

    def holders(self, records, name):
        """Give the persons who hold each value, and those who hold any."""
        held = defaultdict(set)
        for i in records:
            if (cell := self.rows[i][name]) is not None:
                held[cell if name in self.as_written else value(cell)].add(self.who[i])
        return held, set().union(*held.values())


def _agree(one, other):
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def rejected(seen, model):
    """Count the records in classes that do not satisfy a model, named as recipes name it."""
    name = model["model"]
    if name in ("average-risk", "sample-uniqueness"):
        sizes = [(len(own), len(seen.persons(like))) for own, like in seen.alike()]
        risk = sum(Fraction(n, size) for n, size in sizes) / len(seen.all)
        alone = Fraction(sum(n for n, size in sizes if size == 1), len(seen.all))
        found = risk if name == "average-risk" else alone
        return len(seen.all) if float(found) > model["threshold"] + FORGIVEN else 0
    if name == "beside-others":
        [other] = model["others"]
        bad = 0
        for own, like in seen.alike():
            parts = defaultdict(list)
            for i in like:
                parts[seen.rows[i][other]].append(i)
            bad += len(own) * any(not _holds(seen, part, model["of"]) for part in parts.values())
        return bad
    return sum(len(own) for own, like in seen.alike() if not _holds(seen, like, model))


def _holds(seen, records, model):
    persons = len(seen.persons(records))
    if model["model"] == "k-anonymity":
        return persons >= model["k"]
    if model["model"] == "estimated-k-map":
        mean = model["k"] * model["fraction"]
        fewer = sum(exp(-mean) * mean**n / factorial(n) for n in range(persons))
        return persons >= model["k"] or 1 - fewer <= model["significance"] + FORGIVEN
    held, known = seen.holders(records, model["attribute"])
    whole, everybody = seen.holders(seen.all, model["attribute"])
    return _JUDGES[model["model"]](model, held, len(known), whole, len(everybody), persons)


def _counts(held):
    return sorted(map(len, held.values()), reverse=True)


def _distinct(model, held, known, whole, everybody, persons):
    return min(len(held), persons) >= model["l"] and _counts(held)[0] < known


def _alpha(model, held, known, whole, everybody, persons):
    return persons >= model["k"] and all(
        n <= (model["alpha"] + FORGIVEN) * known for n in _counts(held)
    )


def _recursive(model, held, known, whole, everybody, persons):
    counts, l = _counts(held), model["l"]
    if min(len(held), persons) < l:
        return False
    return counts[0] < Fraction(str(model["c"])) * min(sum(counts[l - 1 :]), known - counts[0])


def _surprise(counts):
    return -sum(n / sum(counts) * log(n / sum(counts)) for n in counts if n)


def _entropy(model, held, known, whole, everybody, persons):
    counts, l = _counts(held), model["l"]
    if min(len(held), persons) < ceil(l - FORGIVEN):
        return False
    without = known - counts[0]
    of_persons = _surprise([counts[0], without]) + without / known * _surprise(counts[1:])
    return min(_surprise(counts), of_persons) >= log(l) - FORGIVEN


def _beta(model, held, known, whole, everybody, persons):
    shares = {v: (len(who) / known, len(whole[v]) / everybody) for v, who in held.items()}
    return all(
        (p - q) / q <= min(model["beta"], -log(q) if model["enhanced"] else p / q) + FORGIVEN
        for p, q in shares.values()
        if p > q
    )


def _delta(model, held, known, whole, everybody, persons):
    return set(held) == set(whole) and all(
        abs(log2(len(held[v]) * everybody / known / len(whole[v]))) < model["delta"] + FORGIVEN
        for v in whole
    )


def _close(model, held, known, whole, everybody, persons):
    if not held:
        return True
    here, there = sum(_counts(held)), sum(_counts(whole))
    gap = {v: Fraction(len(held.get(v, ())), here) - Fraction(len(whole[v]), there) for v in whole}
    if model["distance"] == "equal":
        apart = [abs(len(held.get(v, ())) / known - len(whole[v]) / everybody) for v in whole]
        return max(float(sum(map(abs, gap.values())) / 2), *apart) <= model["t"] + FORGIVEN
    moved = carried = Fraction(0)
    for v in sorted(whole):
        carried += gap[v]
        moved += abs(carried)
    return float(moved / max(len(whole) - 1, 1)) <= model["t"] + FORGIVEN


_JUDGES = {
    "distinct-l-diversity": _distinct,
    "alpha-k-anonymity": _alpha,
    "recursive-c-l-diversity": _recursive,
    "entropy-l-diversity": _entropy,
    "beta-likeness": _beta,
    "delta-disclosure": _delta,
    "t-closeness": _close,
}
