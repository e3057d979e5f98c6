"""Common Spanish names, nationalities and marital status, with rough weights.

Names follow the order of INE, *Apellidos y nombres más frecuentes*; weights are rounded.
"""

from __future__ import annotations

WOMEN = (
    "María Carmen,María,Carmen,Ana María,Laura,María Pilar,Cristina,María Dolores,Isabel,Marta,"
    "Josefa,Ana,Lucía,María Teresa,María Ángeles,Sara,Paula,Elena,Francisca,Raquel,Antonia,"
    "María José,Rosa María,Pilar,Concepción,Dolores,Julia,Alba,Beatriz,Patricia,Mercedes,Silvia,"
    "Irene,Nuria,Rocío,Andrea,Montserrat,Encarnación,Sofía,Manuela,Inés,Teresa,Ángela,Claudia,"
    "Rosario,Daniela,Martina,Carla,Alicia,Eva,Sonia,Sandra,Susana,Noelia,Marina,Natalia,Ainhoa,"
    "Fátima,Yolanda,Lorena,Margarita,Victoria,Luisa,Miriam,Emilia,Begoña,Olga,Consuelo,Esther"
)
MEN = (
    "Antonio,Manuel,José,Francisco,David,Juan,Javier,José Antonio,Daniel,José Luis,Francisco "
    "Javier,Carlos,Jesús,Alejandro,Miguel,José Manuel,Rafael,Pablo,Miguel Ángel,Pedro,Ángel,"
    "Sergio,Fernando,José María,Jorge,Luis,Alberto,Álvaro,Juan Carlos,Adrián,Diego,Juan José,"
    "Raúl,Iván,Juan Antonio,Rubén,Enrique,Óscar,Ramón,Andrés,Vicente,Santiago,Juan Manuel,"
    "Joaquín,Víctor,Mario,Eduardo,Roberto,Jaime,Marcos,Hugo,Ignacio,Jordi,Alfonso,Ricardo,"
    "Salvador,Guillermo,Mohamed,Gabriel,Emilio,Gonzalo,Julián,Tomás,Agustín,Martín,Nicolás,Lucas"
)
SURNAMES = (
    "García,Rodríguez,González,Fernández,López,Martínez,Sánchez,Pérez,Gómez,Martín,Jiménez,"
    "Hernández,Ruiz,Díaz,Moreno,Muñoz,Álvarez,Romero,Gutiérrez,Alonso,Torres,Navarro,Domínguez,"
    "Ramos,Vázquez,Ramírez,Gil,Serrano,Morales,Molina,Blanco,Suárez,Castro,Ortega,Delgado,Ortiz,"
    "Marín,Rubio,Núñez,Medina,Sanz,Castillo,Iglesias,Cortés,Garrido,Santos,Guerrero,Lozano,Cano,"
    "Cruz,Méndez,Flores,Prieto,Herrera,Peña,León,Márquez,Cabrera,Gallego,Calvo,Vidal,Campos,Vega,"
    "Fuentes,Carrasco,Díez,Reyes,Caballero,Nieto,Aguilar,Santana,Pascual,Herrero,Montero,Lorenzo,"
    "Hidalgo,Giménez,Ibáñez,Ferrer,Durán,Santiago,Vicente,Benítez,Mora,Arias,Vargas,Carmona,"
    "Crespo,Román,Pastor,Soto,Sáez,Velasco,Moya,Soler,Parra,Esteban,Bravo,Gallardo,Rojas,Pardo"
)

NATIONALITIES: tuple[tuple[str, float], ...] = (
    ("Española", 870),
    ("Marroquí", 28),
    ("Rumana", 18),
    ("Colombiana", 14),
    ("Venezolana", 10),
    ("Italiana", 9),
    ("Británica", 8),
    ("Ecuatoriana", 7),
    ("China", 6),
    ("Peruana", 6),
    ("Ucraniana", 5),
    ("Argentina", 4),
    ("Francesa", 4),
    ("Alemana", 3),
    ("Boliviana", 3),
    ("Portuguesa", 3),
    ("Senegalesa", 2),
    ("Pakistaní", 2),
    ("Islandesa", 0.3),
    ("Nepalí", 0.3),
)
"""The first is that of those who have a DNI; the others have a NIE."""

MARITAL = ("Soltero/a", "Casado/a", "Pareja de hecho", "Divorciado/a", "Viudo/a")
MARITAL_AGES = (18, 30, 45, 65, 80)
MARITAL_WEIGHTS = (
    (100, 0, 0, 0, 0),
    (88, 6, 6, 0, 0),
    (42, 42, 10, 6, 0),
    (20, 58, 7, 14, 1),
    (9, 66, 3, 12, 10),
    (6, 48, 1, 5, 40),
)
"""One row of weights per age band: below 18, below 30, and so on."""
