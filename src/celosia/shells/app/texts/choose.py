"""What step 5 says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

INTRO = Sentence(
    "See every way to reach the goal with your hierarchies, pick one, and look at the result "
    "before you decide.",
    "Vea todas las maneras de alcanzar el objetivo con sus jerarquías, elija una y mire el "
    "resultado antes de decidir.",
)
GOAL_NOW = Sentence(
    "Goal: {models}; at most {share} of the records left out.",
    "Objetivo: {models}; como mucho se deja fuera el {share} de los registros.",
)
NO_GOAL = Sentence("No goal was set yet.", "Aún no hay ningún objetivo.")
CANDIDATES = Sentence("All candidate generalizations", "Todas las generalizaciones candidatas")
FIND = Sentence("Find all candidates", "Buscar todas las candidatas")
FIND_AGAIN = Sentence("Find them again", "Buscarlas de nuevo")
NOT_FOUND_YET = Sentence(
    "Not searched yet. A candidate gives each quasi-identifier one level of its hierarchy.",
    "Aún sin buscar. Una candidata da a cada cuasi-identificador un nivel de su jerarquía.",
)
FOUND = Sentence(
    "{number} of {nodes} generalizations reach the goal. The best one loses least.",
    "{number} de {nodes} generalizaciones alcanzan el objetivo. La mejor es la que menos pierde.",
)
TIES = Sentence("{number} more lose just as little.", "Otras {number} pierden igual de poco.")
SHOWN = Sentence("The best {number} are listed.", "Se listan las {number} mejores.")
HOW_TO_PICK = Sentence(
    "Click a row (or press space on it) to pick it. Level 0 is the original value.",
    "Haga clic en una fila (o pulse espacio sobre ella) para elegirla. El nivel 0 es el valor "
    "original.",
)
KIND = Sentence("Which", "Cuál")
KINDS: Mapping[str, Sentence] = {
    "optimal": Sentence("best", "óptima"),
    "tie": Sentence("as good", "igual de buena"),
    "minimal": Sentence("minimal", "minimal"),
    "safe": Sentence("safe", "segura"),
    "unsafe": Sentence("unsafe", "insegura"),
}
LOSS = Sentence("Loss", "Pérdida")
LEFT_OUT = Sentence("Left out", "Fuera")
CLASSES = Sentence("Groups", "Grupos")
SMALLEST = Sentence("Smallest group", "Grupo menor")
RISK = Sentence("Highest risk", "Riesgo máximo")
LATTICE = Sentence("As a lattice picture", "Como dibujo de la red")
LATTICE_SAID = Sentence(
    "Lattice of {nodes} generalizations, {number} of them safe; the original at the bottom, the "
    "coarsest at the top",
    "Red de {nodes} generalizaciones, {number} de ellas seguras; la original abajo, la más general "
    "arriba",
)
LATTICE_HOW = Sentence(
    "Scroll to zoom, drag to move, point at a node to see its figures, click a safe one to pick "
    "it.",
    "Use la rueda para acercar, arrastre para mover, señale un nodo para ver sus cifras y haga "
    "clic "
    "en uno seguro para elegirlo.",
)
LATTICE_LARGE = Sentence(
    "A lattice of {nodes} nodes is too large to draw; the table above holds the candidates.",
    "Una red de {nodes} nodos es demasiado grande para dibujarla; la tabla de arriba tiene las "
    "candidatas.",
)
PICKED = Sentence("Picked: {levels}", "Elegida: {levels}")
LOOK = Sentence("Make it and look at the result", "Hacerla y mirar el resultado")
GROUPS = Sentence(
    "Or without hierarchies: groups of similar records",
    "O sin jerarquías: grupos de registros parecidos",
)
GROUPS_WHY = Sentence(
    "Similar records are grouped and each group gets labels of its own. For the same k less is "
    "lost, but the same value may be written in different ways in different groups.",
    "Se agrupan los registros parecidos y cada grupo recibe sus propias etiquetas. Para el mismo k "
    "se pierde menos, pero un mismo valor puede salir escrito de distinta manera en cada grupo.",
)
METHOD = Sentence("Method", "Método")
METHODS: Mapping[str, Sentence] = {
    "auto": Sentence(
        "the one that fits the size of the table", "el adecuado al tamaño de la tabla"
    ),
    "k-members": Sentence("k-members", "k-members"),
    "mondrian": Sentence("Mondrian", "Mondrian"),
    "mdav": Sentence("MDAV", "MDAV"),
    "hilbert": Sentence("Hilbert curve", "curva de Hilbert"),
    "local": Sentence(
        "local recoding with the hierarchies", "recodificación local con las jerarquías"
    ),
}
RESULT = Sentence("Original and result side by side", "Original y resultado, lado a lado")
ORIGINAL = Sentence("Original", "Original")
RELEASED = Sentence("Result", "Resultado")
SHUFFLED = Sentence(
    "The rows of the result are shuffled on purpose: their order must tell nothing.",
    "Las filas del resultado están barajadas a propósito: su orden no debe decir nada.",
)
MADE_BY = Sentence("Made by {way}.", "Hecho con {way}.")
LEVELS = Sentence("levels {levels}", "los niveles {levels}")
GROUPED = Sentence("groups ({method})", "grupos ({method})")
FIGURES = Sentence("Before and after", "Antes y después")
BEFORE = Sentence("Before", "Antes")
AFTER = Sentence("After", "Después")
RECORDS = Sentence("Records", "Registros")
UNIQUES = Sentence("Records like no other", "Registros sin otro igual")
WHY_TITLE = Sentence("Why this costs what it costs", "Por qué cuesta lo que cuesta")
EXPLAIN = Sentence("Explain it", "Explicarlo")
NOT_EXPLAINED = Sentence(
    "Not worked out yet: which column costs most, and what would change with a smaller k, with 1 % "
    "more records left out, or without a column.",
    "Aún sin calcular: qué columna cuesta más y qué cambiaría con un k menor, dejando fuera un 1 % "
    "más de registros, o sin una columna.",
)
COSTS = Sentence("Detail lost per column", "Detalle perdido por columna")
COSTS_MOST = Sentence("What costs most: {columns}.", "Lo que más cuesta: {columns}.")
CHANGES = Sentence("What would change", "Qué cambiaría")
CHANGE = Sentence("If…", "Si…")
LOSS_THEN = Sentence("Loss then", "Pérdida entonces")
DIFFERENCE = Sentence("Difference", "Diferencia")
WHATS: Mapping[str, Sentence] = {
    "as it is": Sentence("nothing changes", "nada cambia"),
    "k - 1": Sentence("k were one less", "k fuera uno menos"),
    "1 % more suppression": Sentence(
        "1 % more records could be left out", "se pudiera dejar fuera un 1 % más de registros"
    ),
    "without": Sentence("{column} were not published", "{column} no se publicara"),
}
IMPOSSIBLE = Sentence("out of reach", "no se alcanza")
