"""A command speaks one language: what it answers, and what it complains about."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("profile", "nada.csv", "--lang", "es"),
            "Error en los datos: No existe el fichero nada.csv.\n",
        ),
        (("profile", "nada.csv"), "DataError: There is no file nada.csv.\n"),
        (
            ("guide", "nada.csv", "--lang", "es", "--answers", "nada.toml"),
            "Parámetro no válido: No existe el fichero de respuestas nada.toml.\n",
        ),
        (
            ("report", "nada.toml", "--lang", "es"),
            "Error en la receta: No existe la receta nada.toml.\n",
        ),
        (
            ("anonymize", "nada.toml", "--lang", "es"),
            "Error en la receta: No existe la receta nada.toml.\n",
        ),
    ],
)
def test_errors_come_in_the_language_that_was_asked_for(celosia, tmp_path, words, said):
    done = celosia(tmp_path, *words)

    assert (done.status, done.err) == (2, said)
