"""What the step *know* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("Know your data", "Conocer los datos")
INTRO = Sentence(
    "Decide what each column means for privacy. There is a proposal with its reason for every "
    "one; only you can know whether it is right.",
    "Decida qué significa cada columna para la privacidad. Hay una propuesta con su motivo para "
    "cada una; solo usted puede saber si es acertada.",
)
LOOKING = Sentence(
    "The columns are being looked at; the proposals appear here as soon as they are ready.",
    "Se están examinando las columnas; las propuestas aparecerán aquí en cuanto estén listas.",
)
NO_PROPOSAL = Sentence(
    "The columns were not looked at yet.", "Aún no se han examinado las columnas."
)
LOOK = Sentence("Look at the columns", "Examinar las columnas")
ROLES_TITLE = Sentence("What the four roles mean", "Qué significan los cuatro papeles")
ROLE_MEANINGS: Mapping[str, Sentence] = {
    "identifier": Sentence(
        "Says by itself who it is: name, ID card, e-mail. It is left out of the release.",
        "Dice por sí solo quién es: nombre, DNI, correo. No se publica.",
    ),
    "quasi-identifier": Sentence(
        "Others may know it too, and several together single a person out: birth, sex, postcode. "
        "It is made coarser.",
        "Otros también pueden saberlo, y varios juntos señalan a una persona: nacimiento, sexo, "
        "código postal. Se hace más general.",
    ),
    "sensitive": Sentence(
        "What nobody must learn about a person: a diagnosis, a salary. It is published, and "
        "protected by the others.",
        "Lo que nadie debe averiguar de una persona: un diagnóstico, un sueldo. Se publica, "
        "protegido por lo demás.",
    ),
    "insensitive": Sentence(
        "Neither known to others nor harmful. It is published as it is.",
        "Ni lo conocen otros ni perjudica. Se publica tal cual.",
    ),
}
ROLE_OF = Sentence("Role of {column}", "Papel de {column}")
PROPOSED = Sentence("Proposed: {role}", "Propuesto: {role}")
DIFFERENT = Sentence(
    "{kind} · different values: {distinct} · unknown: {nulls}",
    "{kind} · valores distintos: {distinct} · desconocidos: {nulls}",
)
OTHERS = Sentence("Other values: {number}", "Otros valores: {number}")
SPREAD = Sentence("Distribution", "Distribución")
NOTHING_KNOWN = Sentence("No value is known.", "No se conoce ningún valor.")
SETS_TITLE = Sentence(
    "Which columns together single people out", "Qué columnas juntas señalan a las personas"
)
SETS_WHY = Sentence(
    "Of all sets of columns that may be quasi-identifiers, {columns} is the smallest that tells "
    "apart nearly as many records as all of them: {distinct} of {maximum}.",
    "De todos los conjuntos de columnas que pueden ser cuasi-identificadores, {columns} es el "
    "menor "
    "que distingue casi tantos registros como todas: {distinct} de {maximum}.",
)
SETS_CAPTION = Sentence("The sets that tell most apart", "Los conjuntos que más distinguen")
SET = Sentence("Columns", "Columnas")
DISTINCT = Sentence("Different combinations", "Combinaciones distintas")
SEPARATION = Sentence("Pairs told apart", "Pares que distingue")
USE_SET = Sentence("Use only {columns}", "Usar solo {columns}")
USE_SET_MEANS = Sentence(
    "The other proposed quasi-identifiers then become identifiers: they are not published.",
    "Los demás cuasi-identificadores propuestos pasan a identificadores: no se publican.",
)
CASE_TITLE = Sentence("What is the release for?", "¿Para qué es la publicación?")
CASE = Sentence("Use case of the authorities' guide", "Caso de uso de la guía de las autoridades")
CASE_NONE = Sentence("not decided", "sin decidir")
CASE_K = Sentence(
    "The guide asks for k = {k} at least; that is now your goal in step {step_goal}.",
    "La guía pide k = {k} como mínimo; ese es ahora su objetivo en el paso {step_goal}.",
)
CASE_PERSONAL = Sentence(
    "The result remains personal data: the guide asks for no k here, only for safeguards.",
    "El resultado sigue conteniendo datos personales: la guía no pide aquí ningún k, solo "
    "garantías.",
)
CASE_SYNTHETIC = Sentence(
    "For this the guide invents records instead: see `celosia synthesize` on the command line.",
    "Para esto la guía inventa registros: vea `celosia synthesize` en la línea de órdenes.",
)
BEFORE = Sentence(
    "Records that look like no other on the proposed quasi-identifiers, as it stands: {uniques} of "
    "{records}.",
    "Registros que, tal como está, no se parecen a ningún otro en los cuasi-identificadores "
    "propuestos: {uniques} de {records}.",
)
