"""One record is no records: what every entry says of a single thing, in each language."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from celosia.text.languages import LOCALE
from celosia.text.messages import Message

LANGUAGES = ("en", "es")
NOUNS = {
    "en": "answers atoms characters children clusters controls copies draws entries errors fields "
    "folders frequencies groups keys lines metres minutes months parameters parents parts people "
    "persons places problems pseudonyms quasi-identifiers questions ranges ranks releases roots "
    "schemes sheets signs steps tables techniques times tries variables vaults words years",
    "es": "ancestros anchos años caminos claves controles copias errores ficheros frecuencias "
    "grupos hojas jerarquías letras líneas metros meses minutos papeles parámetros partes "
    "personas pesos posibilidades preguntas problemas puntos raíces rangos respuestas "
    "seudónimos soluciones tablas técnicas trabajos trozos variables veces publicaciones "
    "mínimas mínimos seguras seguros únicos distintas distintos omitidos suprimidos",
}
"""What is counted, beyond what has an entry of its own in the area `count`."""
BETWEEN = "distinct different original other otros otras"
"""What may stand before the noun."""
LIMITS = {
    "files.archive-bursts",
    "files.sheet-too-wide",
    "files.workbook-many-parts",
    "hierarchies.too-many-levels",
    "app.hierarchies-too-long",
    "files.worksheet-holds-most-rows-write",
    "files.worksheets-cell-holds-most-characters",
    "methods.lattice-nodes-too-many-list",
    "risk.sudarisk-keys-too-many-most",
    "service.lattice-nodes-up-drawn-result",
    "techniques.column-distinct-values-short-fewer",
    "techniques.each-cell-column-differentially-private",
    "workflow.page-starts-0-later-most",
}
"""Where the number is a limit of the program or beyond one, or a power of e."""
TEXTS = {"cli.answers-not-asked-take-out", "core.names-column-twice"}
"""Where what stands before a verb that looks like a noun is a name."""
ONE = "\N{WHITE SQUARE}1"
"""A number that fills a gap, unlike one that the entry itself says."""


@cache
def entries(language):
    found = {}
    for path in sorted((LOCALE / language).glob("*.po")):
        if path.stem == "click":
            continue
        with path.open("rb") as file:
            for entry in read_po(file):
                if entry.id:
                    key = entry.id[0] if isinstance(entry.id, tuple) else entry.id
                    forms = entry.string
                    found[key] = forms if isinstance(forms, tuple) else (forms,)
    return found


def plural_nouns(language):
    """Find the words of the area `count` that several things have and a single one has not."""
    counted = (forms for key, forms in entries(language).items() if key.startswith("count."))
    found = {word for one, several in counted for word in set(several.split()) - set(one.split())}
    return found | set(NOUNS[language].split())


def said_of_one(template, language):
    """Fill every gap with 1, as a message would."""
    parts = []
    for text, name, how, _ in Formatter().parse(template):
        parts.append(text)
        if name is not None:
            counted = how and how.startswith("count.")
            parts.append(entries(language)[how][0].format(count=ONE) if counted else ONE)
    return "".join(parts)


def wrong_of_one(language):
    several = "|".join(sorted(map(re.escape, plural_nouns(language)), key=len, reverse=True))
    between = "|".join(BETWEEN.split())
    return re.compile(rf"{ONE} (?:(?:{between}) )?(?:{several})\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_of_one_as_if_it_were_several(language):
    wrong = wrong_of_one(language)

    found = {
        key: said
        for key, forms in entries(language).items()
        if key not in LIMITS | TEXTS and wrong.search(said := said_of_one(forms[0], language))
    }

    assert found == {}


@pytest.mark.parametrize(
    ("language", "template"),
    [
        ("en", "{n} records, {columns:count.columns}"),
        ("en", "Left out: {n} of {all} distinct values."),
        ("es", "{records:count.records} en {n} clases"),
    ],
)
def test_such_an_entry_would_be_found(language, template):
    assert wrong_of_one(language).search(said_of_one(template, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_entry_counts_has_forms(language):
    known = entries(language)
    counted = {how for key in known for form in known[key] for how in ways(form)}

    assert {how for how in counted if len(known[how]) < 2} == set()
    assert {key for key in known if key.startswith("count.")} <= counted | {"count.records"}


def ways(template):
    for _, name, how, _ in Formatter().parse(template):
        if name and how and how.startswith("count."):
            yield how


def test_two_numbers_of_a_sentence_each_choose_their_own_form():
    said = Message("cli.words-reached", k=2, classes=1, records=1, target=2, left=0)

    assert said.text() == "k=2 in 1 class of 1 record in all; threshold: 2. Left out: 0 records."
    assert "1 clase, con 1 registro en total" in said.text("es")
    assert "0 registros" in said.text("es")


@pytest.mark.parametrize(
    ("unknown", "said"),
    [
        (["x"], "No existe la columna x. Columnas: a, b."),
        (["x", "y"], "No existen las columnas x, y. Columnas: a, b."),
    ],
)
def test_where_no_number_is_said_the_first_list_chooses_the_form(unknown, said):
    missing = Message("core.no-columns-columns", unknown=unknown, columns=["a", "b"])

    assert missing.text("es") == said


def test_several_models_are_out_of_reach_and_one_is():
    asked = ["5-anonymity", "9-diversity"]
    told = [
        Message("methods.out-reach-most-suppression", models=m, suppression=0)
        for m in (asked, asked[:1])
    ]

    assert [each.text().partition(" out")[0] for each in told] == [
        "5-anonymity and 9-diversity are",
        "5-anonymity is",
    ]


def test_a_small_limit_is_written_without_an_exponent():
    assert Message("app.at-least", low=1e-06).text("es") == "Un número de 0,000001 como mínimo."


def test_a_column_that_is_called_like_a_number_chooses_no_form():
    several = Message("workflow.nulls-records-fill-drop", name="1", records=3)

    assert several.text() == "'1' has nulls in 3 records: fill or drop them."


@pytest.mark.parametrize(("number", "said"), [("1", "1 level"), ("1,001", "1,001 levels")])
def test_a_number_that_a_page_wrote_chooses_the_form(number, said):
    assert Message("count.levels", count=number).text() == said
