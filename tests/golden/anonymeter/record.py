"""Record anonymeter's answers.

    python -m venv venv-anonymeter && venv-anonymeter/bin/pip install anonymeter==1.1.0
    venv-anonymeter/bin/python tests/golden/anonymeter/record.py ../shared/data

Its linkability and inference attacks draw targets from the global numpy state, seeded here.

`regression=None` makes it judge a numeric secret within 5 %, as we do. Its default is False, though
its documentation says None: then only the exact number counts, and on CASC no guess about the
control group is ever right.
"""

from __future__ import annotations

import json
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from tables import ATTEMPTS, REPLACED, SETTINGS, case, digest  # noqa: E402

PACKAGES = ("anonymeter", "numpy", "pandas", "polars", "scipy", "scikit-learn", "numba")


def frame(table: dict[str, list[str]]) -> pd.DataFrame:
    """Give numbers as numbers and the rest as text."""
    made = pd.DataFrame(table)
    for name in made.columns:
        try:
            made[name] = pd.to_numeric(made[name])
        except ValueError:
            made[name] = made[name].astype(object)
    return made


def answer(evaluator, **options) -> dict[str, object]:
    """Run an attack and keep its rates, risk and interval."""
    np.random.seed(7)
    evaluator.evaluate(**options)
    results = evaluator.results()
    risk = results.risk()
    return {
        "successes": [
            float(results.n_success),
            float(results.n_control),
            float(results.n_baseline),
        ],
        "attempts": int(results.n_attacks_ori),
        "risk": risk.value,
        "interval": list(risk.ci),
    }


def attack(source: str, tables: dict[str, dict[str, list[str]]]) -> dict[str, object]:
    """Run the four attacks on one case."""
    ori, syn, control = (frame(tables[n]) for n in ("originals", "release", "control"))
    both = {"ori": ori, "syn": syn, "control": control}
    first, second = SETTINGS[source]["linkability"]
    known, secret = SETTINGS[source]["inference"]
    single = {**both, "n_attacks": ATTEMPTS, "n_cols": 3, "seed": 7, "max_attempts": 200_000}
    guess = {"aux_cols": known, "secret": secret, "regression": None}
    return {
        "singling out": answer(SinglingOutEvaluator(**single), mode="multivariate"),
        "linkability": answer(
            LinkabilityEvaluator(**both, aux_cols=(first, second), n_attacks=ATTEMPTS)
        ),
        "inference": answer(InferenceEvaluator(**both, **guess, n_attacks=ATTEMPTS)),
    }


def main(data: Path) -> None:
    """Write one file per source."""
    warnings.simplefilter("ignore")
    for source in SETTINGS:
        cases = {}
        for name, replaced in REPLACED.items():
            tables = case(data, source, replaced)
            cases[name] = {"digest": digest(tables), "attacks": attack(source, tables)}
        made = {"versions": {p: version(p) for p in PACKAGES}, "cases": cases}
        (HERE / f"{source}.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
