"""The sentences that explain a proposal, in English and Spanish.

A sentence speaks of names, counts and shares, never of a cell's value. A parameter ending in
`share` is written as a percentage.
"""

from __future__ import annotations

from collections.abc import Mapping

from celosia.domain.language import Language
from celosia.proposals.kinds.kind import Kind

MESSAGES: Mapping[str, Mapping[Language, str]] = {
    "kind": {
        "en": "{share} of the values looked at are: {kind}.",
        "es": "El {share} de los valores examinados son: {kind}.",
    },
    "kind-guess": {
        "en": "{share} of the values looked at may be: {kind}; the name does not confirm it.",
        "es": "El {share} de los valores examinados pueden ser: {kind}; el nombre no lo confirma.",
    },
    "declared-date": {
        "en": "The column is declared as a date, and others may know when things happened.",
        "es": "La columna está declarada como fecha, y otros pueden saber cuándo pasó algo.",
    },
    "name": {
        "en": "The name contains “{phrase}”, usual in columns with the role: {role}.",
        "es": "El nombre contiene «{phrase}», habitual en columnas con el papel: {role}.",
    },
    "name-not-unique": {
        "en": "The name contains “{phrase}”, but the values repeat ({distinct} different in "
        "{records} records): it names groups, not persons.",
        "es": "El nombre contiene «{phrase}», pero los valores se repiten ({distinct} distintos en "
        "{records} registros): nombra grupos, no personas.",
    },
    "free-text": {
        "en": "Free text may name persons and cannot be generalized.",
        "es": "El texto libre puede nombrar a personas y no se puede generalizar.",
    },
    "unique": {
        "en": "Almost every record has its own value ({distinct} different in {records}).",
        "es": "Casi cada registro tiene un valor propio ({distinct} distintos en {records}).",
    },
    "constant": {
        "en": "All the records have the same value: it tells nobody apart.",
        "es": "Todos los registros tienen el mismo valor: no distingue a nadie.",
    },
    "empty": {
        "en": "The column is empty.",
        "es": "La columna está vacía.",
    },
    "unknown-categories": {
        "en": "Nothing says what it means; with {distinct} different values, others may know it, "
        "so the prudent choice is a quasi-identifier.",
        "es": "Nada indica qué significa; con {distinct} valores distintos otros pueden conocerlo, "
        "así que lo prudente es un cuasi-identificador.",
    },
    "unknown-measure": {
        "en": "It looks like a measurement that others hardly know. Check that it is not sensitive "
        "and that nobody can know it exactly.",
        "es": "Parece una medida que otros difícilmente conocen. Compruebe que no es sensible y "
        "que nadie puede conocerla con exactitud.",
    },
    "entropy": {
        "en": "Knowing it gives {share} of the information needed to single out a record "
        "({distinct} different values, {bits} bits).",
        "es": "Conocerlo da el {share} de la información necesaria para singularizar un registro "
        "({distinct} valores distintos, {bits} bits).",
    },
}

ROLE_NAMES: Mapping[str, Mapping[Language, str]] = {
    "identifier": {"en": "direct identifier", "es": "identificador directo"},
    "quasi-identifier": {"en": "quasi-identifier", "es": "cuasi-identificador"},
    "sensitive": {"en": "sensitive attribute", "es": "atributo sensible"},
    "insensitive": {"en": "insensitive attribute", "es": "atributo no sensible"},
}

KIND_NAMES: Mapping[str, Mapping[Language, str]] = {
    Kind.DNI: {"en": "Spanish identity numbers (DNI)", "es": "números de DNI"},
    Kind.NIE: {"en": "Spanish foreigner numbers (NIE)", "es": "números de NIE"},
    Kind.NIF: {"en": "Spanish tax numbers (NIF)", "es": "números de NIF"},
    Kind.CIF: {"en": "Spanish company tax numbers", "es": "NIF de empresas"},
    Kind.NUSS: {"en": "Spanish social security numbers", "es": "números de la Seguridad Social"},
    Kind.EMAIL: {"en": "e-mail addresses", "es": "direcciones de correo electrónico"},
    Kind.PHONE: {"en": "telephone numbers", "es": "números de teléfono"},
    Kind.IBAN: {"en": "bank accounts (IBAN)", "es": "cuentas bancarias (IBAN)"},
    Kind.CARD: {"en": "payment card numbers", "es": "números de tarjeta de pago"},
    Kind.URL: {"en": "web addresses", "es": "direcciones web"},
    Kind.UUID: {"en": "universal identifiers (UUID)", "es": "identificadores universales (UUID)"},
    Kind.IP: {"en": "IP addresses", "es": "direcciones IP"},
    Kind.PLATE: {"en": "number plates", "es": "matrículas de vehículos"},
    Kind.ROW_NUMBER: {"en": "consecutive row numbers", "es": "números de fila consecutivos"},
    Kind.FREE_TEXT: {"en": "free text", "es": "texto libre"},
    Kind.POSTCODE: {"en": "Spanish postcodes", "es": "códigos postales"},
    Kind.COORDINATE: {"en": "geographic coordinates", "es": "coordenadas geográficas"},
    Kind.DATE: {"en": "dates", "es": "fechas"},
    Kind.BIRTH_DATE: {"en": "dates of birth", "es": "fechas de nacimiento"},
    Kind.YEAR: {"en": "years", "es": "años"},
    Kind.BIRTH_YEAR: {"en": "years of birth", "es": "años de nacimiento"},
    Kind.AGE: {"en": "ages", "es": "edades"},
    Kind.SEX: {"en": "sexes or genders", "es": "sexos o géneros"},
    Kind.ICD10: {"en": "diagnosis codes (ICD-10)", "es": "códigos de diagnóstico (CIE-10)"},
}
