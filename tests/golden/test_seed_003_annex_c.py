"""The guide's annex C (seed 003): taxi riders made 5-anonymous by techniques, in their order.

`test_guide_annex_c.py` gets there by searching; here each technique of the guide is applied. The
guide prints the banker's record, which it says it removes, and `ESO` where its text says `TI`.
"""

from __future__ import annotations

from collections import Counter

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.effect import Effect
from celosia.techniques.generalization.categories import HierarchyLevel
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.suppression.small_classes import SmallClassSuppression

PRIVACY = "Delegado de Protección de Datos"
RIDERS = [
    ("1", "21", "Femenino", "Oficial Asistente de Protección de Datos", "15"),
    ("2", "38", "Masculino", "Consultor Líder de TI", "2"),
    ("3", "25", "Femenino", "Banquero", "8"),
    ("4", "34", "Masculino", "Administrador de bases de datos", "3"),
    ("5", "30", "Femenino", "Director de Privacidad", "1"),
    ("6", "29", "Femenino", "Delegado Regional de Protección de Datos", "5"),
    ("7", "38", "Masculino", "Programador", "3"),
    ("8", "32", "Masculino", "Analista de TI", "4"),
    ("9", "25", "Femenino", "Delegado Adjunto de Protección de Datos", "2"),
    ("10", "23", "Femenino", "Gerente, Oficina de DPO", "11"),
    ("11", "31", "Masculino", "Diseñador UX", "0"),
]
AFTER = [
    ("1", "21-30", "Femenino", PRIVACY, "15"),
    ("2", "31-40", "Masculino", "TI", "2"),
    ("4", "31-40", "Masculino", "TI", "3"),
    ("5", "21-30", "Femenino", PRIVACY, "1"),
    ("6", "21-30", "Femenino", PRIVACY, "5"),
    ("7", "31-40", "Masculino", "TI", "3"),
    ("8", "31-40", "Masculino", "TI", "4"),
    ("9", "21-30", "Femenino", PRIVACY, "2"),
    ("10", "21-30", "Femenino", PRIVACY, "11"),
    ("11", "31-40", "Masculino", "TI", "0"),
]
COLUMNS = ("serie", "edad", "genero", "ocupacion", "viajes")
QUASI_IDENTIFIERS = ("edad", "genero", "ocupacion")


def sector(sex, job):
    """Every woman but the banker works in data protection, every man in IT."""
    if job == "Banquero":
        return job
    return PRIVACY if sex == "Femenino" else "TI"


JOBS = [(job, sector(sex, job)) for _, _, sex, job, _ in RIDERS]
CONTEXT = TechniqueContext(
    Randomness(b"secret"), hierarchies={"ocupacion": Hierarchy.from_rows("ocupacion", JOBS)}
)


def test_the_riders_are_5_anonymous_without_the_banker():
    table = Cells.of(dict(zip(COLUMNS, zip(*RIDERS, strict=True), strict=True)))
    suppression = SmallClassSuppression(QUASI_IDENTIFIERS, k=5)
    for technique in (FixedIntervals("edad", 10, origin=1), HierarchyLevel("ocupacion", 1)):
        table = technique.apply(table, CONTEXT).cells

    made = suppression.apply(table, CONTEXT).cells

    rows = list(zip(*(made.column(name).tolist() for name in COLUMNS), strict=True))
    assert rows == AFTER
    assert set(Counter(row[1:4] for row in rows).values()) == {5}
    effect = Effect.of(suppression, table, made)
    assert (effect.records_before, effect.records_after) == (11, 10)
