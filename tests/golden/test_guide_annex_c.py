"""The guide's worked example (seed 003, annex C): people who take taxis, k=5."""

from __future__ import annotations

import celosia
from celosia import Recipe, Role
from celosia.hierarchies import ExplicitRows, Intervals, Suppression
from celosia.models import KAnonymity

BEFORE = """\
serie;edad;genero;ocupacion;viajes
1;21;Femenino;Oficial Asistente de Protección de Datos;15
2;38;Masculino;Consultor Líder de TI;2
3;25;Femenino;Banquero;8
4;34;Masculino;Administrador de bases de datos;3
5;30;Femenino;Director de Privacidad;1
6;29;Femenino;Delegado Regional de Protección de Datos;5
7;38;Masculino;Programador;3
8;32;Masculino;Analista de TI;4
9;25;Femenino;Delegado Adjunto de Protección de Datos;2
10;23;Femenino;Gerente, Oficina de DPO;11
11;31;Masculino;Diseñador UX;0
"""
PRIVACY = "Delegado de Protección de Datos"
OCCUPATIONS = ExplicitRows(
    (
        ("Oficial Asistente de Protección de Datos", PRIVACY),
        ("Consultor Líder de TI", "TI"),
        ("Banquero", "Banquero"),
        ("Administrador de bases de datos", "TI"),
        ("Director de Privacidad", PRIVACY),
        ("Delegado Regional de Protección de Datos", PRIVACY),
        ("Programador", "TI"),
        ("Analista de TI", "TI"),
        ("Delegado Adjunto de Protección de Datos", PRIVACY),
        ("Gerente, Oficina de DPO", PRIVACY),
        ("Diseñador UX", "TI"),
    )
)
AFTER = sorted(
    [f"21-30;Femenino;{PRIVACY};{trips}" for trips in (15, 1, 5, 2, 11)]
    + [f"31-40;Masculino;TI;{trips}" for trips in (2, 3, 3, 4, 0)]
)


def test_the_taxi_table_becomes_5_anonymous_without_the_banker(tmp_path):
    """The guide says that the banker is removed, and prints the record all the same."""
    (tmp_path / "taxis.csv").write_text(BEFORE, encoding="utf-8")
    recipe = Recipe(
        roles={
            "serie": Role.IDENTIFIER,
            "edad": Role.QUASI_IDENTIFIER,
            "genero": Role.QUASI_IDENTIFIER,
            "ocupacion": Role.QUASI_IDENTIFIER,
            "viajes": Role.INSENSITIVE,
        },
        hierarchies={
            "edad": Intervals((10,), origin=1),
            "genero": Suppression(),
            "ocupacion": OCCUPATIONS,
        },
        models=(KAnonymity(5),),
        suppression=0.1,
    )

    with celosia.read(tmp_path / "taxis.csv") as table:
        release = celosia.anonymize(table, recipe, tmp_path / "publicada.csv")

    lines = release.path.read_text(encoding="utf-8").splitlines()
    assert release.node == {"edad": 1, "genero": 0, "ocupacion": 1}
    assert release.suppressed == 1
    assert sorted(lines[1:]) == AFTER
