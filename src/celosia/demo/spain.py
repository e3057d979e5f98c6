"""Names, places and hospital services of Spain, with rough weights."""

from __future__ import annotations

from typing import NamedTuple

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


PLACES: tuple[tuple[str, str, int, int, int], ...] = (
    ("Madrid", "Madrid", 28001, 55, 3300),
    ("Getafe", "Madrid", 28901, 9, 185),
    ("Alcalá de Henares", "Madrid", 28801, 7, 196),
    ("Barcelona", "Barcelona", 8001, 42, 1640),
    ("Badalona", "Barcelona", 8911, 8, 223),
    ("Sabadell", "Barcelona", 8201, 8, 216),
    ("València", "Valencia", 46001, 26, 800),
    ("Sevilla", "Sevilla", 41001, 20, 684),
    ("Dos Hermanas", "Sevilla", 41701, 4, 138),
    ("Zaragoza", "Zaragoza", 50001, 22, 675),
    ("Málaga", "Málaga", 29001, 18, 580),
    ("Marbella", "Málaga", 29601, 4, 150),
    ("Murcia", "Murcia", 30001, 12, 460),
    ("Cartagena", "Murcia", 30201, 5, 216),
    ("Palma", "Illes Balears", 7001, 15, 416),
    ("Las Palmas de Gran Canaria", "Las Palmas", 35001, 20, 379),
    ("Bilbao", "Bizkaia", 48001, 15, 346),
    ("Alicante", "Alicante", 3001, 16, 338),
    ("Elche", "Alicante", 3201, 8, 235),
    ("Córdoba", "Córdoba", 14001, 14, 320),
    ("Valladolid", "Valladolid", 47001, 17, 295),
    ("Vigo", "Pontevedra", 36201, 16, 293),
    ("Gijón", "Asturias", 33201, 13, 268),
    ("Oviedo", "Asturias", 33001, 13, 215),
    ("Vitoria-Gasteiz", "Álava", 1001, 15, 253),
    ("A Coruña", "A Coruña", 15001, 11, 245),
    ("Granada", "Granada", 18001, 15, 229),
    ("Pamplona", "Navarra", 31001, 16, 203),
    ("Almería", "Almería", 4001, 9, 200),
    ("Donostia-San Sebastián", "Gipuzkoa", 20001, 18, 188),
    ("Burgos", "Burgos", 9001, 7, 174),
    ("Albacete", "Albacete", 2001, 8, 172),
    ("Santander", "Cantabria", 39001, 12, 172),
    ("Logroño", "La Rioja", 26001, 9, 150),
    ("Badajoz", "Badajoz", 6001, 12, 150),
    ("Salamanca", "Salamanca", 37001, 8, 143),
    ("Lleida", "Lleida", 25001, 8, 140),
    ("León", "León", 24001, 10, 122),
    ("Cádiz", "Cádiz", 11001, 12, 113),
    ("Girona", "Girona", 17001, 7, 103),
    ("Lugo", "Lugo", 27001, 4, 98),
    ("Toledo", "Toledo", 45001, 9, 85),
    ("Ávila", "Ávila", 5001, 6, 58),
    ("Cuenca", "Cuenca", 16001, 4, 54),
    ("Huesca", "Huesca", 22001, 6, 53),
    ("Segovia", "Segovia", 40001, 6, 51),
    ("Soria", "Soria", 42001, 5, 40),
    ("Teruel", "Teruel", 44001, 3, 36),
)
"""Municipality, province, first postcode, number of postcodes, weight."""


class Diagnosis(NamedTuple):
    """A diagnosis, how often women and men of its service have it, its usual stay and cost."""

    title: str
    women: float
    men: float
    days: float
    cost: float


AGES = (15, 40, 60, 75)
"""Where an age band ends and the next begins: below 15, below 40, and so on."""

SERVICES: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "Pediatría": ((90, 0, 0, 0, 0), (90, 0, 0, 0, 0)),
    "Obstetricia": ((0, 45, 2, 0, 0), (0, 0, 0, 0, 0)),
    "Cardiología": ((1, 2, 9, 18, 24), (1, 4, 18, 26, 25)),
    "Oncología": ((2, 4, 20, 20, 10), (2, 4, 15, 22, 13)),
    "Neumología": ((2, 4, 9, 15, 20), (2, 6, 11, 18, 22)),
    "Digestivo": ((2, 10, 14, 13, 10), (2, 15, 17, 12, 9)),
    "Traumatología": ((3, 11, 18, 18, 20), (3, 30, 19, 10, 8)),
    "Neurología": ((1, 6, 8, 12, 16), (1, 7, 8, 11, 14)),
    "Psiquiatría": ((1, 15, 10, 3, 1), (1, 20, 9, 2, 1)),
    "Urología": ((0, 3, 5, 4, 3), (1, 6, 10, 14, 10)),
    "Infecciosas": ((1, 4, 3, 2, 2), (1, 10, 7, 3, 2)),
}
"""Weights of each service by age band, for women and for men."""

DIAGNOSES: dict[str, tuple[Diagnosis, ...]] = {
    "Pediatría": (
        Diagnosis("J21.9 Bronquiolitis aguda", 30, 34, 4, 520),
        Diagnosis("A09 Gastroenteritis infecciosa", 24, 24, 3, 410),
        Diagnosis("P59.9 Ictericia neonatal", 16, 16, 3, 480),
        Diagnosis("J45.9 Asma", 12, 15, 3, 430),
        Diagnosis("K35.8 Apendicitis aguda", 9, 11, 3, 900),
        Diagnosis("E10.9 Diabetes mellitus tipo 1", 4, 4, 5, 610),
        Diagnosis("C91.0 Leucemia linfoblástica aguda", 1, 1, 18, 1450),
    ),
    "Obstetricia": (
        Diagnosis("O80 Parto único espontáneo", 62, 0, 2, 850),
        Diagnosis("O82 Parto por cesárea", 24, 0, 4, 1100),
        Diagnosis("O14.9 Preeclampsia", 6, 0, 6, 720),
        Diagnosis("O03.9 Aborto espontáneo", 8, 0, 1, 690),
    ),
    "Cardiología": (
        Diagnosis("I50.9 Insuficiencia cardíaca", 40, 28, 8, 620),
        Diagnosis("I21.9 Infarto agudo de miocardio", 14, 30, 6, 1500),
        Diagnosis("I48.9 Fibrilación auricular", 28, 20, 4, 560),
        Diagnosis("I20.9 Angina de pecho", 8, 14, 4, 900),
        Diagnosis("I35.0 Estenosis aórtica", 10, 8, 9, 2100),
    ),
    "Oncología": (
        Diagnosis("C50.9 Neoplasia maligna de mama", 45, 0.4, 5, 1300),
        Diagnosis("C61 Neoplasia maligna de próstata", 0, 32, 5, 1250),
        Diagnosis("C18.9 Neoplasia maligna de colon", 22, 26, 9, 1350),
        Diagnosis("C34.9 Neoplasia maligna de pulmón", 14, 28, 10, 1400),
        Diagnosis("C25.9 Neoplasia maligna de páncreas", 7, 7, 12, 1500),
        Diagnosis("C56 Neoplasia maligna de ovario", 9, 0, 8, 1300),
    ),
    "Neumología": (
        Diagnosis("J18.9 Neumonía", 44, 38, 8, 540),
        Diagnosis("J44.1 EPOC con exacerbación", 18, 40, 8, 560),
        Diagnosis("U07.1 COVID-19", 22, 20, 9, 640),
        Diagnosis("I26.9 Embolia pulmonar", 12, 8, 7, 700),
    ),
    "Digestivo": (
        Diagnosis("K80.2 Colelitiasis", 40, 24, 3, 950),
        Diagnosis("K35.8 Apendicitis aguda", 20, 24, 3, 980),
        Diagnosis("K85.9 Pancreatitis aguda", 14, 16, 7, 620),
        Diagnosis("K50.9 Enfermedad de Crohn", 10, 9, 8, 760),
        Diagnosis("K70.3 Cirrosis hepática alcohólica", 4, 16, 9, 680),
    ),
    "Traumatología": (
        Diagnosis("S72.0 Fractura de cuello de fémur", 40, 16, 9, 1050),
        Diagnosis("M17.1 Gonartrosis", 28, 16, 5, 1400),
        Diagnosis("S82.2 Fractura de tibia", 10, 26, 5, 900),
        Diagnosis("M51.2 Hernia discal", 12, 18, 4, 1150),
        Diagnosis("S06.0 Conmoción cerebral", 6, 14, 2, 500),
    ),
    "Neurología": (
        Diagnosis("I63.9 Infarto cerebral", 44, 50, 9, 780),
        Diagnosis("G40.9 Epilepsia", 18, 20, 4, 560),
        Diagnosis("G35 Esclerosis múltiple", 18, 7, 5, 1200),
        Diagnosis("G30.9 Enfermedad de Alzheimer", 14, 8, 10, 430),
    ),
    "Psiquiatría": (
        Diagnosis("F32.9 Episodio depresivo", 38, 20, 14, 330),
        Diagnosis("F20.9 Esquizofrenia", 16, 30, 20, 340),
        Diagnosis("F31.9 Trastorno bipolar", 18, 14, 16, 340),
        Diagnosis("F10.2 Dependencia del alcohol", 8, 26, 12, 310),
        Diagnosis("F50.0 Anorexia nerviosa", 14, 1.5, 24, 350),
    ),
    "Urología": (
        Diagnosis("N20.0 Cálculo del riñón", 50, 30, 2, 800),
        Diagnosis("N39.0 Infección urinaria", 45, 16, 5, 430),
        Diagnosis("N40 Hiperplasia de próstata", 0, 44, 3, 950),
    ),
    "Infecciosas": (
        Diagnosis("A41.9 Sepsis", 40, 34, 11, 820),
        Diagnosis("B20 Enfermedad por VIH", 10, 26, 9, 700),
        Diagnosis("A15.0 Tuberculosis pulmonar", 12, 18, 15, 480),
        Diagnosis("B18.2 Hepatitis C crónica", 12, 16, 5, 900),
    ),
}
