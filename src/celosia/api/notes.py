"""What the comments of a proposed recipe say of its entries."""

from __future__ import annotations

from celosia.domain.language import Sentence

NOTES = {
    "source": Sentence(
        "A recipe of Celosía. Check every choice, then run: celosia anonymize <this file>",
        "Una receta de Celosía. Revise cada decisión y ejecute: celosia anonymize <este fichero>",
    ),
    "method": Sentence(
        "optimal: the best generalization; incognito: list all that qualify, then the best.",
        "optimal: la mejor generalización; incognito: todas las que cumplen y la mejor de ellas.",
    ),
    "objective": Sentence(
        "What the best one minimizes: loss, height, precision, entropy, discernibility or\n"
        "average-class-size.",
        "Qué minimiza la mejor: loss (pérdida), height (altura), precision, entropy,\n"
        "discernibility o average-class-size.",
    ),
    "suppression": Sentence(
        "At most this share of the records may be left out.",
        "Como mucho esta parte de los registros puede quedar fuera.",
    ),
    "nulls": Sentence(
        "A null is a value of its own (value), matches anything (wildcard), or its record is left\n"
        "out (excluded).",
        "Un nulo es un valor más (value), coincide con cualquiera (wildcard) o su registro queda\n"
        "fuera (excluded).",
    ),
    "seed": Sentence(
        "Decides the order of the published rows; same seed, same bytes.",
        "Decide el orden de las filas publicadas; misma semilla, mismos bytes.",
    ),
    "schema": Sentence(
        "What each column is; a value that is not so is reported by line.",
        "Qué es cada columna; un valor que no lo sea se señala por su línea.",
    ),
    "roles": Sentence(
        "identifier: dropped; quasi-identifier: generalized, as others may know it;\n"
        "sensitive: published and protected; insensitive: published as it is.",
        "identifier: se elimina; quasi-identifier: se generaliza, pues otros pueden conocerlo;\n"
        "sensitive: se publica y se protege; insensitive: se publica tal cual.",
    ),
    "models": Sentence(
        "What must hold for every published record.",
        "Lo que debe cumplir cada registro publicado.",
    ),
    "hierarchies": Sentence(
        "How each quasi-identifier becomes coarser, level by level.",
        "Cómo se generaliza cada cuasi-identificador, nivel a nivel.",
    ),
}
