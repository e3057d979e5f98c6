"""Tables in which persons come again, and the models in persons as their definitions read.

Shares no code with Celosía: dictionaries and sets of persons, class by class.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from math import ceil, log

QUASI_IDENTIFIERS = ("age", "sex", "zip")
HEADER = ("who", *QUASI_IDENTIFIERS, "dx")


def visits(seed, persons=(4, 14), most=5):
    """Draw a table of visits; in some, what is known of a person changes between them."""
    chance = random.Random(seed)
    moves = chance.choice([0, 0, 0.2, 0.6])
    rows = []
    for person in range(chance.randint(*persons)):
        known = [str(chance.randint(20, 35)), chance.choice("MF"), chance.choice("abc")]
        usual = chance.choice("xyzw")
        for _ in range(chance.randint(1, most)):
            now = list(known)
            if chance.random() < moves:
                now[0] = str(chance.randint(20, 35))
            if chance.random() < moves:
                now[2] = chance.choice("abc")
            rows.append(
                (f"p{person}", *now, usual if chance.random() < 0.6 else chance.choice("xyzw"))
            )
    return rows


def write(path, rows, header=HEADER):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def persons_of_classes(rows, names=QUASI_IDENTIFIERS):
    """Give the persons of each class."""
    found = defaultdict(set)
    for row in rows:
        found[tuple(row[name] for name in names)].add(row["who"])
    return dict(found)


def rejected(rows, models):
    """Name each class that a model rejects, and the model."""
    classes = defaultdict(list)
    for row in rows:
        classes[tuple(row[name] for name in QUASI_IDENTIFIERS)].append(row)
    whole = _Held(rows)
    return [
        (model, key)
        for key, members in classes.items()
        for model in models
        if not ACCEPTS[type(model).__name__](model, _Held(members), whole)
    ]


class _Held:
    """Who has which value, among some records."""

    def __init__(self, rows):
        self.persons = {row["who"] for row in rows}
        self.number = len(self.persons)
        self.holders = defaultdict(set)
        for row in rows:
            self.holders[row["dx"]].add(row["who"])
        self.most = sorted((len(who) for who in self.holders.values()), reverse=True)

    def share(self, value):
        return len(self.holders.get(value, ())) / self.number

    def part(self, value):
        return len(self.holders.get(value, ())) / sum(self.most)


def _entropy(counts):
    total = sum(counts)
    return -sum(count / total * log(count / total) for count in counts)


def _entropy_diverse(model, held, _):
    p, rest = held.most[0] / held.number, held.most[1:]
    alone = 0.0 if p == 1 else -p * log(p) - (1 - p) * log(1 - p)
    worst = alone + ((1 - p) * _entropy(rest) if rest else 0.0)
    many = min(held.number, len(held.most)) >= ceil(model.l)
    return many and min(_entropy(held.most), worst) >= log(model.l) - 1e-9


def _recursive(model, held, _):
    tail = min(sum(held.most[model.l - 1 :]), held.number - held.most[0])
    return held.number >= model.l and held.most[0] < model.c * tail


def _close(model, held, whole):
    values = list(whole.holders)
    moved = sum(max(held.part(value) - whole.part(value), 0) for value in values)
    told = max(abs(held.share(value) - whole.share(value)) for value in values)
    return max(moved, told) <= model.t + 1e-9


def _distinct(model, held, _):
    few = min(len(held.most), held.number) < model.l
    return not few and held.most[0] < held.number


ACCEPTS = {
    "KAnonymity": lambda model, held, _: held.number >= model.k,
    "DistinctLDiversity": _distinct,
    "EntropyLDiversity": _entropy_diverse,
    "RecursiveCLDiversity": _recursive,
    "AlphaKAnonymity": lambda model, held, _: (
        held.number >= model.k and held.most[0] / held.number <= model.alpha
    ),
    "TCloseness": _close,
    "BetaLikeness": lambda model, held, whole: all(
        held.share(value) <= whole.share(value) * (1 + model.beta) + 1e-9 for value in held.holders
    ),
}
