"""What people who chose Spanish read when something goes wrong."""

from __future__ import annotations

import pytest
from tests.support.people import OTHER, QUICK, SECRET

import celosia
from celosia.core.table import Closing
from celosia.core.technique import Identities
from celosia.errors import CelosiaError, DataError, ParameterError
from celosia.models import TCloseness
from celosia.vault.vault import Vault


def told(action, *given, **named):
    with pytest.raises(CelosiaError) as raised:
        action(*given, **named)
    return raised.value.text("es")


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "gente.csv"
    path.write_text("edad,sexo\n30,F\n41,M\n", encoding="utf-8")
    with celosia.read(path) as table:
        yield table


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("41", "faltan columnas (en la columna 2)"),
        ("41,M,X", "demasiadas columnas"),
        (
            '41,"M"x',
            "unas comillas que no se cierran, o texto después de cerrarlas (en la columna 2)",
        ),
    ],
)
def test_a_file_with_a_line_that_cannot_be_read(tmp_path, line, said):
    path = tmp_path / "gente.csv"
    path.write_text(f"edad,sexo\n30,F\n{line}\n", encoding="utf-8")

    assert told(celosia.read, path) == (
        "gente.csv tiene 1 línea mal formada; no se ha leído nada. Arréglelo o deje fuera esas "
        f"líneas por elección (broken_lines = skip).\n  línea 3: {said}"
    )


def test_a_file_that_is_not_there():
    assert told(celosia.read, "nada.csv") == "No existe el fichero nada.csv."


def test_a_value_that_is_not_as_declared(people):
    declared = celosia.Schema(
        (celosia.Column("sexo", celosia.ColumnType.INTEGER), celosia.Column("edad", max_length=1))
    )

    assert told(people.relation.check, declared) == (
        "gente.csv tiene 4 valores que no son como se declararon.\n"
        "  línea 2: 'edad' no vale como texto (longitud máxima: 1)\n"
        "  línea 2: 'sexo' no vale como número entero\n"
        "  línea 3: 'edad' no vale como texto (longitud máxima: 1)\n"
        "  línea 3: 'sexo' no vale como número entero"
    )


def test_a_column_that_is_not_there(people):
    assert told(celosia.assess, people, ["ciudad"]) == (
        "No existe la columna 'ciudad'. Columnas: edad, sexo."
    )


def test_columns_without_a_role(people):
    recipe = celosia.Recipe.from_toml('roles.edad = "quasi-identifier"')

    assert told(celosia.anonymize, people, recipe, "salida.csv") == (
        "Columnas sin papel: sexo. Diga qué es cada una: identificador, cuasi-identificador, "
        "sensible, no sensible."
    )


def test_a_model_without_its_sensitive_column(people):
    recipe = celosia.Recipe(
        roles={"edad": celosia.Role.QUASI_IDENTIFIER, "sexo": celosia.Role.INSENSITIVE},
        models=(TCloseness("sexo", 0.2),),
    )

    assert told(celosia.anonymize, people, recipe, "salida.csv") == (
        "0,2-proximidad de «sexo» necesita que 'sexo' sea una columna sensible."
    )


def test_a_hierarchy_that_lacks_values_and_splits():
    rows = [("1", "a", "*"), ("2", "a", "+")]

    assert told(celosia.Hierarchy.from_rows("edad", rows).fitted, ["1", "7"]) == (
        "La jerarquía de 'edad' no se puede usar: falta 1 valor de los datos; hay 1 etiqueta "
        "que se divide al generalizar (en el nivel 1). Con `celosia hierarchy check` se "
        "ven uno por uno."
    )


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (
            'models = [{model = "k-anonymity", k = 0}]',
            "La receta: KAnonymity: k debe ser un número entero igual o mayor que 1.",
        ),
        (
            'models = [{model = "t-closeness", attribute = "x", t = 2}]',
            "La receta: TCloseness: t debe ser un número desde 0 hasta 1.",
        ),
        (
            'models = [{model = "k-anonymity", size = 2}]',
            "La receta: Modelo 'k-anonymity': KAnonymity no tiene el parámetro 'size'.",
        ),
        (
            'hierarchies.edad = {kind = "suppression", levels = 2}',
            "La receta: La regla de jerarquía 'suppression' no tiene la entrada levels. "
            "Entradas: ninguna.",
        ),
        (
            'nulls = "never"',
            "La entrada 'nulls' tiene un tipo que no es el suyo o un valor desconocido. Opciones: "
            "value, wildcard, excluded.",
        ),
        (
            "roles = ",
            "La receta no es TOML válido: no se entiende la línea 1, columna 9.",
        ),
    ],
)
def test_a_recipe_that_cannot_be_understood(toml, said):
    assert told(celosia.Recipe.from_toml, toml) == said


def test_a_passphrase_that_is_not_that_of_the_vault(tmp_path):
    path = tmp_path / "v"
    Vault.of([Identities("persona", {})]).write(path, SECRET, QUICK)

    assert told(celosia.open_vault, path, OTHER) == (
        "La bóveda no se abre: no es su frase de paso ni su fichero de clave (o alguien ha "
        "falsificado el fichero). No se ha cambiado nada."
    )


def test_a_server_that_is_not_there():
    assert told(celosia.read, "mariadb://ana@127.0.0.1:9/hospital?table=gente") == (
        "No se puede llegar al servidor (código 2003). ¿Está en marcha, y son correctos la "
        "máquina, el puerto y la base de datos?"
    )


def test_numbers_are_written_as_in_spain():
    wrong = ParameterError("workflow.page-starts-0-later-most", most=10_000)

    assert wrong.text("es") == (
        "Una página empieza en 0 o después y tiene 10.000 filas como máximo."
    )


def test_two_errors_at_once_are_both_in_spanish():
    class Room(Closing):
        def close(self) -> None:
            raise CelosiaError("engines.working-data-could-not-erased", path="a")

    def fails_twice() -> None:
        with Room():
            raise DataError("service.file-empty")

    assert told(fails_twice) == (
        "El fichero está vacío. No se han podido borrar los datos de trabajo: borre a a mano."
    )


def test_what_nobody_translated_stays_english():
    assert CelosiaError("My own model: no, text.").text("es") == "My own model: no, text."
