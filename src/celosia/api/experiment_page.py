"""The experiment as a page in Markdown: what was compared, by what, and who was best."""

from __future__ import annotations

from collections.abc import Sequence

from celosia.domain.language import Language, Sentence
from celosia.methods.fuzzy.experiment import Experiment, ExperimentMode, ExperimentTable

_TITLE = Sentence(
    "Six codings of every pair of attributes", "Seis codificaciones de cada par de atributos"
)
_RULES = {
    ExperimentMode.SOUND: Sentence(
        "Every criterion is reckoned as it is defined (mode *sound*).",
        "Cada criterio se calcula según su definición (modo *sound*).",
    ),
    ExperimentMode.PAPER: Sentence(
        "Every criterion is reckoned as the source's own program did, to reproduce its figures "
        "(mode *paper*): do not take these for guarantees.",
        "Cada criterio se calcula como lo hizo el programa de la fuente, para reproducir sus "
        "cifras (modo *paper*): no son garantías.",
    ),
}
_COMPARED = Sentence(
    "{pairs} pairs of {open} attributes: {names}. Sensitive: {sensitive}. Three sets of each "
    "attribute, or of both together. Seed of k-means: {seed}. The pair of tables 4.1 and 4.4 is "
    "{first}.",
    "{pairs} pares de {open} atributos: {names}. Sensibles: {sensitive}. Tres conjuntos de cada "
    "atributo, o de ambos juntos. Semilla de k-medias: {seed}. El par de las tablas 4.1 y 4.4 es "
    "{first}.",
)
_SOURCE = Sentence(
    "Tables are numbered as in the source: P. Quirós, *Protección de la privacidad en microdatos*, "
    "master's thesis, Universidad de Oviedo, 2013. Where pairs are counted, the "
    "best of each row is in bold.",
    "Las tablas llevan los números de la fuente: P. Quirós, *Protección de la privacidad en "
    "microdatos*, trabajo fin de máster, Universidad de Oviedo, 2013. Donde se cuentan "
    "pares, lo mejor de cada fila va en negrita.",
)
_MEANINGS = Sentence(
    "- **k-anonymity**: records with the rarest combination of labels. More is better.\n"
    "- **measure_risk**: records that stand out by their risk. Fewer is better.\n"
    "- **Q-anonymity**: records that the fuzzy sets may be taken to have. More is better.\n"
    "- **l-diversity**: different sensitive values in the poorest set. More is better.\n"
    "- **t-closeness**: distance of the sensitive values from the whole table's. Less is better.",
    "- **k-anonimidad**: registros con la combinación de etiquetas más rara. Mejor cuanto mayor.\n"
    "- **measure_risk**: registros que destacan por su riesgo. Mejor cuanto menor.\n"
    "- **Q-anonimidad**: registros que cabe atribuir a los conjuntos difusos. Mejor cuanto mayor.\n"
    "- **l-diversidad**: valores sensibles distintos en el conjunto más pobre. Mejor cuanto "
    "mayor.\n"
    "- **t-proximidad**: distancia de los valores sensibles a los de toda la tabla. Mejor cuanto "
    "menor.",
)
_ALONE = Sentence("each attribute on its own", "cada atributo por separado")
_TOGETHER = Sentence("both together", "ambos juntos")
_ANNEX = Sentence("The annex: every pair", "El anexo: cada par")
_SPANISH = {
    "criterion": "criterio",
    "k-anonymity": "k-anonimidad",
    "Q-anonymity": "Q-anonimidad",
    "l-diversity": "l-diversidad",
    "t-closeness": "t-proximidad",
    "k-means": "k-medias",
    "fuzzy": "difusa",
    "joint-k-means": "k-medias conjunta",
    "joint-gustafson-kessel": "Gustafson–Kessel conjunta",
    "joint-c-means": "c-medias conjunta",
    "global-recode": "Global Recode",
    "mean": "media",
    "distance": "distancia",
}
_INDEPENDENT_TABLES = ("4.1", "4.2", "4.3")
_WINS = ("4.2", "4.5", "4.7")


def experiment_page(experiment: Experiment, language: Language) -> str:
    """Write what was compared, the tables of the chapter, and where those of the annex are."""
    tables = experiment.tables()
    chapter = [table for table in tables if table.number.startswith("4.")]
    annex = [table for table in tables if table.number.startswith("5.")]
    lines = [
        f"- [{t.number}](table-{t.number}.csv): {t.title.text(language)} "
        f"({', '.join(_word(head, language) for head in t.columns[4:])})"
        for t in annex
    ]
    parts = [
        f"# {_TITLE.text(language)}",
        _RULES[experiment.mode].text(language),
        _compared(experiment, language),
        _SOURCE.text(language),
        _MEANINGS.text(language),
        *(_markdown(table, language) for table in chapter),
        f"## {_ANNEX.text(language)}",
        "\n".join(lines),
    ]
    return "\n\n".join(parts) + "\n"


def _compared(experiment: Experiment, language: Language) -> str:
    names = [name for name in experiment.names if name not in experiment.sensitive]
    pairs = list(dict.fromkeys(row.pair for row in experiment.rows))
    return _COMPARED.text(language).format(
        pairs=len(pairs),
        open=len(names),
        names=", ".join(names),
        sensitive=", ".join(experiment.sensitive),
        seed=experiment.seed,
        first=" × ".join(experiment.names[number - 1] for number in pairs[0]),
    )


def _markdown(table: ExperimentTable, language: Language) -> str:
    scope = _ALONE if table.number in _INDEPENDENT_TABLES else _TOGETHER
    lines = [
        f"## {table.number} {table.title.text(language)}: {scope.text(language)}",
        "",
        _line([_word(head, language) for head in table.columns]),
        _line(["---", *["---:"] * (len(table.columns) - 1)]),
    ]
    for name, *cells in table.rows:
        numbers = [cell for cell in cells if isinstance(cell, int | float)]
        best = max(numbers, default=None) if table.number in _WINS else None
        told = [
            f"**{_text(cell, language)}**" if cell is not None and cell == best
            else _text(cell, language)
            for cell in cells
        ]  # fmt: skip
        lines.append(_line([_word(str(name), language), *told]))
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _word(text: str, language: Language) -> str:
    """Say a head or a criterion, whose first or only word is known, in the language.

    >>> _word("l-diversity PEARNVAL", "es"), _word("fuzzy mean", "es")
    ('l-diversidad PEARNVAL', 'difusa media')
    """
    if language == "en":
        return text
    return " ".join(_SPANISH.get(word, word) for word in text.split(" "))


def _text(cell: str | int | float | None, language: Language) -> str:
    if cell is None:
        return "–"
    text = f"{cell:.4g}" if isinstance(cell, float) else str(cell)
    return text.replace(".", ",") if language == "es" else text
