"""The thesis' own examples (seed 000): chapter 3, section 6.2.2 and chapter 8."""

from __future__ import annotations

import pytest

import celosia
from celosia import Recipe, Role
from celosia.hierarchies import Digits, ExplicitRows, Intervals
from celosia.models import KAnonymity

FIGURE_8_1 = """\
fnac,sexo,cod_postal,dolencia
1986,M,53715,gripe
1996,F,53715,neumonía
1986,M,53703,bronquitis
1986,M,53703,fractura brazo
1996,F,53706,apendicitis
1986,F,53706,fractura pierna
"""
POSTCODES = ExplicitRows(
    (("53706", "5370*", "537**"), ("53715", "5371*", "537**"), ("53703", "5370*", "537**"))
)
BIRTHS = ExplicitRows((("1986", "198*", "19**"), ("1996", "199*", "19**")))

FIGURE_8_6 = """\
residencia,sexo,campo,ingresos
Navalcarnero,M,ENFERMERIA,medio
Torrelaguna,F,ENFERMERIA,medio
Ampudia,M,MEDICINA,alto
Palenzuela,M,MECANICA,bajo
Navalcarnero,F,QUIMICA,bajo
Navalcarnero,F,BIOLOGIA,bajo
Palenzuela,M,ENFERMERIA,medio
Palenzuela,M,MEDICINA,alto
Gama,F,INFORMATICA,alto
Mogarraz,F,TELECOMUNICACIONES,alto
Palenzuela,M,ELECTRONICA,alto
Medina del Campo,M,BIOLOGIA,medio
Medina de Rioseco,F,ELECTRONICA,alto
Candelario,M,BIOLOGIA,bajo
Ampudia,M,BIOLOGIA,alto
Palenzuela,M,MEDICINA,medio
Medina del Campo,M,ENFERMERIA,medio
Medina de Rioseco,F,ENFERMERIA,alto
Gama,M,MEDICINA,alto
"""
RESIDENCES = ExplicitRows(
    (
        ("Gama", "Salamanca", "CyL", "España"),
        ("Torrelaguna", "Palencia", "CyL", "España"),
        ("Candelario", "Salamanca", "CyL", "España"),
        ("Ampudia", "Valladolid", "CyL", "España"),
        ("Navalcarnero", "Madrid", "Madrid", "España"),
        ("Medina del Campo", "Palencia", "CyL", "España"),
        ("Medina de Rioseco", "Palencia", "CyL", "España"),
        ("Palenzuela", "Valladolid", "CyL", "España"),
        ("Mogarraz", "Madrid", "Madrid", "España"),
    )
)
SEXES = ExplicitRows((("F", "Persona"), ("M", "Persona")))
FIELDS = ExplicitRows(
    (
        ("MEDICINA", "ciencias", "natural", "general"),
        ("INFORMATICA", "salud", "natural", "general"),
        ("BIOLOGIA", "TIC", "ingenieria", "general"),
        ("TELECOMUNICACIONES", "TIC", "ingenieria", "general"),
        ("QUIMICA", "ciencias", "natural", "general"),
        ("MECANICA", "salud", "natural", "general"),
        ("ENFERMERIA", "industrial", "ingenieria", "general"),
        ("ELECTRONICA", "industrial", "ingenieria", "general"),
    )
)

TABLE_3_1 = """\
Código postal,Edad,Colesterol
37003,40,S
28108,44,S
24700,37,N
24700,37,N
37003,44,S
28108,40,S
"""
TABLE_3_2 = """\
Código postal,Edad,Colesterol
37***,40-49,S
28***,40-49,S
24***,30-39,N
24***,30-39,N
37***,40-49,S
28***,40-49,S
"""
TABLE_3_3 = TABLE_3_2.replace("24***", "24700")


def quasi_identifiers(*names: str) -> dict[str, Role]:
    return dict.fromkeys(names, Role.QUASI_IDENTIFIER)


def nodes(path, text: str, recipe: Recipe) -> set[tuple[int, ...]]:
    path.write_text(text, encoding="utf-8")
    with celosia.read(path) as table:
        found = celosia.candidates(table, recipe)
    return {candidate.node for candidate in found.result.candidates}


@pytest.mark.parametrize(
    ("k", "expected"),
    [
        (2, {(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}),  # section 8.1, figure 8.5
        (3, {(2, 2)}),  # section 6.2.2
    ],
)
def test_candidates_of_the_first_test(tmp_path, k, expected):
    recipe = Recipe(
        roles=quasi_identifiers("fnac", "cod_postal"),
        hierarchies={"fnac": BIRTHS, "cod_postal": POSTCODES},
        models=(KAnonymity(k),),
    )

    assert nodes(tmp_path / "prueba1.csv", FIGURE_8_1, recipe) == expected


def test_candidates_of_the_second_test(tmp_path):
    """Figure 8.11 prints the same set with `campo` numbered one lower."""
    recipe = Recipe(
        roles=quasi_identifiers("residencia", "sexo", "campo"),
        hierarchies={"residencia": RESIDENCES, "sexo": SEXES, "campo": FIELDS},
        models=(KAnonymity(3),),
    )

    found = nodes(tmp_path / "prueba2.csv", FIGURE_8_6, recipe)

    assert found == {(1, 1, 3), (2, 1, 3), (3, 0, 3), (3, 1, 2), (3, 1, 3)}


def test_table_3_2_is_the_release_of_table_3_1(tmp_path):
    (tmp_path / "tabla.csv").write_text(TABLE_3_1, encoding="utf-8")
    recipe = Recipe(
        roles={**quasi_identifiers("Código postal", "Edad"), "Colesterol": Role.SENSITIVE},
        hierarchies={"Código postal": Digits(), "Edad": Intervals((10,))},
        models=(KAnonymity(2),),
        node={"Código postal": 3, "Edad": 1},
    )

    with celosia.read(tmp_path / "tabla.csv") as table:
        celosia.anonymize(table, recipe, tmp_path / "publicada.csv")

    published = (tmp_path / "publicada.csv").read_text(encoding="utf-8").splitlines()
    assert published[0] == TABLE_3_2.splitlines()[0]
    assert sorted(published[1:]) == sorted(TABLE_3_2.splitlines()[1:])


@pytest.mark.parametrize(
    ("text", "smallest"),
    [(TABLE_3_1, 1), (TABLE_3_2, 2), (TABLE_3_3, 2)],
    ids=["3.1", "3.2", "3.3"],
)
def test_tables_of_chapter_3(tmp_path, text, smallest):
    (tmp_path / "tabla.csv").write_text(text, encoding="utf-8")

    verified = celosia.verify(tmp_path / "tabla.csv", ["Código postal", "Edad"], [KAnonymity(2)])

    assert verified.figures.min_class == smallest
    assert verified.satisfied == (smallest >= 2)


def test_frequency_sets_roll_up_as_in_section_3_5(tmp_path):
    """Tables 3.5 to 3.8: [1, 1, 1, 1, 1] on P becomes [2, 1, 1, 1] on Q."""
    data = tmp_path / "relacion.csv"
    data.write_text("Sexo,Z\nM,53715\nM,53710\nF,90210\nM,02174\nF,02237\n", encoding="utf-8")
    generalized = tmp_path / "q.csv"
    generalized.write_text("Sexo,Z\nM,5371*\nM,5371*\nF,9021*\nM,0217*\nF,0223*\n", "utf-8")

    p = celosia.verify(data, ["Sexo", "Z"], [KAnonymity(1)])
    q = celosia.verify(generalized, ["Sexo", "Z"], [KAnonymity(1)])

    assert (p.figures.classes, p.figures.risk.unique) == (5, 5)
    assert (q.figures.classes, q.figures.risk.unique) == (4, 3)
