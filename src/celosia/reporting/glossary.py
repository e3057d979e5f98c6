"""What each figure means, and where it comes from, in Spanish and English."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.domain.language import Sentence


@dataclass(frozen=True, slots=True)
class Entry:
    """A figure's name for people, its meaning in one sentence, and its source."""

    title: Sentence
    meaning: Sentence
    source: str
    better: str = "lower"
    """Whether `lower` or `higher` protects, or keeps, more."""


PRIVACY_GLOSSARY = {
    "k": Entry(
        Sentence("k-anonymity", "k-anonimidad"),
        Sentence(
            "Every record looks like at least k - 1 others.",
            "Cada registro se parece al menos a otros k - 1.",
        ),
        "Sweeney 2002",
        "higher",
    ),
    "uniques": Entry(
        Sentence("Unique records", "Registros únicos"),
        Sentence(
            "Records that look like no other: whoever knows the quasi-identifiers finds them.",
            "Registros que no se parecen a ningún otro: quien conoce los cuasi-identificadores "
            "los encuentra.",
        ),
        "El Emam and Dankar 2008",
    ),
    "prosecutor.highest": Entry(
        Sentence("Highest prosecutor risk", "Riesgo máximo del fiscal"),
        Sentence(
            "Chance of finding the worst protected person, known to be in the table.",
            "Probabilidad de encontrar a la persona peor protegida, sabiendo que está en la tabla.",
        ),
        "El Emam and Dankar 2008",
    ),
    "prosecutor.average": Entry(
        Sentence("Average prosecutor risk", "Riesgo medio del fiscal"),
        Sentence(
            "The same chance, averaged over all records.",
            "La misma probabilidad, en promedio sobre todos los registros.",
        ),
        "El Emam and Dankar 2008",
    ),
    "journalist.highest": Entry(
        Sentence("Highest journalist risk", "Riesgo máximo del periodista"),
        Sentence(
            "Chance of finding somebody, without knowing who is in the table.",
            "Probabilidad de encontrar a alguien, sin saber quién está en la tabla.",
        ),
        "El Emam and Dankar 2008",
    ),
    "marketer": Entry(
        Sentence("Marketer risk", "Riesgo del comercial"),
        Sentence(
            "Share of the records that would be matched correctly if all were tried.",
            "Parte de los registros que se vincularían bien si se intentase con todos.",
        ),
        "Dankar and El Emam 2010",
    ),
    "distinct_l": Entry(
        Sentence("Distinct l-diversity", "l-diversidad distinta"),
        Sentence(
            "Every class holds at least l different sensitive values.",
            "Cada clase contiene al menos l valores sensibles distintos.",
        ),
        "Machanavajjhala et al. 2007",
        "higher",
    ),
    "entropy_l": Entry(
        Sentence("Entropy l-diversity", "l-diversidad por entropía"),
        Sentence(
            "The sensitive values of every class are as uncertain as l equally likely ones.",
            "Los valores sensibles de cada clase son tan inciertos como l igual de probables.",
        ),
        "Machanavajjhala et al. 2007, definition 4.1",
        "higher",
    ),
    "alpha_k": Entry(
        Sentence("α of (α,k)-anonymity", "α de la (α,k)-anonimidad"),
        Sentence(
            "Highest share of one sensitive value in a class: the certainty of the best guess.",
            "Mayor parte de un valor sensible en una clase: la certeza de la mejor conjetura.",
        ),
        "Wong et al. 2006",
    ),
    "t_equal": Entry(
        Sentence("t-closeness, equal distance", "t-proximidad, distancia igual"),
        Sentence(
            "How far the sensitive values of the worst class are from those of the whole table.",
            "Cuánto se alejan los valores sensibles de la peor clase de los de toda la tabla.",
        ),
        "Li, Li and Venkatasubramanian 2007",
    ),
    "t_ordered": Entry(
        Sentence("t-closeness, ordered distance", "t-proximidad, distancia ordenada"),
        Sentence(
            "The same, where neighbouring values count as close.",
            "Lo mismo, donde los valores vecinos cuentan como cercanos.",
        ),
        "Li, Li and Venkatasubramanian 2007, section 3.1",
    ),
    "beta_basic": Entry(
        Sentence("Basic β-likeness", "β-semejanza básica"),
        Sentence(
            "Largest relative gain in the likelihood of a sensitive value.",
            "Mayor ganancia relativa en la probabilidad de un valor sensible.",
        ),
        "Cao and Karras 2012",
    ),
    "delta_disclosure": Entry(
        Sentence("δ-disclosure", "δ-revelación"),
        Sentence(
            "How much more or less likely a value becomes, in powers of two; infinite where a "
            "class lacks a value.",
            "Cuánto más o menos probable se hace un valor, en potencias de dos; infinito donde a "
            "una clase le falta un valor.",
        ),
        "Brickell and Shmatikov 2008",
    ),
}
"""Figures of protection, by their stable names."""

UTILITY_GLOSSARY = {
    "gcp_with_left_out": Entry(
        Sentence("Loss", "Pérdida"),
        Sentence(
            "Mean share of its domain that a cell covers, 0 the value itself, 1 anything; records "
            "left out count 1.",
            "Parte media de su dominio que cubre una celda, 0 el propio valor, 1 cualquiera; los "
            "registros que faltan cuentan 1.",
        ),
        "Xu et al. 2006 (NCP); Ghinita et al. 2007 (GCP)",
    ),
    "suppressed_records": Entry(
        Sentence("Suppressed records", "Registros suprimidos"),
        Sentence(
            "Share of the records that were left out.",
            "Parte de los registros que quedó fuera.",
        ),
        "Samarati 2001",
    ),
    "suppressed_cells": Entry(
        Sentence("Suppressed cells", "Celdas suprimidas"),
        Sentence(
            "Share of the cells of quasi-identifiers that tell nothing any more.",
            "Parte de las celdas de cuasi-identificadores que ya no dicen nada.",
        ),
        "Samarati 2001",
    ),
    "classes": Entry(
        Sentence("Classes", "Clases"),
        Sentence(
            "Different combinations of quasi-identifiers that can still be told apart.",
            "Combinaciones distintas de cuasi-identificadores que aún se distinguen.",
        ),
        "LeFevre et al. 2006",
        "higher",
    ),
    "average_class_size": Entry(
        Sentence("Average class size", "Tamaño medio de clase"),
        Sentence("Records per class.", "Registros por clase."),
        "LeFevre et al. 2006",
    ),
    "discernibility": Entry(
        Sentence("Discernibility", "Discernibilidad"),
        Sentence(
            "Each record costs the size of its class; one left out, the whole table.",
            "Cada registro cuesta el tamaño de su clase; uno que falta, toda la tabla.",
        ),
        "Bayardo and Agrawal 2005",
    ),
    "ambiguity": Entry(
        Sentence("Ambiguity", "Ambigüedad"),
        Sentence(
            "Original combinations that a released record may stand for, on average.",
            "Combinaciones originales a las que puede corresponder un registro, en promedio.",
        ),
        "ARX",
    ),
    "kl_divergence": Entry(
        Sentence("KL divergence", "Divergencia KL"),
        Sentence(
            "Bits lost on the joint distribution of the quasi-identifiers.",
            "Bits perdidos de la distribución conjunta de los cuasi-identificadores.",
        ),
        "Kifer and Gehrke 2006",
    ),
    "mutual_information_preserved": Entry(
        Sentence("Mutual information preserved", "Información mutua conservada"),
        Sentence(
            "Share of what columns tell of each other that the release keeps.",
            "Parte de lo que unas columnas dicen de otras que la publicación conserva.",
        ),
        "Shannon 1948",
        "higher",
    ),
    "correlation_mae": Entry(
        Sentence("Change of correlations", "Cambio de las correlaciones"),
        Sentence(
            "Mean absolute difference of the correlations of numeric columns.",
            "Diferencia media absoluta de las correlaciones entre columnas numéricas.",
        ),
        "Domingo-Ferrer and Torra 2001",
    ),
    "pca_mae": Entry(
        Sentence("Change of principal components", "Cambio de las componentes principales"),
        Sentence(
            "Mean absolute difference of how components correlate with columns.",
            "Diferencia media absoluta de la correlación de las componentes con las columnas.",
        ),
        "Pearson 1901; Domingo-Ferrer and Torra 2001",
    ),
}
"""Figures of cost, by their stable names."""

RESIDUAL_RISKS = (
    Sentence(
        "Homogeneity: a class may share one sensitive value.",
        "Homogeneidad: una clase puede compartir un solo valor sensible.",
    ),
    Sentence(
        "Skewness: a class may be far from the whole in its sensitive values.",
        "Asimetría: una clase puede alejarse del conjunto en sus valores sensibles.",
    ),
    Sentence(
        "Background knowledge: an attacker may rule out values.",
        "Conocimiento previo: un atacante puede descartar valores.",
    ),
    Sentence(
        "Composition: another release of the same people may be combined with this one.",
        "Composición: otra publicación de las mismas personas puede combinarse con esta.",
    ),
    Sentence(
        "Downcoding: a minimal generalization tells that finer ones were unsafe.",
        "Recodificación inversa: una generalización mínima revela que las más finas no eran "
        "seguras.",
    ),
)
