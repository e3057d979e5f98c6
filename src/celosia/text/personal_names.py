"""Names that many have, in Spain and in English: to make people up, and to find them in texts."""

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
ENGLISH_GIVEN = (
    "James,John,Robert,Michael,William,Richard,Joseph,Thomas,Charles,Christopher,Matthew,Anthony,"
    "Steven,Paul,Andrew,Joshua,Kevin,Brian,George,Edward,Mary,Jennifer,Linda,Elizabeth,Barbara,"
    "Susan,Jessica,Sarah,Karen,Nancy,Lisa,Margaret,Betty,Ashley,Emily,Donna,Michelle,Amanda,"
    "Stephanie,Rebecca,Olivia,Emma,Sophie,Charlotte,Oliver,Jack,Harry,Peter,Simon,Helen,Jane,Anne"
)
