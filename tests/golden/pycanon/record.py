"""Record what pycanon says of random tables, of adult, and where it departs from the papers.

pycanon pins old versions of numpy and pandas, so it lives in an environment of its own:

    python3 -m venv venv-pycanon && venv-pycanon/bin/pip install pycanon==1.3.6
    venv-pycanon/bin/python tests/golden/pycanon/record.py ../shared/data/adult/data.csv
"""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SEED = 20261115
TABLES = 200
ADULT_QIS = (["age", "sex", "race", "education"], ["sex", "race"])
ADULT_SENSITIVE = ["occupation", "salary-class"]
DOMAINS = (
    ["a", "b", "c", "d"],
    ["flu", "cold", "ulcer", "Ñu", "otra cosa"],
    ["1", "2", "10", "20", "100"],
    ["-3", "-1", "0", "2", "7", "11"],
    ["0.5", "1.25", "-2.75", "10.0", "3.5"],
)


def random_table(source: random.Random) -> dict:
    """Draw a table of 2 or 3 quasi-identifiers and 1 or 2 sensitive columns, skewed or not."""
    while True:
        rows = source.randint(4, 40)
        qis = [f"q{i}" for i in range(source.randint(2, 3))]
        sensitive = [f"s{i}" for i in range(source.randint(1, 2))]
        columns = [draw(source, list("xyz")[: source.randint(1, 3)], rows) for _ in qis]
        columns += [draw(source, source.choice(DOMAINS), rows) for _ in sensitive]
        if all(len(set(column)) > 1 for column in columns[len(qis) :]):
            lines = [",".join(cells) for cells in zip(*columns, strict=True)]
            return {
                "qi": qis,
                "sensitive": sensitive,
                "csv": "\n".join([",".join(qis + sensitive), *lines, ""]),
            }


def draw(source: random.Random, domain: list[str], rows: int) -> list[str]:
    values = source.sample(domain, source.randint(min(2, len(domain)), len(domain)))
    weights = [source.choice([1, 1, 2, 8]) for _ in values]
    return source.choices(values, weights, k=rows)


def read(text: str, separator: str = ","):
    import pandas  # only here: the suite collects this file without pycanon or pandas

    return pandas.read_csv(io.StringIO(text), sep=separator)


def answers(table, qis: list[str], sensitive: list[str]) -> dict:
    """Give pycanon's figures: of the table, of each sensitive attribute, and beside the others."""
    from pycanon import anonymity, metrics

    found = {
        "k": anonymity.k_anonymity(table, qis),
        "discernibility": metrics.discernability_metric(table, table, qis),
        "of": {name: of_attribute(table, qis, name) for name in sensitive},
    }
    if len(sensitive) > 1:
        found["beside"] = {
            "distinct_l": anonymity.l_diversity(table, qis, sensitive, gen=False),
            "alpha": anonymity.alpha_k_anonymity(table, qis, sensitive, gen=False)[0],
            "beta_basic": anonymity.basic_beta_likeness(table, qis, sensitive, gen=False),
        }
    return found


def of_attribute(table, qis: list[str], name: str) -> dict:
    from pycanon import anonymity
    from pycanon.anonymity.utils import aux_anonymity

    # The public t_closeness takes one of these two, by the column's type.
    equal = aux_anonymity.aux_t_closeness_str(table, qis, name)
    ordered = aux_anonymity.aux_t_closeness_num(table, qis, name)
    assert anonymity.t_closeness(table, qis, [name]) in (equal, ordered)
    return {
        "distinct_l": anonymity.l_diversity(table, qis, [name]),
        "alpha": anonymity.alpha_k_anonymity(table, qis, [name])[0],
        "t_equal": equal,
        "t_ordered": ordered,
        "beta_basic": anonymity.basic_beta_likeness(table, qis, [name]),
    }


def differences() -> dict:
    """Small tables on which pycanon does not follow the papers."""
    from pycanon import anonymity, metrics

    def table(*classes: dict):
        rows = [(i, s) for i, held in enumerate(classes) for s in held for _ in range(held[s])]
        return read("q,s\n" + "".join(f"c{i},{s}\n" for i, s in rows))

    q, s = ["q"], ["s"]
    apart = table({"a": 2}, {"b": 2})
    lacking = table({"a": 2}, {"a": 1, "b": 1})
    return {
        "entropy_l_of_uniform": {
            str(n): anonymity.entropy_l_diversity(table({f"v{i}": 1 for i in range(n)}), q, s)
            for n in (2, 3, 4, 6)
        },
        "entropy_l_of_3_1": anonymity.entropy_l_diversity(table({"a": 3, "b": 1}), q, s),
        "recursive_c_l_of_98_1_1": anonymity.recursive_c_l_diversity(
            table({"a": 98, "b": 1, "c": 1}), q, s
        ),
        "enhanced_beta_of_2_0_and_0_2": anonymity.enhanced_beta_likeness(apart, q, s),
        "delta_of_2_0_and_1_1": anonymity.delta_disclosure(lacking, q, s),
        "k_of_a_a_null": anonymity.k_anonymity(read("q,p\na,x\na,x\n,x\n"), q),
        "average_risk_of_1_and_9": metrics.average_rir(table({"a": 1}, {"a": 9}), q),
    }


def plain(value):
    """Numbers of numpy as plain ones."""
    return value.item() if hasattr(value, "item") else list(value)


def write(name: str, content: object) -> None:
    text = json.dumps(content, default=plain, ensure_ascii=False, separators=(",", ":"))
    (HERE / name).write_text(text.replace('{"qi"', '\n{"qi"') + "\n", encoding="utf-8")


def main() -> None:
    source = random.Random(SEED)
    tables = [random_table(source) for _ in range(TABLES)]
    for entry in tables:
        entry["pycanon"] = answers(read(entry["csv"]), entry["qi"], entry["sensitive"])
    write("random_tables.json", tables)
    write("differences.json", differences())
    adult = read(Path(sys.argv[1]).read_text(encoding="utf-8"), ";")
    entries = [{"qi": qis, "sensitive": ADULT_SENSITIVE} for qis in ADULT_QIS]
    for entry in entries:
        entry["pycanon"] = answers(adult, entry["qi"], entry["sensitive"])
    write("adult.json", entries)


if __name__ == "__main__":
    main()
