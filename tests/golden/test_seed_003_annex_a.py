"""The guide's annex A (seed 003): masking, generalization with suppression, base-x rounding."""

from __future__ import annotations

from celosia.core.hierarchy import Hierarchy
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.generalization.categories import HierarchyLevel
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.generalization.rounding import Rounding
from celosia.techniques.masking.character_masking import CharacterMasking
from celosia.techniques.suppression.small_classes import SmallClassSuppression

CONTEXT = TechniqueContext(Randomness(b"secret"))


def run(table, *techniques, context=CONTEXT):
    for technique in techniques:
        table = technique.apply(table, context).cells
    return {name: table.column(name).tolist() for name in table.names}


def test_the_last_four_digits_of_postcodes_are_masked():
    orders = Cells.of(
        {
            "codigo_postal": ["100111", "200222", "300333"],
            "franja": ["8 pm a 9 pm", "11 am a 1 pm", "2 pm a 3 pm"],
            "pedidos": ["2", "8", "1"],
        }
    )

    assert run(orders, CharacterMasking("codigo_postal", mask_last=4, symbol="x")) == {
        "codigo_postal": ["10xxxx", "20xxxx", "30xxxx"],
        "franja": ["8 pm a 9 pm", "11 am a 1 pm", "2 pm a 3 pm"],
        "pedidos": ["2", "8", "1"],
    }


HOMES = {
    "357703": ("24", "Avenida de Madrid, 22 1ºB"),
    "233121": ("31", "Calle Alcalá, 18 1ºB"),
    "938637": ("44", "Calle Mayor, 27 3ºB"),
    "591493": ("29", "Avenida de Madrid, 22 6ºC"),
    "202626": ("23", "Calle Serrano, 40 3ºD"),
    "888948": ("75", "Carretera de Stonehenge, 5"),
    "175878": ("28", "Calle Serrano, 40 5ºA"),
    "312304": ("50", "Calle Mayor, 27 1ºA"),
    "214025": ("30", "Avenida de Madrid, 22 2ºA"),
    "271714": ("37", "Alcalá, 18 1ºC"),
    "341338": ("22", "Calle Serrano, 40 7ºA"),
    "529057": ("25", "Calle Serrano, 40 2ºB"),
    "390438": ("39", "Calle Alcalá, 18 4ºB"),
}
PRINTED_AGES = [
    "21-30",
    "31-40",
    "41-50",
    "21-30",
    "21-30",
    ">60",
    "21-30",
    "41-50",
    "21-30",
    "31-40",
    "21-30",
    "21-30",
    "31-40",
]


def homes():
    ages, addresses = zip(*HOMES.values(), strict=True)
    return Cells.of({"persona": HOMES, "edad": ages, "direccion": addresses})


def roads():
    """Only the name of the road; record 10 is written without "Calle" and is the same road."""
    rows = [
        (address, address.partition(",")[0].replace("Calle Alcalá", "Alcalá"))
        for _, address in HOMES.values()
    ]
    return TechniqueContext(
        Randomness(b"secret"), hierarchies={"direccion": Hierarchy.from_rows("d", rows)}
    )


def test_ages_become_the_printed_ranges():
    """The guide lists the ranges < 20 and 21-30; 20 is in neither, so ours begin at < 21."""
    ages = FixedIntervals("edad", 10, origin=1, bottom=21, top=60)

    assert run(homes(), ages)["edad"] == PRINTED_AGES
    assert ages.relabel(["19", "20", "60"], CONTEXT) == ["<21", "<21", "51-60"]


def test_addresses_keep_only_the_road():
    """The guide says so, and prints the whole addresses all the same."""
    generalized = run(homes(), HierarchyLevel("direccion", 1), context=roads())["direccion"]

    assert generalized == [
        "Avenida de Madrid",
        "Alcalá",
        "Calle Mayor",
        "Avenida de Madrid",
        "Calle Serrano",
        "Carretera de Stonehenge",
        "Calle Serrano",
        "Calle Mayor",
        "Avenida de Madrid",
        "Alcalá",
        "Calle Serrano",
        "Calle Serrano",
        "Alcalá",
    ]


def test_record_6_is_suppressed_because_its_road_is_too_unique():
    made = run(
        homes(),
        FixedIntervals("edad", 10, origin=1, bottom=21, top=60),
        HierarchyLevel("direccion", 1),
        SmallClassSuppression(("direccion",), k=2),
        context=roads(),
    )

    assert made["persona"] == [person for person in HOMES if person != "888948"]
    assert made["edad"] == PRINTED_AGES[:5] + PRINTED_AGES[6:]


PEOPLE = {
    "persona": ["198740", "287402", "398747", "498732", "598772"],
    "altura": ["160", "177", "158", "173", "169"],
    "peso": ["50", "70", "46", "75", "82"],
    "edad": ["30", "36", "20", "22", "44"],
    "fuma": ["No", "No", "Sí", "No", "Sí"],
    "enfermedad_a": ["No", "No", "Sí", "No", "Sí"],
    "enfermedad_b": ["No", "Sí", "No", "No", "Sí"],
}


def test_height_to_base_5_weight_and_age_to_base_3():
    rounded = (Rounding("altura", 5), Rounding("peso", 3), Rounding("edad", 3, "down"))

    assert run(Cells.of(PEOPLE), *rounded) == {
        "persona": ["198740", "287402", "398747", "498732", "598772"],
        "altura": ["160", "175", "160", "175", "170"],
        "peso": ["51", "69", "45", "75", "81"],
        "edad": ["30", "36", "18", "21", "42"],
        "fuma": ["No", "No", "Sí", "No", "Sí"],
        "enfermedad_a": ["No", "No", "Sí", "No", "Sí"],
        "enfermedad_b": ["No", "Sí", "No", "No", "Sí"],
    }


def test_age_to_base_3_is_printed_rounded_down():
    """The guide's note says the nearest multiple, but prints 18 for 20 and 42 for 44.

    The whole column is what rounding down gives; the nearest multiples are 21 and 45.
    """
    people = Cells.of(PEOPLE)

    assert run(people, Rounding("edad", 3, "down"))["edad"] == ["30", "36", "18", "21", "42"]
    assert run(people, Rounding("edad", 3))["edad"] == ["30", "36", "21", "21", "45"]
