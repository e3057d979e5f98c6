"""Adult and FARS with their ARX hierarchies: the searches against brute force and against ARX."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import celosia
from celosia import Recipe, Role
from celosia.hierarchies import FromFile
from celosia.methods.lattice import SearchResult
from celosia.models import KAnonymity

pytestmark = pytest.mark.slow  # each builds its oracle once, which takes half a minute


K = 5
SAFE_NODES = {("adult", 0.0): 87, ("adult", 0.04): 4452, ("fars", 0.0): 76, ("fars", 0.04): 11687}
OBJECTIVES = ("loss", "height", "precision", "entropy", "discernibility", "average-class-size")


@dataclass(frozen=True)
class Coded:
    """A table as arrays, read here from the files themselves."""

    names: list[str]
    rows: np.ndarray
    """Distinct combinations of level-0 codes."""
    counts: np.ndarray
    maps: list[np.ndarray]
    """Per attribute: (levels, values) labels as codes."""
    frequencies: list[np.ndarray]

    @property
    def records(self) -> int:
        return int(self.counts.sum())

    def nodes(self) -> list[tuple[int, ...]]:
        return list(product(*(range(len(levels)) for levels in self.maps)))

    def groups(self, node: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
        keys = np.zeros(len(self.rows), np.int64)
        for j, level in enumerate(node):
            labels = self.maps[j][level]
            keys = keys * (labels.max() + 1) + labels[self.rows[:, j]]
        _, group_of = np.unique(keys, return_inverse=True)
        return group_of, np.bincount(group_of, weights=self.counts).astype(np.int64)


@cache
def coded(folder: Path) -> Coded:
    lines = (folder / "data.csv").read_text(encoding="utf-8").splitlines()
    names = lines[0].split(";")
    cells = [line.split(";") for line in lines[1:]]
    columns, maps, frequencies = [], [], []
    for j, name in enumerate(names):
        text = (folder / "hierarchies" / f"{name}.csv").read_text(encoding="utf-8")
        paths = {line.split(";")[0]: line.split(";") for line in text.splitlines() if line}
        values = sorted({row[j] for row in cells})
        code = {value: i for i, value in enumerate(values)}
        columns.append([code[row[j]] for row in cells])
        levels = []
        for level in range(len(paths[values[0]])):
            labels: dict[str, int] = {}
            levels.append([labels.setdefault(paths[value][level], len(labels)) for value in values])
        maps.append(np.array(levels))
        frequencies.append(np.bincount(columns[-1], minlength=len(values)))
    rows, counts = np.unique(np.array(columns).T, axis=0, return_counts=True)
    return Coded(names, rows, counts, maps, frequencies)


@dataclass(frozen=True)
class LevelCosts:
    """What one attribute costs at one level: over all records, and more per suppressed one."""

    labels: np.ndarray
    """Label of each combination."""
    total: dict[str, float]
    rest: dict[str, np.ndarray]


def level_costs(table: Coded, j: int, level: int) -> LevelCosts:
    labels, frequency, n = table.maps[j][level], table.frequencies[j], table.records
    values = table.rows[:, j]
    cost = {
        "loss": (np.bincount(labels)[labels] - 1) / (len(labels) - 1),
        "precision": np.full(len(labels), level / (len(table.maps[j]) - 1)),
        "entropy": np.log2(np.bincount(labels, weights=frequency)[labels] / frequency),
    }
    worst = {"loss": 1.0, "precision": 1.0, "entropy": np.log2(n / frequency)}
    return LevelCosts(
        labels[values],
        {name: float(c @ frequency) / n for name, c in cost.items()},
        {name: (worst[name] - c)[values] * table.counts / n for name, c in cost.items()},
    )


def brute_scores(table: Coded) -> dict[tuple[int, ...], tuple[int, dict[str, float]]]:
    """Suppressed records and every objective at every node, from the definitions."""
    costs = [
        [level_costs(table, j, level) for level in range(len(levels))]
        for j, levels in enumerate(table.maps)
    ]
    return {node: _at(table, node, costs) for node in table.nodes()}


def _at(
    table: Coded, node: tuple[int, ...], costs: list[list[LevelCosts]]
) -> tuple[int, dict[str, float]]:
    parts = [costs[j][level] for j, level in enumerate(node)]
    keys = np.zeros(len(table.rows), np.int64)
    for part in parts:
        keys = keys * (int(part.labels.max()) + 1) + part.labels
    _, group_of = np.unique(keys, return_inverse=True)
    sizes = np.bincount(group_of, weights=table.counts)
    n, suppressed = table.records, int(sizes[sizes < K].sum())
    kept = sizes[sizes >= K]
    out = np.flatnonzero((sizes < K)[group_of])
    scores = {
        name: sum(part.total[name] + part.rest[name][out].sum() for part in parts) / len(node)
        for name in ("loss", "precision", "entropy")
    }
    scores["height"] = float(sum(node))
    scores["discernibility"] = float((kept**2).sum() + n * suppressed)
    scores["average-class-size"] = (n - suppressed) / len(kept) / K if len(kept) else n / K
    return suppressed, scores


@pytest.fixture(scope="module")
def adult(shared):
    """Every node of adult, by brute force."""
    table = coded(shared / "data" / "adult")
    return table, brute_scores(table)


def recipe(folder: Path, names: list[str], suppression: float, objective: str = "loss") -> Recipe:
    return Recipe(
        roles=dict.fromkeys(names, Role.QUASI_IDENTIFIER),
        hierarchies={n: FromFile(str(folder / "hierarchies" / f"{n}.csv")) for n in names},
        models=(KAnonymity(K),),
        suppression=suppression,
        objective=objective,
    )


def found(folder: Path, asked: Recipe) -> SearchResult:
    with celosia.read(folder / "data.csv") as table:
        return celosia.candidates(table, asked).result


@pytest.mark.parametrize("suppression", [0.0, 0.04])
def test_adult_equals_brute_force(shared, adult, suppression):
    folder = shared / "data" / "adult"
    table, scores = adult
    budget = int(suppression * table.records)
    safe = {node: score for node, score in scores.items() if score[0] <= budget}

    result = found(folder, recipe(folder, table.names, suppression))

    assert {candidate.node for candidate in result.candidates} == set(safe)
    assert len(safe) == SAFE_NODES["adult", suppression]
    for candidate in result.candidates:
        assert candidate.suppressed == safe[candidate.node][0]
        assert candidate.loss == pytest.approx(safe[candidate.node][1]["loss"])


@pytest.mark.parametrize("suppression", [0.0, 0.04])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_optimum_of_adult_equals_brute_force(shared, adult, suppression, objective, tmp_path):
    folder = shared / "data" / "adult"
    table, scores = adult
    budget = int(suppression * table.records)
    best = min(score[1][objective] for score in scores.values() if score[0] <= budget)

    with celosia.read(folder / "data.csv") as read:
        asked = recipe(folder, table.names, suppression, objective)
        release = celosia.anonymize(read, asked, tmp_path / "release.csv")

    optimum = release.search.optimum
    assert optimum.score == pytest.approx(best)
    assert scores[optimum.node][1][objective] == pytest.approx(best)
    assert release.after.figures.min_class >= K


@pytest.mark.parametrize("suppression", [0.0, 0.04])
def test_fars_equals_brute_force_on_a_sample(shared, suppression):
    folder = shared / "data" / "fars"
    table = coded(folder)
    budget = int(suppression * table.records)
    nodes = table.nodes()
    sample = np.random.default_rng(0).choice(len(nodes), 2000, replace=False)

    result = found(folder, recipe(folder, table.names, suppression))

    safe = {candidate.node for candidate in result.candidates}
    assert len(safe) == SAFE_NODES["fars", suppression]
    for i in sample:
        _, sizes = table.groups(nodes[i])
        assert (nodes[i] in safe) == (sizes[sizes < K].sum() <= budget)
