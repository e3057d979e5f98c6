"""What the step *release* says."""

from __future__ import annotations

from celosia import Sentence

TITLE = Sentence("Release", "Publicar")
INTRO = Sentence(
    "Check what was written, take it with its proof, and erase everything here.",
    "Compruebe lo que se ha escrito, lléveselo con su prueba y borre todo lo que queda aquí.",
)
NO_RELEASE = Sentence("There is nothing to publish yet.", "Aún no hay nada que publicar.")
READY = Sentence(
    "Meets {models} on {columns} (an unknown value {nulls}). Highest risk of finding a person "
    "known to be in the table: {risk}. {suppressed} of {records} records were left out.",
    "Cumple {models} en {columns} (un valor desconocido {nulls}). Riesgo máximo de encontrar a "
    "una persona que se sabe que está en la tabla: {risk}. Se han dejado fuera {suppressed} de "
    "{records} registros.",
)
READY_PERSONAL = Sentence(
    "No k was asked for on {columns}: people can still be recognized, and this remains personal "
    "data. Highest risk of finding a person known to be in it: {risk}. {suppressed} of {records} "
    "records were left out.",
    "No se pidió ningún k en {columns}: aún se puede reconocer a las personas, y siguen siendo "
    "datos personales. Riesgo máximo de encontrar a una persona que se sabe que está: {risk}. Se "
    "han dejado fuera {suppressed} de {records} registros.",
)
NOT_SAID = Sentence(
    "It promises no more than that. It does not protect against what somebody knows besides, "
    "against the combination with another release or, unless step {step_goal} asks for it, "
    "against groups "
    "that share one sensitive value.",
    "No promete más que eso. No protege frente a lo que alguien sepa por otro lado, ni frente a la "
    "combinación con otra publicación ni, salvo que lo pida en el paso {step_goal}, frente a "
    "grupos que "
    "comparten un mismo valor sensible.",
)
VERIFY_TITLE = Sentence("1. Verify", "1. Verificar")
VERIFY_WHY = Sentence(
    "The released file is read again and judged by code that shares nothing with the search.",
    "El fichero publicado se vuelve a leer y lo juzga código que no comparte nada con la búsqueda.",
)
NOTHING_TO_VERIFY = Sentence(
    "Nothing was asked for that could be verified.", "No se pidió nada que se pueda verificar."
)
VERIFY = Sentence("Verify now", "Verificar ahora")
VERIFY_AGAIN = Sentence("Verify again", "Verificar de nuevo")
HOLDS = Sentence(
    "Verified: {models} holds for all {records} records; the smallest group has {smallest}.",
    "Verificado: se cumple {models} en los {records} registros; el grupo menor tiene {smallest}.",
)
FAILS = Sentence(
    "It does not hold: {rejected} records are in groups that are not safe. Do not publish it.",
    "No se cumple: {rejected} registros están en grupos no seguros. No lo publique.",
)
TAKE_TITLE = Sentence("2. Take the files", "2. Llevarse los ficheros")
RELEASE_FILE = Sentence("The released table", "La tabla publicada")
ESCAPED = Sentence(
    "The same for spreadsheets (no cell is a formula)",
    "La misma para hojas de cálculo (ninguna celda es fórmula)",
)
CERTIFICATE = Sentence("Certificate", "Certificado")
EVIDENCE = Sentence(
    "Evidence for an auditor (keep it to yourself)",
    "Prueba para un auditor (guárdela para usted)",
)
RECIPE = Sentence("Recipe, to do the same again", "Receta, para repetirlo igual")
REPORT = Sentence("Write the report", "Escribir el informe")
OPEN_REPORT = Sentence("Open the report", "Abrir el informe")
OTHER_FORMAT = Sentence("Make it again as", "Hacerla de nuevo como")
MAKE = Sentence("Make", "Hacer")
CONTENTS = Sentence(
    "The certificate holds parameters, seed, versions, hashes and figures, and no value of the "
    "data.",
    "El certificado contiene parámetros, semilla, versiones, huellas y cifras, y ningún valor de "
    "los datos.",
)
FINISH_TITLE = Sentence("3. Finish", "3. Terminar")
FINISH_WHY = Sentence(
    "Finishing erases the original, every result and every decision of this project from this "
    "computer, and checks that nothing is left. Take your files first.",
    "Al terminar se borran de este ordenador el original, todos los resultados y todas las "
    "decisiones "
    "de este proyecto, y se comprueba que no queda nada. Llévese antes sus ficheros.",
)
FINISH = Sentence("Finish and erase everything", "Terminar y borrarlo todo")
SURE = Sentence("Erase “{name}” for good?", "¿Borrar «{name}» para siempre?")
SURE_BUTTON = Sentence("Yes, erase everything", "Sí, borrarlo todo")
ERASED_TITLE = Sentence("Finished", "Terminado")
ERASED_FILES = Sentence("{number} files were erased.", "Se han borrado {number} ficheros.")
