"""What `celosia guide` says, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from celosia import Role, Sentence

LEAVE_OUT = "leave-out"
ASK_ME = "questions"
NOT_APPLICABLE = "n/a"

ROLES: Mapping[str, Sentence] = {
    Role.IDENTIFIER: Sentence("identifier", "identificador"),
    Role.QUASI_IDENTIFIER: Sentence("quasi-identifier", "cuasi-identificador"),
    Role.SENSITIVE: Sentence("sensitive", "sensible"),
    Role.INSENSITIVE: Sentence("insensitive", "no sensible"),
    LEAVE_OUT: Sentence("leave it out", "omitirla"),
    ASK_ME: Sentence("ask me the guide's questions", "hacerme las preguntas de la guía"),
}
YES_NO: Mapping[str, Sentence] = {"yes": Sentence("yes", "sí"), "no": Sentence("no", "no")}
CONTROL_ANSWERS: Mapping[str, Sentence] = {
    **YES_NO,
    NOT_APPLICABLE: Sentence("not applicable", "no aplicable"),
}
LEVELS: Mapping[Literal["low", "medium", "high"], Sentence] = {
    "low": Sentence("low", "bajo"),
    "medium": Sentence("medium", "medio"),
    "high": Sentence("high", "alto"),
}
CONTROL_LEVELS: Mapping[Literal["high", "medium", "low", "none"], Sentence] = {
    "high": Sentence("strong", "altos"),
    "medium": Sentence("medium", "medios"),
    "low": Sentence("weak", "bajos"),
    "none": Sentence("none", "ninguno"),
}
GROUPS: Mapping[str, Sentence] = {
    "technical": Sentence("technical", "técnico"),
    "process": Sentence("process", "de proceso"),
    "legal": Sentence("legal", "legal"),
}
REMEDIES: Mapping[str, Sentence] = {
    "search": Sentence(
        "search the best generalization, instead of the techniques of the quasi-identifiers",
        "buscar la mejor generalización, en lugar de las técnicas de los cuasi-identificadores",
    ),
    "coarser": Sentence("make one column coarser", "reducir el detalle de una columna"),
    "repeat": Sentence(
        "make columns coarser until the threshold holds",
        "reducir el detalle hasta cumplir el umbral",
    ),
    "records": Sentence(
        "leave out the records of small classes", "suprimir los registros de clases pequeñas"
    ),
    "stop": Sentence("stop without a recipe", "terminar sin receta"),
}

WORDS: Mapping[str, Sentence] = {
    "step1": Sentence("Step 1: know your data", "Paso 1: conozca sus datos"),
    "step2": Sentence("Step 2: de-identify", "Paso 2: desidentifique"),
    "step3": Sentence("Step 3: apply techniques", "Paso 3: aplique técnicas"),
    "step4": Sentence("Step 4: compute the risk", "Paso 4: calcule el riesgo"),
    "step5": Sentence("Step 5: manage the risk", "Paso 5: gestione el riesgo"),
    "skipped": Sentence(
        "Use case {case} does not have this step.", "El caso de uso {case} no tiene este paso."
    ),
    "which-case": Sentence("What is the result for?", "¿Para qué es el resultado?"),
    "column": Sentence("column", "columna"),
    "role": Sentence("role", "papel"),
    "why": Sentence("why", "por qué"),
    "done": Sentence("what is done", "qué se hace"),
    "changed": Sentence("cells changed", "celdas cambiadas"),
    "distinct": Sentence("distinct values", "valores distintos"),
    "left-out-records": Sentence("records left out", "registros omitidos"),
    "change-role": Sentence(
        "Column whose role is another (Enter: all are right)",
        "Columna con otro papel (Intro: todas están bien)",
    ),
    "change-identifier": Sentence(
        "Identifier to treat in another way (Enter: go on)",
        "Identificador que tratar de otro modo (Intro: seguir)",
    ),
    "change-technique": Sentence(
        "Column to treat in another way (Enter: go on)",
        "Columna que tratar de otro modo (Intro: seguir)",
    ),
    "which-role": Sentence("What is '{column}'?", "¿Qué es «{column}»?"),
    "which-technique": Sentence(
        "What is to be done to '{column}'?", "¿Qué se hace con «{column}»?"
    ),
    "none": Sentence("nothing", "nada"),
    "dropped": Sentence("dropped", "se elimina"),
    "no-columns": Sentence(
        "There is no column to which this applies.", "No hay ninguna columna a la que se aplique."
    ),
    "least-k": Sentence(
        "Least k (the guide advises {k} or more here)",
        "k mínimo (aquí la guía aconseja {k} o más)",
    ),
    "harm": Sentence(
        "How much could a re-identification harm somebody?",
        "¿Cuánto podría perjudicar a alguien una reidentificación?",
    ),
    "motivation": Sentence(
        "How motivated and able would an attacker among the recipients be?",
        "¿Qué motivación y medios tendría un atacante entre quienes la reciben?",
    ),
    "mitigation": Sentence(
        "How strong are the controls over who receives the table?",
        "¿Cómo son los controles sobre quien recibe la tabla?",
    ),
    "acquaintance": Sentence(
        "Probability that a recipient knows somebody in the table (0 if unknown)",
        "Probabilidad de que quien la recibe conozca a alguien de la tabla (0 si no se sabe)",
    ),
    "breach": Sentence(
        "Probability of a breach in the recipient's sector (0 if unknown)",
        "Probabilidad de una brecha en el sector de quien la recibe (0 si no se sabe)",
    ),
    "raised": Sentence(
        "By annex D this takes k={k}, which is the threshold from here on.",
        "Según el anexo D hace falta k={k}, que es el umbral desde aquí.",
    ),
    "reached": Sentence(
        "k={k} in {classes} classes of {records} records; threshold: {target}. Left out: {left} "
        "records.",
        "k={k} en {classes} clases de {records} registros; umbral: {target}. Se omiten {left} "
        "registros.",
    ),
    "levels": Sentence(
        "Levels of the hierarchies (0: as it is): {levels}.",
        "Niveles de las jerarquías (0: tal cual): {levels}.",
    ),
    "short": Sentence(
        "{below} records ({share}) are in classes of fewer than {target}. Most values: {widest}.",
        "{below} registros ({share}) están en clases de menos de {target}. Más valores: {widest}.",
    ),
    "remedy": Sentence("What now?", "¿Qué hacer?"),
    "which-column": Sentence("Which column?", "¿Qué columna?"),
    "coarser": Sentence(
        "'{column}': {before} → {after} distinct values.",
        "«{column}»: {before} → {after} valores distintos.",
    ),
    "left-out": Sentence(
        "'{column}' is left out: no coarser detail is of use.",
        "«{column}» se omite: ningún detalle más grueso sirve.",
    ),
    "stopped": Sentence(
        "k={k} is below the threshold of {target}, so no recipe was written. Without the "
        "threshold the guide asks for stricter controls, or for an expert.",
        "k={k} no llega al umbral de {target}, así que no se escribió ninguna receta. Sin el "
        "umbral la guía pide controles más estrictos, o un experto.",
    ),
    "broken-off": Sentence("Stopped; nothing was written.", "Interrumpido; no se ha escrito nada."),
    "unchanged": Sentence(
        "{number} of {records} records equal an original one in all columns that are not "
        "identifiers; the guide wants none.",
        "{number} de {records} registros son iguales a uno original en todas las columnas que no "
        "son identificadores; la guía no quiere ninguno.",
    ),
    "invented-instead": Sentence(
        "`celosia synthesize --for testing` makes records up and leaves out those that come near "
        "an original one.",
        "`celosia synthesize --for testing` inventa registros y descarta los que se acercan a uno "
        "original.",
    ),
    "control": Sentence(
        "yes, no or n/a (Enter: answer later)", "sí, no o n/a (Intro: responder más tarde)"
    ),
    "because": Sentence("Why is it not applicable?", "¿Por qué no es aplicable?"),
    "condition": Sentence("The guide: {text}", "La guía: {text}"),
    "unanswered": Sentence("Still to be answered: {names}.", "Quedan por responder: {names}."),
    "missing": Sentence("Not in place: {names}.", "No implantados: {names}."),
    "incidents": Sentence(
        "If something is lost: celosia guide --incidents",
        "Si se pierde algo: celosia guide --incidents --lang es",
    ),
    "personal": Sentence(
        "The result is personal data: it must be guarded as such.",
        "El resultado son datos personales: deben custodiarse como tales.",
    ),
    "vault": Sentence(
        "To be able to say later who is behind a pseudonym, publish with: "
        "celosia anonymize {recipe} --vault FILE",
        "Para poder decir después quién está tras un seudónimo, publique con: "
        "celosia anonymize {recipe} --vault FICHERO",
    ),
    "no-vault": Sentence(
        "The guide wants no table of identities kept with it: publish without --vault, and destroy "
        "what vaults there are (celosia vault destroy FILE).",
        "La guía no quiere que se conserve con él ninguna tabla de identidades: publique sin "
        "--vault, y destruya las bóvedas que haya (celosia vault destroy FICHERO).",
    ),
    "written": Sentence(
        "Recipe: {recipe}. Publish with: celosia anonymize {recipe}",
        "Receta: {recipe}. Publique con: celosia anonymize {recipe}",
    ),
    "released": Sentence(
        "Release: {output} ({records} records, k={k}, verified by reading it again). "
        "Certificate: {certificate}. Evidence of what it was made of, for an auditor and nobody "
        "else: {evidence}",
        "Publicación: {output} ({records} registros, k={k}, verificada leyéndola de nuevo). "
        "Certificado: {certificate}. Prueba de con qué se hizo, para una auditoría y nadie más: "
        "{evidence}",
    ),
    "choice": Sentence("Number or name", "Número o nombre"),
    "again": Sentence(
        "That is not one of the choices: {choices}.", "Eso no es una de las opciones: {choices}."
    ),
    "not-a-number": Sentence(
        "Write a number from {low} to {high}.", "Escriba un número de {low} a {high}."
    ),
    "not-whole": Sentence(
        "Write a whole number of at least {low}.", "Escriba un número entero, al menos {low}."
    ),
    "no-text": Sentence("Write the reason.", "Escriba el motivo."),
}
