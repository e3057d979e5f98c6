"""What the figures of fuzzy sets mean, and where they come from, in Spanish and English."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.reporting.glossary import Entry

FUZZY_GLOSSARY = {
    "k": Entry(
        Sentence("k by labels", "k por etiquetas"),
        Sentence(
            "Records that share the rarest combination of words.",
            "Registros que comparten la combinación de palabras más rara.",
        ),
        "Sweeney 2002; Quirós 2013, section 4.1",
        "higher",
    ),
    "q": Entry(
        Sentence("Q-anonymity", "Q-anonimidad"),
        Sentence(
            "The largest number of records that the combinations of sets may, on average, be taken "
            "to have: that there are so many is at least half possible.",
            "El mayor número de registros que cabe atribuir, en promedio, a las combinaciones de "
            "conjuntos: que haya tantos es posible al menos a medias.",
        ),
        "Quirós 2013, definition 3.8",
        "higher",
    ),
    "at_risk": Entry(
        Sentence("Records that stand out", "Registros que destacan"),
        Sentence(
            "Records whose words are rarer than usual: risk above the median by more than two "
            "median deviations.",
            "Registros con palabras más raras de lo común: riesgo por encima de la mediana en más "
            "de dos desviaciones medianas.",
        ),
        "sdcMicro, measure_risk",
    ),
    "singling.alone": Entry(
        Sentence("Alone with their memberships", "Solos con sus pertenencias"),
        Sentence(
            "Records whose published memberships nobody else has.",
            "Registros cuyas pertenencias publicadas no tiene nadie más.",
        ),
        "measured on the rounded memberships",
    ),
}
"""Figures of the sets of a table."""

FUZZY_SENSITIVE_GLOSSARY = {
    "l": Entry(
        Sentence("Fuzzy l-diversity", "l-diversidad difusa"),
        Sentence(
            "Different sensitive values among the members (membership ½ or more) of each "
            "combination of sets: the least. 0 where a combination has no member.",
            "Valores sensibles distintos entre los miembros (pertenencia ½ o más) de cada "
            "combinación de conjuntos: el menor. 0 si una combinación no tiene miembros.",
        ),
        "Quirós 2013, principle 3.20",
        "higher",
    ),
    "label_l": Entry(
        Sentence("l by labels", "l por etiquetas"),
        Sentence(
            "Different sensitive values among the records with the same words: the least.",
            "Valores sensibles distintos entre los registros con las mismas palabras: el menor.",
        ),
        "Machanavajjhala et al. 2007",
        "higher",
    ),
    "t": Entry(
        Sentence("Fuzzy t-closeness", "t-proximidad difusa"),
        Sentence(
            "How far what a record's sets tell of the sensitive value, mixed by its memberships, "
            "is from the whole table: the largest.",
            "Cuánto se aleja de toda la tabla lo que los conjuntos de un registro, mezclados por "
            "sus pertenencias, dicen del valor sensible: la mayor distancia.",
        ),
        "Quirós 2013, equation 3.12",
    ),
    "label_t": Entry(
        Sentence("t by labels", "t por etiquetas"),
        Sentence(
            "The same by the published words alone.",
            "Lo mismo, solo con las palabras publicadas.",
        ),
        "Li, Li and Venkatasubramanian 2007",
    ),
}
"""Figures of each sensitive attribute."""
