"""Every model in plain words, for forms: what it protects against, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from celosia.domain.language import Sentence
from celosia.domain.parameters import Allowed, parameters_of
from celosia.models.registry import MODELS

Labels = Mapping[str, Sentence]
COLUMN = Sentence("Sensitive column", "Columna sensible")
FRACTION = Sentence("Share of the population here", "Parte de la población aquí")
DISTINCT = Sentence("Different values (l)", "Valores distintos (l)")


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """A model as a person meets it."""

    title: Sentence
    protects: Sentence
    """What it protects against, and when to ask for it."""
    labels: Labels
    """What each parameter means."""
    choices: Labels = field(default_factory=dict)
    """What each word means that a parameter may be."""
    needs_population: bool = False
    """Whether it compares with a table of the people from whom the records were drawn."""


def model_parameters(name: str) -> dict[str, Allowed]:
    """Give the parameters of a model by the name of recipes, with what each may be.

    >>> model_parameters("t-closeness")["t"]
    Between(low=0, high=1, usual=0.2, open_low=False)
    """
    kind = MODELS[name]
    return dict(parameters_of(kind)) if isinstance(kind, type) else {}


MODEL_DESCRIPTIONS: Mapping[str, ModelDescription] = {
    "k-anonymity": ModelDescription(
        Sentence("k-anonymity", "k-anonimidad"),
        Sentence(
            "Nobody can be picked out: every record looks like at least k − 1 others. The first "
            "thing to ask for.",
            "No se puede señalar a nadie: cada registro se parece al menos a otros k − 1. Es lo "
            "primero que hay que pedir.",
        ),
        {"k": Sentence("Records that look alike (k)", "Registros que se parecen (k)")},
    ),
    "distinct-l-diversity": ModelDescription(
        Sentence("Distinct l-diversity", "l-diversidad distinta"),
        Sentence(
            "Nobody learns what a person has because all in the group have the same: each group "
            "holds at least l different values. The simplest one for a sensitive column.",
            "Nadie averigua lo que tiene una persona porque todo su grupo tenga lo mismo: cada "
            "grupo contiene al menos l valores distintos. El más sencillo para una columna "
            "sensible.",
        ),
        {"attribute": COLUMN, "l": DISTINCT},
    ),
    "entropy-l-diversity": ModelDescription(
        Sentence("Entropy l-diversity", "l-diversidad por entropía"),
        Sentence(
            "Stricter than distinct values: they must also be spread evenly, as if there were l "
            "equally likely ones. For when one frequent value would give most people away.",
            "Más estricto que contar valores distintos: además deben estar repartidos, como si "
            "hubiera l igual de probables. Para cuando un valor frecuente delataría a casi todos.",
        ),
        {
            "attribute": COLUMN,
            "l": Sentence("Equally likely values (l)", "Valores igual de probables (l)"),
            "estimator": Sentence("How entropy is measured", "Cómo se mide la entropía"),
        },
        {
            "shannon": Sentence("Shannon: as counted", "Shannon: tal como se cuenta"),
            "grassberger": Sentence(
                "Grassberger: corrected for small groups",
                "Grassberger: corregida para grupos pequeños",
            ),
        },
    ),
    "recursive-c-l-diversity": ModelDescription(
        Sentence("Recursive (c, l)-diversity", "(c, l)-diversidad recursiva"),
        Sentence(
            "The commonest value of a group stays under c times the rarer ones (from the l-th on): "
            "even who rules out some values remains unsure. For attackers who know something of "
            "the person already.",
            "El valor más común de un grupo no llega a c veces los menos comunes (desde el "
            "l-ésimo): ni descartando algunos valores se está seguro. Para atacantes que ya saben "
            "algo de la persona.",
        ),
        {
            "attribute": COLUMN,
            "c": Sentence("Commonest against rarer (c)", "El más común frente al resto (c)"),
            "l": DISTINCT,
        },
    ),
    "alpha-k-anonymity": ModelDescription(
        Sentence("(α, k)-anonymity", "(α, k)-anonimidad"),
        Sentence(
            "No value may be had by more than a share α of a group: a guess is never surer than "
            "that. For when you can say how sure a guess may be.",
            "Ningún valor puede tenerlo más de una parte α del grupo: adivinar nunca es más seguro "
            "que eso. Para cuando puede decir qué seguridad tolera.",
        ),
        {
            "attribute": COLUMN,
            "alpha": Sentence("Largest share of one value (α)", "Mayor parte de un valor (α)"),
            "k": Sentence("Records that look alike (k)", "Registros que se parecen (k)"),
        },
    ),
    "t-closeness": ModelDescription(
        Sentence("t-closeness", "t-proximidad"),
        Sentence(
            "A group tells little that the whole table does not tell: its values are spread almost "
            "as there. For skewed columns, where a rare value in a group would stand out.",
            "Un grupo dice poco que no diga ya la tabla entera: sus valores se reparten casi como "
            "en ella. Para columnas desiguales, donde un valor raro en un grupo llamaría la "
            "atención.",
        ),
        {
            "attribute": COLUMN,
            "t": Sentence("Furthest from the whole (t)", "Lo más lejos del total (t)"),
            "distance": Sentence("How far values are apart", "Cómo distan los valores"),
        },
        {
            "equal": Sentence("all alike", "todos por igual"),
            "ordered": Sentence(
                "by their order (numbers, dates)", "por su orden (números, fechas)"
            ),
            "hierarchical": Sentence("by a hierarchy of them", "por una jerarquía de ellos"),
        },
    ),
    "beta-likeness": ModelDescription(
        Sentence("β-likeness", "β-semejanza"),
        Sentence(
            "Seeing a group makes no value much likelier than before (β = 1: at most twice as "
            "likely); rare values are protected most. For rare and delicate diagnoses.",
            "Ver un grupo no hace ningún valor mucho más probable que antes (β = 1: el doble como "
            "máximo); los raros son los más protegidos. Para diagnósticos raros y delicados.",
        ),
        {
            "attribute": COLUMN,
            "beta": Sentence("How much likelier (β)", "Cuánto más probable (β)"),
            "enhanced": Sentence("Limit frequent values too", "Limitar también los frecuentes"),
        },
    ),
    "delta-disclosure": ModelDescription(
        Sentence("δ-disclosure privacy", "Privacidad de δ-revelación"),
        Sentence(
            "Seeing a group makes no value much likelier nor much unlikelier (δ = 1: less than "
            "twice or half), and rules none out. The strictest one: every group must hold every "
            "value.",
            "Ver un grupo no hace ningún valor mucho más ni mucho menos probable (δ = 1: menos del "
            "doble o la mitad), ni descarta ninguno. El más estricto: cada grupo debe contener "
            "todos los valores.",
        ),
        {
            "attribute": COLUMN,
            "delta": Sentence("Likelier or unlikelier (δ)", "Más o menos probable (δ)"),
        },
    ),
    "average-risk": ModelDescription(
        Sentence("Average risk", "Riesgo medio"),
        Sentence(
            "Limits the chance of finding somebody on average over the table, rather than for each "
            "person. For a release to a few people bound by contract; add it to k, not instead.",
            "Limita la probabilidad de encontrar a alguien en promedio, no para cada persona. Para "
            "entregas a pocas personas con contrato; se suma a k, no lo sustituye.",
        ),
        {"threshold": Sentence("Highest average risk", "Riesgo medio máximo")},
    ),
    "sample-uniqueness": ModelDescription(
        Sentence("Few unique records", "Pocos registros únicos"),
        Sentence(
            "Limits how many records look like no other. For when k = 1 is tolerated for a few "
            "records, because nobody knows who is in the table.",
            "Limita cuántos registros no se parecen a ningún otro. Para cuando se tolera k = 1 en "
            "unos pocos, porque nadie sabe quién está en la tabla.",
        ),
        {
            "threshold": Sentence(
                "Largest share of unique records", "Mayor parte de registros únicos"
            )
        },
    ),
    "population-uniqueness": ModelDescription(
        Sentence("Few people unique in the population", "Pocas personas únicas en la población"),
        Sentence(
            "Limits how many people of the whole population, of which the table is a sample, are "
            "estimated to be one of a kind. For surveys, when you know the share that was asked.",
            "Limita cuántas personas de toda la población, de la que la tabla es una muestra, se "
            "estima que son únicas. Para encuestas, cuando se sabe qué parte respondió.",
        ),
        {
            "threshold": Sentence(
                "Largest share of unique people", "Mayor parte de personas únicas"
            ),
            "fraction": FRACTION,
            "estimator": Sentence("How it is estimated", "Cómo se estima"),
        },
        {
            "dankar": Sentence("the rule of Dankar: picks one", "la regla de Dankar: elige uno"),
            "pitman": Sentence("Pitman", "Pitman"),
            "zayatz": Sentence("Zayatz", "Zayatz"),
            "snb": Sentence("SNB: sliding negative binomial", "SNB: binomial negativa deslizante"),
        },
    ),
    "estimated-k-map": ModelDescription(
        Sentence("Estimated k-map", "k-map estimado"),
        Sentence(
            "Everybody looks like k people of the population, as far as that can be told from the "
            "share of it that is in the table. For samples, when there is no table of everybody.",
            "Cada cual se parece a k personas de la población, hasta donde permite decirlo la "
            "parte de ella que está en la tabla. Para muestras, cuando no hay tabla de todos.",
        ),
        {
            "k": Sentence("People who look alike (k)", "Personas que se parecen (k)"),
            "fraction": FRACTION,
            "estimator": Sentence("How it is estimated", "Cómo se estima"),
            "significance": Sentence("Chance of being wrong", "Probabilidad de equivocarse"),
        },
        {
            "D3": Sentence("D3: groups may be empty", "D3: puede haber grupos vacíos"),
            "D4": Sentence("D4: groups are not empty", "D4: los grupos no están vacíos"),
        },
    ),
    "k-map": ModelDescription(
        Sentence("k-map", "k-map"),
        Sentence(
            "Everybody looks like k people of the population, even if few of them are in the "
            "table. For samples, when you have a table of everybody (a census, a register).",
            "Cada cual se parece a k personas de la población, aunque pocas estén en la tabla. "
            "Para muestras, cuando tiene una tabla de todos (un censo, un padrón).",
        ),
        {"k": Sentence("People who look alike (k)", "Personas que se parecen (k)")},
        needs_population=True,
    ),
    "delta-presence": ModelDescription(
        Sentence("δ-presence", "δ-presencia"),
        Sentence(
            "Nobody can tell whether a person is in the table at all. For when being in it is the "
            "secret (patients of a clinic); needs a table of everybody.",
            "Nadie puede saber si una persona está siquiera en la tabla. Para cuando el secreto es "
            "estar en ella (pacientes de una clínica); necesita una tabla de todos.",
        ),
        {
            "lowest": Sentence("Lowest chance of being in it", "Probabilidad mínima de estar"),
            "highest": Sentence("Highest chance of being in it", "Probabilidad máxima de estar"),
        },
        needs_population=True,
    ),
    "beside-others": ModelDescription(
        Sentence("Beside other sensitive columns", "Junto a otras columnas sensibles"),
        Sentence(
            "The same protection even from somebody who knows other sensitive columns of the "
            "person.",
            "La misma protección incluso ante quien conoce otras columnas sensibles de la persona.",
        ),
        {"others": Sentence("Even from somebody who knows…", "Incluso ante alguien que conozca…")},
    ),
}
"""Every model of the registry, in the order in which a person should think of them."""
