"""No key of persons is ever proposed to be published, whatever its header and its look."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from random import Random

from hypothesis import given, settings, strategies as st
from tests.support.role_tables import amount, day, digest, disease, fixed, made

from celosia.core.schema import Role
from celosia.core.values import ValueCounts
from celosia.proposals import ColumnSigns, observe, role_of

FORMATS: dict[str, Callable[[int], str]] = {
    "running": str,
    "from a thousand": lambda i: str(1_000 + i),
    "with gaps": lambda i: str(20_000 + 13 * i),
    "scattered": lambda i: str(100_000 + i * 7_919 % 900_001),
    "zero-padded": lambda i: f"{i:06d}",
    "P00332": lambda i: f"P{i:05d}",
    "A-12-99": lambda i: f"{'ABCDEF'[i % 6]}-{i // 100 % 100:02d}-{i % 100:02d}",
    "uuid": lambda i: str(uuid.UUID(int=i * 0x9E3779B97F4A7C15F39CC0605CEDC834 % 2**128)),
    "e-mail": lambda i: f"user{i}@example.org",
    "hash": digest,
    "short hash": lambda i: digest(i)[:10],
    "float": lambda i: f"{1_000 + i}.0",
}
"""How keys look; each is another for each person."""

WITNESSES = {
    "sexo": lambda p, r, n: p.sex,
    "edad": lambda p, r, n: p.age + r.randrange(2),
    "fecha_nacimiento": lambda p, r, n: p.birth,
    "cp": lambda p, r, n: p.postcode if r.random() > 0.05 else "28001",
    "municipio": lambda p, r, n: p.town,
    "estado_civil": fixed("casado", "soltero", "viudo"),
    "x1": fixed(1, 2, 3, 4, 5, 6, 7),
}
NOISE = {
    "diagnostico": disease,
    "coste": amount(900),
    "fecha": lambda p, r, n: day(r),
    "importe": amount(90, 0.5, 0),
    "x2": lambda p, r, n: r.randrange(1, 6),
    "x3": lambda p, r, n: r.randrange(1, 400),
}
MISLEADING = (
    "diagnostico_1",
    "resultado",
    "tipo",
    "valor",
    "c1",
    "v07",
    "COL_A",
    "estado",
    "grupo",
)


def proposed(header: str, form: str, rows: tuple[int, int], persons: int, seed: int) -> Role:
    random = Random(seed)
    kept = random.sample(list(WITNESSES), random.randint(2, len(WITNESSES)))
    other = random.sample(list(NOISE), random.randint(1, len(NOISE)))
    columns = [(name, "Q", WITNESSES[name]) for name in kept]
    columns += [(name, "N", NOISE[name]) for name in other if name != header]
    columns.append((header, "K", lambda p, r, n: FORMATS[form](p.number)))
    random.shuffle(columns)
    cells = made("any", columns, persons, rows, seed).cells
    signs = {name: ColumnSigns.of(name, ValueCounts.of(c), None) for name, c in cells.items()}
    return role_of(header, signs[header], observe(cells, signs).get(header)).role


@settings(max_examples=60, deadline=None)
@given(
    header=st.one_of(st.sampled_from(MISLEADING), st.from_regex(r"[a-z]{4,8}", fullmatch=True)),
    form=st.sampled_from(sorted(FORMATS)),
    rows=st.tuples(st.integers(1, 6), st.integers(0, 24)).map(lambda x: (x[0], x[0] + x[1])),
    persons=st.integers(25, 250),
    seed=st.integers(0, 10**6),
)
def test_no_key_of_persons_is_proposed_to_be_published(header, form, rows, persons, seed):
    role = proposed(header, form, rows, persons, seed)

    assert role not in (Role.SENSITIVE, Role.INSENSITIVE)
