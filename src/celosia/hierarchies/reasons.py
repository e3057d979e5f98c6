"""Why a hierarchy is proposed."""

from __future__ import annotations

from celosia.domain.language import Sentence

NOTHING_EVIDENT = Sentence(
    "No grouping of its values is evident, so they are kept or suppressed.",
    "No se ve cómo agrupar sus valores, así que se conservan o se suprimen.",
)
NO_USEFUL_LEVEL = Sentence(
    "No level of the rule that fits would merge some of its values and keep others apart, so they "
    "are kept or suppressed.",
    "Ningún nivel de la regla adecuada uniría unos valores y separaría otros, así que se conservan "
    "o se suprimen.",
)
NO_VALUES = Sentence(
    "The column has no values, so there is nothing to group.",
    "La columna no tiene valores, así que no hay nada que agrupar.",
)
AT_MOST_TWO = Sentence(
    "With at most two values, grouping them is the same as suppressing.",
    "Con dos valores como mucho, agruparlos es lo mismo que suprimirlos.",
)
DATES = Sentence(
    "All values are dates, so they are grouped into ever longer periods.",
    "Todos los valores son fechas, así que se agrupan en periodos cada vez más largos.",
)
YEARS = Sentence(
    "All values are years, so they are grouped into five, ten and twenty years.",
    "Todos los valores son años, así que se agrupan de cinco en cinco, de diez en diez y de veinte "
    "en veinte.",
)
DIGIT_CODES = Sentence(
    "All values are digits of one length, as postcodes are, so the last ones are masked.",
    "Todos los valores tienen las mismas cifras, como los códigos postales, así que se enmascaran "
    "las últimas.",
)
MIXED_CODES = Sentence(
    "All values are short codes of letters and digits, so the last ones are masked.",
    "Todos los valores son códigos cortos de letras y cifras, así que se enmascaran los últimos "
    "caracteres.",
)
LONG_CODES = Sentence(
    "All values are long codes, whose parts say little, so none is kept.",
    "Todos los valores son códigos largos, cuyas partes dicen poco, así que no se conserva "
    "ninguna.",
)
CODE_LIST = Sentence(
    "A handful of whole numbers is most often a list of codes, not a scale.",
    "Unos pocos números enteros suelen ser una lista de códigos, no una escala.",
)
ONE_NUMBER = Sentence(
    "All values are the same number, so there is nothing to group.",
    "Todos los valores son el mismo número, así que no hay nada que agrupar.",
)
NUMBERS = Sentence(
    "All values are numbers, so they are grouped into ever wider intervals.",
    "Todos los valores son números, así que se agrupan en intervalos cada vez más anchos.",
)
E_MAILS = Sentence(
    "Most values look like e-mail addresses, which point to one person.",
    "La mayoría de los valores parecen direcciones de correo, que señalan a una persona.",
)
FREE_TEXT = Sentence(
    "The values are long free text, which no grouping makes safe.",
    "Los valores son textos libres largos, que ninguna agrupación hace seguros.",
)
ONE_RECORD_EACH = Sentence(
    "Most values belong to one record only, so none of them can be kept.",
    "La mayoría de los valores son de un solo registro, así que no se puede conservar ninguno.",
)
FEW_CATEGORIES = Sentence(
    "With few categories and no known order, they are kept or suppressed.",
    "Con pocas categorías y sin un orden conocido, se conservan o se suprimen.",
)
RARE_CATEGORIES = Sentence(
    "There are many categories, some of them rare, so the rare ones are joined.",
    "Hay muchas categorías y algunas son raras, así que las raras se juntan.",
)
