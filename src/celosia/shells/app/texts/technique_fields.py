"""What the form of a technique calls each field and each choice."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

FIELDS: Mapping[str, Sentence] = {
    "columns": Sentence("Columns", "Columnas"),
    "condition": Sentence("Records in which the column has", "Registros en que la columna tiene"),
    "value": Sentence(
        "The value or limit (a date as 2024-12-31)", "El valor o límite (una fecha, 2024-12-31)"
    ),
    "values": Sentence("The values", "Los valores"),
    "keep_only": Sentence(
        "The other way round: keep only those records", "Al revés: conservar solo esos registros"
    ),
    "measure": Sentence("What is far away", "Qué se considera alejado"),
    "limit": Sentence("Limit", "Límite"),
    "k": Sentence("Fewest records alike (k)", "Registros iguales como mínimo (k)"),
    "mask_first": Sentence(
        "Characters to mask at the beginning", "Caracteres que se ocultan al principio"
    ),
    "mask_last": Sentence("Characters to mask at the end", "Caracteres que se ocultan al final"),
    "keep_first": Sentence(
        "Characters to keep at the beginning", "Caracteres que se conservan al principio"
    ),
    "keep_last": Sentence("Characters to keep at the end", "Caracteres que se conservan al final"),
    "symbols": Sentence(
        "Always so many symbols, to hide the length",
        "Siempre tantos símbolos, para ocultar la longitud",
    ),
    "symbol": Sentence("Symbol", "Símbolo"),
    "format": Sentence("Format of the values", "Formato de los valores"),
    "keep_domain": Sentence(
        "Keep what stands after the at sign", "Conservar lo que sigue a la arroba"
    ),
    "misfits": Sentence("Values of another format", "Valores de otro formato"),
    "length": Sentence("Length of the pseudonym", "Longitud del seudónimo"),
    "random-pseudonym.symbols": Sentence("Made of", "Compuesto de"),
    "fresh": Sentence(
        "New ones each time: tables cannot be joined by them",
        "Nuevos cada vez: no permiten unir tablas",
    ),
    "attribute": Sentence(
        "What other tables call this column", "Cómo llaman otras tablas a esta columna"
    ),
    "dni": Sentence("The values are DNI or NIE", "Los valores son DNI o NIE"),
    "imitates": Sentence("What is imitated", "Qué se imita"),
    "language": Sentence("Language of the names", "Idioma de los nombres"),
    "width": Sentence("Width", "Ancho"),
    "uniform-noise.width": Sentence("At most so much noise", "Ruido máximo"),
    "gaussian-noise.width": Sentence(
        "Standard deviation of the noise", "Desviación típica del ruido"
    ),
    "origin": Sentence("Ranges are counted from", "Los rangos se cuentan desde"),
    "bottom": Sentence("Lowest number told", "Número menor que se dice"),
    "top": Sentence("Highest number told", "Número mayor que se dice"),
    "level": Sentence("Level (1 is the finest)", "Nivel (1 es el más fino)"),
    "least": Sentence("Rare: held by fewer records than", "Rara: la tienen menos registros que"),
    "share": Sentence(
        "Noise as a share of the range (0.05 is 5 %)",
        "Ruido como parte del rango (0,05 es el 5 %)",
    ),
    "rare-to-others.share": Sentence(
        "Rare: held by less than this share (0.05 is 5 %)",
        "Rara: la tiene menos de esta parte (0,05 es el 5 %)",
    ),
    "correlated-noise.share": Sentence(
        "Noise as a share of the variance (0.1 is 10 %)",
        "Ruido como parte de la varianza (0,1 es el 10 %)",
    ),
    "label": Sentence("Label of the rare ones", "Nombre para las raras"),
    "period": Sentence("Keep only the", "Conservar solo"),
    "base": Sentence("To multiples of", "A múltiplos de"),
    "direction": Sentence("Which multiple", "Qué múltiplo"),
    "decimals": Sentence("Decimals (2 are 1.1 km)", "Decimales (2 son 1,1 km)"),
    "laplace-mechanism.decimals": Sentence("Decimals", "Decimales"),
    "rate": Sentence("Share of the records (1 is all)", "Parte de los registros (1 es todos)"),
    "grouped": Sentence(
        "Move the columns together, so that they still match",
        "Mover las columnas juntas, para que sigan correspondiéndose",
    ),
    "percent": Sentence(
        "How far in the ranking, in % of the records",
        "Hasta qué distancia en el orden, en % de los registros",
    ),
    "clip": Sentence("Never leave the range of the column", "No salir del rango de la columna"),
    "days": Sentence("Most days, forwards or back", "Días como máximo, adelante o atrás"),
    "subject": Sentence("One shift for each value of", "Un mismo desplazamiento por cada valor de"),
    "by": Sentence("What the group takes", "Qué toma el grupo"),
    "keep": Sentence(
        "Probability that a value stays (0.8 is 80 %)",
        "Probabilidad de que un valor se quede (0,8 es el 80 %)",
    ),
    "invariant": Sentence(
        "Keep the share of each category, on average",
        "Conservar en promedio la parte de cada categoría",
    ),
    "scale": Sentence(
        "How far on average (0.1 leaves most values)",
        "Cuánto se aleja (0,1 deja casi todos los valores)",
    ),
    "epsilon": Sentence("Epsilon (less protects more)", "Épsilon (cuanto menor, más protege)"),
    "low": Sentence("Lowest possible value", "Valor mínimo posible"),
    "high": Sentence("Highest possible value", "Valor máximo posible"),
    "categories": Sentence("All possible values", "Todos los valores posibles"),
}
"""By the name of the field, or of the technique and the field."""

CHOICES: Mapping[str, Mapping[str, Sentence]] = {
    "condition": {
        "equals": Sentence("this value", "este valor"),
        "one-of": Sentence("one of these values", "uno de estos valores"),
        "below": Sentence("less than the limit", "menos que el límite"),
        "above": Sentence("more than the limit", "más que el límite"),
        "missing": Sentence("no value", "ningún valor"),
    },
    "measure": {
        "mad": Sentence("by distance to the median", "por distancia a la mediana"),
        "iqr": Sentence("by distance to the quartiles", "por distancia a los cuartiles"),
    },
    "format": {
        "email": Sentence("e-mail", "correo electrónico"),
        "card": Sentence("payment card", "tarjeta de pago"),
        "ip": Sentence("IP address", "dirección IP"),
        "plate": Sentence("number plate", "matrícula"),
        "vin": Sentence("chassis number", "número de bastidor"),
        "postcode": Sentence("Spanish postcode", "código postal español"),
    },
    "misfits": {
        "refuse": Sentence("stop and tell how many", "parar y decir cuántos hay"),
        "mask": Sentence("mask them whole", "ocultarlos enteros"),
    },
    "random-pseudonym.symbols": {
        "digits": Sentence("digits", "cifras"),
        "letters": Sentence("letters", "letras"),
    },
    "imitates": {
        "pattern": Sentence("letters and digits where they are", "letras y cifras donde están"),
        "name": Sentence("names", "nombres"),
        "email": Sentence("e-mail addresses", "correos electrónicos"),
        "phone": Sentence("telephone numbers", "teléfonos"),
        "dni": Sentence("DNI and NIE", "DNI y NIE"),
    },
    "language": {"es": Sentence("Spanish", "español"), "en": Sentence("English", "inglés")},
    "period": {
        "month": Sentence("month", "el mes"),
        "quarter": Sentence("quarter", "el trimestre"),
        "year": Sentence("year", "el año"),
    },
    "direction": {
        "nearest": Sentence("the nearest", "el más próximo"),
        "down": Sentence("the next lower", "el inmediato inferior"),
        "up": Sentence("the next higher", "el inmediato superior"),
    },
    "by": {
        "mean": Sentence("the mean", "la media"),
        "median": Sentence("the median", "la mediana"),
        "mode": Sentence("the most frequent value", "el valor más frecuente"),
    },
}
"""What a field can be, by the same names."""

TOGETHER: Mapping[str, Sentence] = {
    "record-suppression": Sentence(
        "Give the value or limit, or several values, as the condition says.",
        "Indique el valor o límite, o varios valores, según la condición.",
    ),
    "masking": Sentence(
        "Say how many characters to mask, or how many to keep; not both.",
        "Indique cuántos caracteres se ocultan, o cuántos se conservan; no ambas cosas.",
    ),
    "format-masking": Sentence(
        "Only e-mail addresses have a part after the at sign and a number of symbols.",
        "Solo los correos tienen parte tras la arroba y número de símbolos.",
    ),
    "top-bottom-coding": Sentence(
        "Give the lowest number, the highest, or both; the lowest is the smaller.",
        "Indique el número menor, el mayor o ambos; el menor, más pequeño que el mayor.",
    ),
    "intervals": Sentence(
        "Where both are given, the lowest number is smaller than the highest.",
        "Si se dan ambos, el número menor es más pequeño que el mayor.",
    ),
    "rare-to-others": Sentence(
        "Say what is rare by a number of records, or by a share; not both.",
        "Diga qué es raro con un número de registros o con una parte; no ambas cosas.",
    ),
    "uniform-noise": Sentence(
        "Give the noise as a share of the range, or as it is; not both.",
        "Indique el ruido como parte del rango o tal cual; no ambas cosas.",
    ),
    "gaussian-noise": Sentence(
        "Give the noise as a share of the range, or as it is; not both.",
        "Indique el ruido como parte del rango o tal cual; no ambas cosas.",
    ),
    "date-shift": Sentence(
        "Without a column for the person, every record has a shift of its own.",
        "Sin columna de la persona, cada registro tiene su propio desplazamiento.",
    ),
    "laplace-mechanism": Sentence(
        "Take the limits from what is possible, not from the table: they are published.",
        "Tome los límites de lo posible, no de la tabla: se publican.",
    ),
    "randomized-response": Sentence(
        "List all values that are possible, not only those of the table: they are published.",
        "Indique todos los valores posibles, no solo los de la tabla: se publican.",
    ),
}
"""How the fields of a technique go together."""
RULES: Mapping[str, Sentence] = {
    "symbol": Sentence("One visible character.", "Un solo carácter visible."),
    "columns": Sentence("At least one column.", "Al menos una columna."),
    "subject": Sentence(
        "Not one of the columns that are shifted.", "Ninguna de las columnas que se desplazan."
    ),
    "bottom": Sentence("Less than the highest number.", "Menos que el número mayor."),
    "high": Sentence("More than the lowest possible value.", "Más que el valor mínimo posible."),
    "categories": Sentence(
        "At least two, all of them different.", "Al menos dos, todos distintos."
    ),
    "value": Sentence(
        "A number, or a date written as 2024-12-31.", "Un número, o una fecha como 2024-12-31."
    ),
}
"""What a field that the library refused has to be."""
