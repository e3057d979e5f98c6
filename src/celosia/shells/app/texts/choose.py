"""What the step *choose* says."""

from __future__ import annotations

from collections.abc import Mapping

from celosia import Sentence

TITLE = Sentence("Choose", "Elegir")
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
FOUND_ONE = Sentence(
    "One of {nodes} generalizations reaches the goal.",
    "Una de {nodes} generalizaciones alcanza el objetivo.",
)
TIE = Sentence("One more loses just as little.", "Otra pierde igual de poco.")
TIES = Sentence("{number} more lose just as little.", "Otras {number} pierden igual de poco.")
HOW_TO_PICK = Sentence(
    "Click a row (or press space on it) to pick it. Level 0 is the original value.",
    "Haga clic en una fila (o pulse espacio sobre ella) para elegirla. El nivel 0 es el valor "
    "original.",
)
ONLY_LEVELS = Sentence("Show only certain levels", "Mostrar solo ciertos niveles")
ANY_LEVEL = Sentence("any", "cualquiera")
LISTED = Sentence("Candidates listed: {number}.", "Candidatas en la lista: {number}.")
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
FIGURE_TITLES: Mapping[str, Sentence] = {
    "kind": KIND,
    "loss": LOSS,
    "suppressed": LEFT_OUT,
    "classes": CLASSES,
    "min_class": SMALLEST,
    "risk": RISK,
}
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
MAP_HOW = Sentence(
    "Each sign is a generalization; in one row the levels add up to the same number, with the "
    "original at the bottom. In a row stand first the unsafe ones, then the safe ones, from the "
    "least loss to the greatest; at its left, how many of them are safe. Scroll to zoom, drag to "
    "move, point at a sign to see its figures, click it to go there. By keyboard: arrows, plus and "
    "minus, Enter.",
    "Cada signo es una generalización; las de una misma fila suman los mismos niveles, con la "
    "original abajo. En cada fila van primero las inseguras y luego las seguras, de menor a mayor "
    "pérdida; a su izquierda, cuántas de ellas son seguras. Use la rueda para acercar, arrastre "
    "para mover, señale un signo para ver sus cifras y haga clic en él para ir allí. Con el "
    "teclado: flechas, más y menos, Intro.",
)
MAP_HEIGHTS = Sentence(
    "A lattice of {nodes} nodes is drawn by rows, without single nodes.",
    "Una red de {nodes} nodos se dibuja por filas, sin nodos sueltos.",
)
MAP_FAILED = Sentence(
    "The nodes could not be fetched. Close this part and open it again.",
    "No se han podido traer los nodos. Cierre esta parte y vuelva a abrirla.",
)
BAND = Sentence("{safe} of {nodes} safe in this row", "{safe} de {nodes} seguras en esta fila")
ZOOM_IN = Sentence("Zoom in", "Acercar")
ZOOM_OUT = Sentence("Zoom out", "Alejar")
WHOLE = Sentence("Show all", "Ver todo")
TO_BEST = Sentence("Go to the best", "Ir a la óptima")
AROUND = Sentence("One step up and one step down", "Un paso arriba y un paso abajo")
AROUND_HOW = Sentence(
    "Each box changes one level of the generalization in the middle. Click a box to go there; a "
    "safe one is picked.",
    "Cada recuadro cambia un nivel de la generalización del centro. Haga clic en uno para ir allí; "
    "si es seguro, queda elegido.",
)
COARSER = Sentence("More general", "Más general")
FINER = Sentence("More detailed", "Más detallada")
NO_COARSER = Sentence("Nothing is more general.", "No hay nada más general.")
NO_FINER = Sentence("Nothing is more detailed.", "No hay nada más detallado.")
STEP_TO = Sentence("{column}: level {before} → {after}", "{column}: nivel {before} → {after}")
UNSAFE_HERE = Sentence(
    "Does not reach the goal: too many records would have to be left out.",
    "No alcanza el objetivo: habría que dejar fuera demasiados registros.",
)
AS_TABLE = Sentence("The same as a table, row by row", "Lo mismo en una tabla, fila por fila")
BY_HEIGHT = Sentence(
    "How many generalizations of each height are safe (height: the sum of the levels)",
    "Cuántas generalizaciones de cada altura son seguras (altura: la suma de los niveles)",
)
HEIGHT = Sentence("Height", "Altura")
HOW_MANY = Sentence("Generalizations", "Generalizaciones")
HOW_MANY_SAFE = Sentence("Safe", "Seguras")
HOW_MANY_UNSAFE = Sentence("Unsafe", "Inseguras")
HOW_MANY_MINIMAL = Sentence("Minimal", "Minimales")
LEAST_LOSS = Sentence("Least loss", "Menor pérdida")
PICKED_TITLE = Sentence("Picked", "Elegida")
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
RESULT = Sentence("Original and result side by side", "Original y resultado, lado a lado")
ORIGINAL = Sentence("Original", "Original")
RELEASED = Sentence("Result", "Resultado")
SHUFFLED = Sentence(
    "The rows of the result stand in another order on purpose, with equal rows together: the order "
    "of the original leaves no trace.",
    "Las filas del resultado están en otro orden a propósito, con las iguales juntas: del orden "
    "original no queda rastro.",
)
MADE_BY = Sentence("Made by {way}.", "Hecho con {way}.")
LEVELS = Sentence("levels {levels}", "los niveles {levels}")
GROUPED = Sentence("groups ({method})", "grupos ({method})")
BY_METHOD = Sentence("{method}", "{method}")
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
COSTS_LEFT_OUT = Sentence(
    "The loss of the whole table also counts the records left out, each as lost whole.",
    "La pérdida de toda la tabla cuenta además los registros que quedan fuera, cada uno como "
    "perdido por completo.",
)
CHANGES = Sentence("What would change", "Qué cambiaría")
CHANGE = Sentence("If…", "Si…")
LOSS_THEN = Sentence("Loss then", "Pérdida entonces")
DIFFERENCE = Sentence("Difference (points)", "Diferencia (puntos)")
WHATS: Mapping[str, Sentence] = {
    "as it is": Sentence(
        "nothing changes (the best candidate)", "nada cambia (la mejor candidata)"
    ),
    "k - 1": Sentence("k were one less", "k fuera uno menos"),
    "1 % more suppression": Sentence(
        "1 % more records could be left out", "se pudiera dejar fuera un 1 % más de registros"
    ),
    "without": Sentence("{column} were not published", "{column} no se publicara"),
}
LOST_WHOLE = Sentence(
    "Each row is about the best candidate there would be. A column that is not published counts as "
    "lost whole, so that all rows can be compared.",
    "Cada fila habla de la mejor candidata que habría. Una columna que no se publica cuenta como "
    "perdida por completo, para que todas las filas se puedan comparar.",
)
IMPOSSIBLE = Sentence("out of reach", "no se alcanza")
