"""What the step *risk* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("Risk", "Riesgo")
INTRO = Sentence(
    "See who could find somebody in the table, before and after, against the risk you accept.",
    "Vea quién podría encontrar a alguien en la tabla, antes y después, frente al riesgo que "
    "acepta.",
)
NO_RELEASE = Sentence(
    "There is no result yet: the figures below are of the original. Make one in step "
    "{step_choose}.",
    "Aún no hay ningún resultado: las cifras son del original. Haga uno en el paso {step_choose}.",
)
MEASURE = Sentence("Measure the risk", "Medir el riesgo")
MEASURE_AGAIN = Sentence("Measure again", "Medir de nuevo")
NOT_MEASURED = Sentence("Not measured yet.", "Aún sin medir.")
THRESHOLD = Sentence("Risk you accept (%)", "Riesgo que acepta (%)")
THRESHOLD_LINE = Sentence(
    "The black line is the risk you accept: {threshold}.",
    "La línea negra es el riesgo que acepta: {threshold}.",
)
BEFORE = Sentence("before", "antes")
AFTER = Sentence("after", "después")
WITHIN = Sentence("Within what you accept.", "Dentro de lo que acepta.")
OVER = Sentence(
    "Over what you accept: ask for a higher k in step {step_goal} (k = {k} or more).",
    "Por encima de lo que acepta: pida un k mayor en el paso {step_goal} (k = {k} o más).",
)
ATTACKERS = Sentence("Attackers", "Atacantes")
HIGHEST = Sentence(
    "Prosecutor: somebody looks for one person they know is in the table: the worst case",
    "Fiscal: alguien busca a una persona que sabe que está en la tabla: el peor caso",
)
AVERAGE = Sentence(
    "Prosecutor, for a record taken at random", "Fiscal, para un registro cualquiera"
)
AT_RISK = Sentence(
    "Share of the records over the risk you accept",
    "Parte de los registros por encima del riesgo que acepta",
)
UNIQUES = Sentence(
    "Share of the records that look like no other",
    "Parte de los registros que no se parecen a ningún otro",
)
MARKETER = Sentence(
    "Marketer: somebody tries everybody: share of the people found",
    "Comercial: alguien prueba con todos: parte de las personas encontradas",
)
SENSITIVE = Sentence("What can be learned of {column}", "Qué se puede averiguar de {column}")
ALL_THE_SAME = Sentence(
    "There is a group whose records all have the same value of {column}: of a person known to be "
    "in that group it can be learned without finding the record. Step {step_goal}, “More "
    "protections”, "
    "prevents it.",
    "Hay algún grupo cuyos registros tienen todos el mismo valor de {column}: de quien se sepa que "
    "está en ese grupo se puede averiguar sin encontrar su registro. El paso {step_goal}, «Más "
    "protecciones», lo evita.",
)
FIGURE = Sentence("Figure", "Cifra")
MEANING = Sentence("What it means", "Qué significa")
SCENARIO = Sentence(
    "Would somebody try? The authorities' calculator",
    "¿Lo intentaría alguien? La calculadora de las autoridades",
)
SCENARIO_WHY = Sentence(
    "For releases that are not public: the chance that somebody tries, divided by k, against the "
    "threshold for the harm it could do (PDPC and AEPD, 2022, annex D).",
    "Para publicaciones que no son públicas: la probabilidad de que alguien lo intente, dividida "
    "por k, frente al umbral según el daño posible (PDPC y AEPD, 2022, anexo D).",
)
HARM = Sentence("Harm it could do", "Daño que podría causar")
MOTIVATION = Sentence(
    "Motivation and resources of who receives it", "Motivación y medios de quien la recibe"
)
CONTROLS = Sentence("Controls over who receives it", "Controles sobre quien la recibe")
ACQUAINTANCE = Sentence(
    "Chance that they know somebody in it (%)",
    "Probabilidad de que conozca a alguien de la tabla (%)",
)
BREACH = Sentence("Chance that the table leaks (%)", "Probabilidad de que la tabla se filtre (%)")
MOTIVATIONS: Mapping[str, Sentence] = {
    "low": Sentence("low", "baja"),
    "medium": Sentence("medium", "media"),
    "high": Sentence("high", "alta"),
}
HARMS: Mapping[str, Sentence] = {
    "low": Sentence("low", "bajo"),
    "medium": Sentence("medium", "medio"),
    "high": Sentence("high", "alto"),
}
CONTROL_DEGREES: Mapping[str, Sentence] = {
    "high": Sentence("strong", "fuertes"),
    "medium": Sentence("medium", "medios"),
    "low": Sentence("weak", "débiles"),
    "none": Sentence("none", "ninguno"),
}
