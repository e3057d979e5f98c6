"""Why each technique is suggested, in English and Spanish."""

from __future__ import annotations

from collections.abc import Mapping

from celosia.domain.language import Sentence

IDENTIFIER = Sentence(
    "A direct identifier names one person: the guide removes it first of all.",
    "Un identificador directo nombra a una persona: la guía lo elimina antes que nada.",
)
LINKED = Sentence(
    "Only if records must be linked: equal values get equal pseudonyms, and whoever has the key "
    "can repeat them. The result is still personal data.",
    "Solo si hay que enlazar registros: valores iguales reciben seudónimos iguales, y quien tenga "
    "la clave puede repetirlos. Los datos siguen siendo personales.",
)
FAKE = Sentence(
    "Test data may keep the column with invented values of the same format that belong to none of "
    "the persons in it.",
    "Los datos de prueba pueden conservar la columna con valores inventados del mismo formato que "
    "no son de ninguna de sus personas.",
)
RANGES = Sentence(
    "Ranges of 5 keep the distribution and hide the exact number.",
    "Los rangos de 5 conservan la distribución y ocultan el número exacto.",
)
DATE = Sentence(
    "A whole date tells almost everybody apart; the month or the year seldom does.",
    "Una fecha completa distingue a casi todos; el mes o el año, pocas veces.",
)
PLACE = Sentence(
    "Two decimals of a degree are about 1.1 km; the whole coordinate is a front door.",
    "Dos decimales de grado son unos 1,1 km; la coordenada completa es un portal.",
)
TAXONOMY = Sentence(
    "Nothing in the values says which belong together: a level of their hierarchy does (a trade, a "
    "sector, a district). Look through it, or write your own.",
    "Nada en los valores dice cuáles van juntos: lo dice un nivel de su jerarquía (un oficio, un "
    "sector, un distrito). Revísela, o escriba la suya.",
)
OTHERS = Sentence(
    "Categories that very few records hold point at their persons; together they are “others”.",
    "Las categorías de muy pocos registros señalan a sus personas; juntas son «otros».",
)
OUTLIERS = Sentence(
    "A number far from all others identifies by itself.",
    "Un número alejado de todos los demás identifica por sí solo.",
)
NOISE = Sentence(
    "Where single values may be slightly wrong, noise in proportion to the range hides the exact "
    "one.",
    "Donde cada valor puede ser ligeramente inexacto, un ruido proporcional al rango oculta el "
    "exacto.",
)
SHIFT = Sentence(
    "A shift of up to 30 days hides the exact date and keeps the season.",
    "Un desplazamiento de hasta 30 días oculta la fecha exacta y conserva la época.",
)
SWAP = Sentence(
    "Test data needs real-looking values, not those of the same person: they are exchanged between "
    "records.",
    "Los datos de prueba necesitan valores verosímiles, no los de la misma persona: se "
    "intercambian entre registros.",
)
MASK: Mapping[str, Sentence] = {
    "ip": Sentence(
        "The last two octets (IPv4) or 80 bits (IPv6) lead to one connection; the rest is a "
        "network.",
        "Los dos últimos octetos (IPv4) o los últimos 80 bits (IPv6) llevan a una conexión; el "
        "resto es una red.",
    ),
    "plate": Sentence(
        "The last four characters of a number plate tell one vehicle from the others.",
        "Los cuatro últimos caracteres de una matrícula distinguen un vehículo de los demás.",
    ),
    "vin": Sentence(
        "The last three characters of the chassis number tell one vehicle from the others.",
        "Los tres últimos caracteres del bastidor distinguen un vehículo de los demás.",
    ),
    "postcode": Sentence(
        "The first two digits of a postcode are the province; the rest is a neighbourhood.",
        "Las dos primeras cifras de un código postal son la provincia; el resto es un barrio.",
    ),
    "email": Sentence(
        "What stands before the at sign is a person; the domain may be useful.",
        "Lo que hay antes de la arroba es una persona; el dominio puede ser útil.",
    ),
    "card": Sentence(
        "All digits but the last four of a card are hidden, as receipts do.",
        "Se ocultan todas las cifras de la tarjeta menos las cuatro últimas, como en los recibos.",
    ),
}
