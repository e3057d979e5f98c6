"""Realistic tables written down with the right role of every column, made from a seed.

A letter is a role: I identifier, Q quasi-identifier, S sensitive, N insensitive. Where two are
defensible both stand. K is a key of persons: only `identifier` is right, and what would publish it
is the worst of mistakes.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

from celosia.core.schema import Role
from celosia.core.values import Value

LETTERS = {
    "I": Role.IDENTIFIER,
    "K": Role.IDENTIFIER,
    "Q": Role.QUASI_IDENTIFIER,
    "S": Role.SENSITIVE,
    "N": Role.INSENSITIVE,
}

WOMEN = [
    "Ana",
    "Lucía",
    "María",
    "Carmen",
    "Elena",
    "Marta",
    "Sara",
    "Paula",
    "Irene",
    "Nuria",
    "Alicia",
    "Rosa",
    "Julia",
    "Eva",
]
MEN = [
    "Juan",
    "Pedro",
    "Luis",
    "Javier",
    "Carlos",
    "Diego",
    "Pablo",
    "Jorge",
    "Mario",
    "Hugo",
    "Raúl",
    "Iván",
    "Óscar",
    "Andrés",
]
SURNAMES = [
    "García",
    "Ruiz",
    "López",
    "Sanz",
    "Moreno",
    "Gil",
    "Torres",
    "Vega",
    "Romero",
    "Castro",
    "Ortega",
    "Rubio",
    "Navarro",
    "Serrano",
    "Blanco",
    "Suárez",
    "Molina",
    "Delgado",
    "Ortiz",
    "Marín",
    "Iglesias",
    "Medina",
    "Garrido",
    "Cortés",
    "Lozano",
    "Cano",
]
TOWNS = {
    "Madrid": ("Madrid", "28"),
    "Getafe": ("Madrid", "28"),
    "Alcalá": ("Madrid", "28"),
    "Sevilla": ("Sevilla", "41"),
    "Dos Hermanas": ("Sevilla", "41"),
    "Valencia": ("Valencia", "46"),
    "Gandía": ("Valencia", "46"),
    "Bilbao": ("Bizkaia", "48"),
    "León": ("León", "24"),
    "Ponferrada": ("León", "24"),
    "Zaragoza": ("Zaragoza", "50"),
    "Vigo": ("Pontevedra", "36"),
}
DISEASES = {
    "gripe": "J11",
    "asma": "J45.9",
    "diabetes tipo 2": "E11.9",
    "infarto": "I21.9",
    "VIH": "B24",
    "cáncer de mama": "C50.9",
    "fractura de cadera": "S72.0",
    "depresión": "F32.9",
    "migraña": "G43.9",
    "apendicitis": "K35.8",
}
LETTERS_OF_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"


@dataclass(frozen=True)
class Person:
    """Somebody, as all tables know them."""

    number: int
    sex: str
    birth: date
    town: str
    postcode: str
    given: str
    surnames: str
    dni: str
    phone: str
    income: float
    height: int
    draw: Random

    @property
    def age(self) -> int:
        return 2024 - self.birth.year

    @property
    def name(self) -> str:
        return f"{self.given} {self.surnames}"


def people(random: Random, number: int, first: int = 1) -> list[Person]:
    """Make persons; the same for the same generator."""
    made = []
    for i in range(first, first + number):
        sex = random.choice("HM")
        town = random.choice(list(TOWNS))
        dni = random.randrange(10_000_000, 99_999_999)
        made.append(
            Person(
                i,
                sex,
                date(1935, 1, 1) + timedelta(days=random.randrange(25_000)),
                town,
                TOWNS[town][1] + f"{random.randrange(1, 60):03d}",
                random.choice(MEN if sex == "H" else WOMEN),
                f"{random.choice(SURNAMES)} {random.choice(SURNAMES)}",
                f"{dni:08d}{LETTERS_OF_DNI[dni % 23]}",
                f"6{random.randrange(10**8):08d}",
                round(random.lognormvariate(10.1, 0.4), 2),
                int(random.gauss(168, 9)),
                Random(random.randrange(10**9)),
            )
        )
    return made


def day(random: Random, first: date = date(2023, 1, 1), days: int = 500) -> date:
    return first + timedelta(days=random.randrange(days))


def digest(text: object) -> str:
    return hashlib.sha1(str(text).encode()).hexdigest()


Maker = Callable[[Person, Random, int], Any]
"""A cell of a person's record, from the person, chance and the number of the record."""


@dataclass(frozen=True)
class RoleTable:
    """A table and the right roles of its columns."""

    title: str
    cells: dict[str, list[Value]]
    right: dict[str, str]

    def allows(self, column: str, role: Role) -> bool:
        return role in {LETTERS[letter] for letter in self.right[column]}


def made(
    title: str,
    columns: Sequence[tuple[str, str, Maker]],
    persons: int,
    rows: tuple[int, int],
    seed: int,
) -> RoleTable:
    """Write a table down: each person with some records, each record with a cell of each column."""
    random = Random(seed)
    cells: dict[str, list[Value]] = {name: [] for name, _, _ in columns}
    records = [p for p in people(random, persons) for _ in range(random.randint(*rows))]
    random.shuffle(records)
    for number, person in enumerate(records, start=1):
        for name, _, maker in columns:
            cell = maker(person, random, number)
            cells[name].append(None if cell is None else str(cell))
    return RoleTable(title, cells, {name: roles for name, roles, _ in columns})


def of(*values: object) -> Maker:
    """A cell that has nothing to do with the person."""
    return lambda _p, random, _n: random.choice(values)


def fixed(*values: object) -> Maker:
    """A cell that each person keeps."""
    return lambda p, _r, _n: values[(p.number * 7919) % 104_729 % len(values)]


def amount(middle: float, spread: float = 0.6, decimals: int = 2) -> Maker:
    def make(_p: Person, random: Random, _n: int) -> object:
        found = random.lognormvariate(0, spread) * middle
        return f"{found:.{decimals}f}"

    return make


def moment(_p: Person, random: Random, _n: int) -> str:
    clock = f"{random.randrange(24):02d}:{random.randrange(60):02d}:{random.randrange(60):02d}"
    return f"{day(random)}T{clock}"


def disease(_p: Person, random: Random, _n: int) -> str:
    return random.choice(list(DISEASES))


def note(p: Person, random: Random, _n: int) -> str:
    return (
        f"Acude {p.name} a consulta por {random.choice(list(DISEASES))} desde hace "
        f"{random.randrange(2, 60)} días; se le cita por teléfono {p.phone}"
    )


def english_note(p: Person, random: Random, _n: int) -> str:
    return (
        f"Patient reports pain for {random.randrange(2, 90)} days, lives with family in {p.town}, "
        f"contact at user{p.number}@example.org for follow up"
    )


HOSPITAL = [
    ("paciente", "K", lambda p, r, n: f"P{p.number:05d}"),
    ("edad", "Q", lambda p, r, n: p.age),
    ("sexo", "Q", lambda p, r, n: p.sex),
    ("cp", "Q", lambda p, r, n: p.postcode),
    ("municipio", "Q", lambda p, r, n: p.town),
    ("provincia", "Q", lambda p, r, n: TOWNS[p.town][0]),
    ("fecha_ingreso", "Q", lambda p, r, n: day(r)),
    ("diagnostico", "S", disease),
    ("cie10", "S", lambda p, r, n: r.choice(list(DISEASES.values()))),
    ("coste", "SN", amount(1200)),
    ("imc", "S", lambda p, r, n: f"{r.gauss(26, 4):.1f}"),
    ("peso", "QS", lambda p, r, n: f"{r.gauss(72, 12):.1f}"),
    ("servicio", "Q", of("Urgencias", "Cardiología", "Cirugía", "Medicina interna", "Pediatría")),
    ("medico", "IQ", lambda p, r, n: f"M{r.randrange(40):03d}"),
    ("estancia_dias", "QNS", lambda p, r, n: r.randrange(1, 30)),
    ("observaciones", "I", note),
    ("tratamiento", "S", of("paracetamol", "insulina", "cirugía", "reposo", "antibiótico")),
]

ADMISSIONS = [
    ("mrn", "K", lambda p, r, n: 700_000 + 13 * p.number),
    ("patient_name", "K", lambda p, r, n: p.name),
    ("dob", "Q", lambda p, r, n: p.birth),
    ("gender", "Q", lambda p, r, n: "Male" if p.sex == "H" else "Female"),
    ("zip_code", "Q", lambda p, r, n: p.postcode),
    ("ethnicity", "QS", of("White", "Black", "Asian", "Hispanic", "Other")),
    ("marital_status", "Q", of("single", "married", "divorced", "widowed")),
    ("admission_date", "Q", lambda p, r, n: day(r)),
    ("discharge_date", "Q", lambda p, r, n: day(r)),
    ("primary_diagnosis", "S", disease),
    ("icd10_code", "S", lambda p, r, n: r.choice(list(DISEASES.values()))),
    ("systolic_bp", "S", lambda p, r, n: int(r.gauss(128, 15))),
    ("cholesterol", "S", lambda p, r, n: int(r.gauss(205, 35))),
    ("smoker", "S", of("yes", "no", "former")),
    ("blood_type", "S", of("A+", "A-", "B+", "0+", "0-", "AB+")),
    ("total_cost", "SN", amount(5400)),
    ("insurance", "QSN", of("public", "private", "none")),
    ("attending_physician", "IQ", lambda p, r, n: f"Dr. {r.choice(SURNAMES)}"),
    ("clinical_notes", "I", english_note),
    ("hiv_test_result", "S", of("positive", "negative", "negative", "negative")),
]

NAMELESS = [
    ("c1", "K", lambda p, r, n: f"P{p.number:05d}"),
    ("c2", "Q", lambda p, r, n: p.sex),
    ("c3", "Q", lambda p, r, n: p.birth),
    ("c4", "Q", lambda p, r, n: p.postcode),
    ("c5", "QS", of("asma", "gripe", "infarto", "VIH", "otitis")),
    ("c6", "SNQ", amount(900)),
    ("c7", "Q", lambda p, r, n: day(r)),
    ("c8", "QNS", lambda p, r, n: r.randrange(1, 12)),
    ("c9", "K", lambda p, r, n: p.dni),
    ("c10", "K", lambda p, r, n: digest(p.number)[:16]),
    ("c11", "I", lambda p, r, n: str(uuid.UUID(int=r.getrandbits(128)))),
    ("c12", "QSN", of("alto", "medio", "bajo")),
]

UNIVERSITY = [
    ("DNI", "K", lambda p, r, n: p.dni),
    ("Nombre", "I", lambda p, r, n: p.given),
    ("Apellido1", "I", lambda p, r, n: p.surnames.split()[0]),
    ("Apellido2", "I", lambda p, r, n: p.surnames.split()[1]),
    ("CorreoElectronico", "K", lambda p, r, n: f"alu{p.number}@uni.es"),
    ("NIA", "K", lambda p, r, n: 100_000 + 37 * p.number),
    ("FechaNacimiento", "Q", lambda p, r, n: p.birth.strftime("%d/%m/%Y")),
    ("Sexo", "Q", lambda p, r, n: p.sex),
    ("Titulacion", "Q", fixed("Medicina", "Derecho", "Física", "Historia", "Economía")),
    ("Facultad", "Q", fixed("Ciencias", "Letras", "Salud")),
    ("CursoAcademico", "Q", of("2021-22", "2022-23", "2023-24")),
    ("Asignatura", "QN", lambda p, r, n: f"ASIG{r.randrange(60):03d}"),
    ("Convocatoria", "QN", of("ordinaria", "extraordinaria")),
    ("NotaFinal", "S", lambda p, r, n: f"{min(10, max(0, r.gauss(6, 2))):.1f}"),
    ("Beca", "SQ", fixed("sí", "no", "no")),
    ("MunicipioResidencia", "Q", lambda p, r, n: p.town),
    ("Nacionalidad", "QS", fixed("Española", "Española", "Italiana", "Marroquí")),
    ("NotaAcceso", "S", lambda p, r, n: f"{5 + p.height % 90 / 10:.2f}"),
]

PAYROLL = [
    ("Nº personal", "K", lambda p, r, n: 10_000 + 7 * p.number),
    ("Nombre", "K", lambda p, r, n: p.name),
    ("Departamento", "Q", fixed("Ingeniería", "Ventas", "RR. HH.", "Finanzas", "I+D")),
    ("Puesto", "Q", fixed("técnico", "analista", "director", "auxiliar", "jefe", "becario")),
    ("Género", "Q", lambda p, r, n: p.sex),
    ("Fecha de nacimiento", "Q", lambda p, r, n: p.birth.strftime("%d/%m/%Y")),
    (
        "Fecha de incorporación",
        "QS",
        lambda p, r, n: date(1990 + p.number % 30, 1 + p.number % 12, 1 + p.height % 28),
    ),
    ("Tipo de jornada", "QSN", fixed("Media jornada", "Jornada completa", "Jornada completa")),
    ("Mes", "QN", of(*(f"2024-{m:02d}" for m in range(1, 13)))),
    ("Salario bruto", "S", lambda p, r, n: f"{p.income / 12:.2f}"),
    ("IRPF", "S", lambda p, r, n: f"{p.income / 60:.2f}"),
    ("Complemento", "S", amount(150)),
    ("IBAN", "K", lambda p, r, n: iban(p.number)),
    ("NSS", "K", lambda p, r, n: nuss(p.number)),
    ("Días de baja", "SN", of(0, 0, 0, 1, 2, 5, 20)),
    ("Afiliación sindical", "S", fixed("ninguna", "CCOO", "UGT")),
]


def iban(number: int) -> str:
    account = f"2100041845{number:010d}"
    control = 98 - int(account + "142800") % 97
    return f"ES{control:02d}{account}"


def nuss(number: int) -> str:
    body = 28 * 10**8 + 20_000_000 + number
    return f"{body:010d}{body % 97:02d}"


CENSUS = [
    ("age", "Q", lambda p, r, n: p.age),
    ("workclass", "Q", of("Private", "Self-emp", "Federal-gov", "Local-gov", "Never-worked")),
    ("fnlwgt", "N", lambda p, r, n: int(r.lognormvariate(12, 0.6))),
    ("education", "Q", of("Bachelors", "HS-grad", "Masters", "Doctorate", "11th")),
    ("education-num", "Q", lambda p, r, n: r.randrange(1, 17)),
    ("marital-status", "Q", of("Never-married", "Divorced", "Married", "Widowed")),
    ("occupation", "Q", of("Sales", "Tech-support", "Craft-repair", "Exec-managerial")),
    ("relationship", "Q", of("Wife", "Husband", "Own-child", "Unmarried")),
    ("race", "QS", of("White", "Black", "Asian", "Other")),
    ("sex", "Q", lambda p, r, n: "Male" if p.sex == "H" else "Female"),
    ("capital-gain", "S", lambda p, r, n: r.choice([0, 0, 0, int(r.lognormvariate(8, 1))])),
    ("capital-loss", "S", lambda p, r, n: r.choice([0, 0, 0, int(r.lognormvariate(7, 1))])),
    ("hours-per-week", "Q", lambda p, r, n: r.choice([40, 40, 20, 35, 50, 60])),
    ("native-country", "Q", of("Spain", "Peru", "France", "Morocco")),
    ("salary-class", "S", of("<=50K", ">50K")),
]

HOUSEHOLDS = [
    ("id_hogar", "IQ", lambda p, r, n: 5_000 + p.number // 3),
    ("seccion_censal", "Q", lambda p, r, n: f"28079{(p.number // 60):05d}"),
    ("ccaa", "Q", lambda p, r, n: "Madrid" if p.number % 5 else "Castilla y León"),
    ("edad", "Q", lambda p, r, n: p.age),
    ("sexo", "Q", lambda p, r, n: "1" if p.sex == "H" else "6"),
    ("parentesco", "Q", of("persona de referencia", "cónyuge", "hijo/a", "otro")),
    ("estado_civil", "Q", of("soltero/a", "casado/a", "viudo/a", "separado/a")),
    ("nivel_estudios", "Q", of("sin estudios", "primarios", "secundarios", "superiores")),
    ("situacion_laboral", "Q", of("ocupado", "parado", "inactivo", "estudiante")),
    ("pais_nacimiento", "Q", of("España", "España", "Ecuador", "Rumanía")),
    ("ingresos_hogar", "S", lambda p, r, n: int(r.lognormvariate(10, 0.5) / 100) * 100),
    ("regimen_tenencia", "QN", of("propiedad", "alquiler", "cesión")),
    ("superficie_vivienda", "QN", lambda p, r, n: int(r.gauss(90, 25))),
    ("discapacidad", "S", of("no", "no", "no", "sí")),
    ("factor_elevacion", "N", lambda p, r, n: f"{r.uniform(80, 400):.4f}"),
]

RETAIL = [
    ("customer_id", "K", lambda p, r, n: f"C-{p.number:04d}-{p.height % 97:02d}"),
    ("loyalty_card", "K", lambda p, r, n: 9_000_000_000 + 104_729 * p.number),
    ("order_id", "I", lambda p, r, n: f"ORD{100_000 + n}"),
    ("order_date", "Q", lambda p, r, n: f"{day(r)} {r.randrange(24):02d}:{r.randrange(60):02d}"),
    ("product_id", "QN", lambda p, r, n: f"SKU{r.randrange(80):04d}"),
    ("category", "QN", of("food", "home", "garden", "toys", "books")),
    ("quantity", "QN", lambda p, r, n: r.randrange(1, 9)),
    ("unit_price", "SN", lambda p, r, n: f"{r.randrange(100, 9000) / 100:.2f}"),
    ("amount", "SN", amount(38)),
    ("store", "QN", of("Gran Vía", "Norte", "Sur", "Online")),
    ("payment_method", "QNS", of("card", "cash", "transfer")),
    ("customer_gender", "Q", lambda p, r, n: "F" if p.sex == "M" else "M"),
    ("birth_year", "Q", lambda p, r, n: p.birth.year),
    ("postcode", "Q", lambda p, r, n: p.postcode),
    ("email", "K", lambda p, r, n: f"buyer{p.number}@example.com"),
    ("discount_pct", "QN", of(0, 0, 5, 10, 20)),
]

SCHOOL = [
    ("cod_alumno", "K", lambda p, r, n: f"{p.number:07d}"),
    ("centro", "Q", lambda p, r, n: f"28{10_000 + p.number // 150}"),
    ("curso", "Q", lambda p, r, n: f"{1 + p.number % 4}º ESO"),
    ("grupo", "QN", lambda p, r, n: "ABC"[p.number % 3]),
    (
        "fecha_nac",
        "Q",
        lambda p, r, n: date(2008 + p.number % 5, 1 + p.number % 12, 1 + p.height % 28),
    ),
    ("sexo", "Q", lambda p, r, n: p.sex),
    ("nacionalidad", "QS", fixed("ES", "ES", "MA", "RO", "CO")),
    ("trimestre", "QN", of(1, 2, 3)),
    ("nota_matematicas", "S", lambda p, r, n: r.randrange(0, 11)),
    ("nota_lengua", "S", lambda p, r, n: r.randrange(0, 11)),
    ("becado", "SQ", fixed("S", "N", "N")),
    ("necesidades_especiales", "S", fixed("no", "no", "no", "TDAH", "dislexia")),
    ("horas_absentismo", "SN", lambda p, r, n: int(r.expovariate(0.2))),
    ("codigo_postal", "Q", lambda p, r, n: p.postcode),
    ("telefono_tutor", "K", lambda p, r, n: p.phone),
    ("comentario_tutor", "I", note),
]

POLICE = [
    ("num_atestado", "I", lambda p, r, n: f"2023/{n:05d}"),
    ("fecha_hecho", "Q", lambda p, r, n: day(r)),
    ("hora", "QN", lambda p, r, n: f"{r.randrange(24):02d}:{r.randrange(60):02d}"),
    ("distrito", "Q", of("Centro", "Retiro", "Latina", "Usera", "Vallecas")),
    ("latitud", "Q", lambda p, r, n: f"{40.4 + r.gauss(0, 0.05):.5f}"),
    ("longitud", "Q", lambda p, r, n: f"{-3.7 + r.gauss(0, 0.05):.5f}"),
    ("tipo_delito", "S", of("hurto", "robo", "lesiones", "estafa", "violencia de género")),
    ("edad_victima", "Q", lambda p, r, n: p.age),
    ("sexo_victima", "Q", lambda p, r, n: p.sex),
    ("nacionalidad_victima", "QS", of("española", "rumana", "peruana", "china")),
    ("arma", "QNS", of("ninguna", "blanca", "fuego", "contundente")),
    ("detenido", "QSN", of("sí", "no")),
    ("dni_denunciante", "I", lambda p, r, n: p.dni),
    (
        "matricula_vehiculo",
        "IQ",
        lambda p, r, n: f"{r.randrange(1000, 9999)} {''.join(r.choices('BCDFGHJKL', k=3))}",
    ),
    ("relato", "I", note),
]

INSURANCE = [
    ("num_poliza", "I", lambda p, r, n: f"PZ{2_000_000 + 11 * p.number}"),
    ("asegurado", "K", lambda p, r, n: 300 + p.number),
    ("nif_tomador", "K", lambda p, r, n: p.dni),
    ("fecha_nacimiento", "Q", lambda p, r, n: p.birth),
    ("sexo", "Q", lambda p, r, n: "V" if p.sex == "H" else "M"),
    ("c_postal", "Q", lambda p, r, n: p.postcode),
    ("profesion", "Q", fixed("abogado", "camarero", "docente", "albañil", "jubilado", "taxista")),
    ("marca_vehiculo", "QN", fixed("Seat", "Renault", "Toyota", "Ford", "Kia")),
    ("matricula", "IQ", lambda p, r, n: f"{1000 + p.number}BCD"),
    ("num_siniestro", "I", lambda p, r, n: f"S{n:06d}"),
    ("fecha_siniestro", "Q", lambda p, r, n: day(r)),
    ("indemnizacion", "SN", amount(2300)),
    ("prima_anual", "SN", lambda p, r, n: f"{p.income / 50:.2f}"),
    ("telefono", "K", lambda p, r, n: p.phone),
    ("lesiones", "SQ", of("leve", "grave", "ninguna")),
    ("perito", "IQ", lambda p, r, n: f"PER{r.randrange(25):02d}"),
]

TELECOM = [
    ("msisdn", "K", lambda p, r, n: f"+34{p.phone}"),
    ("imei", "K", lambda p, r, n: 350_000_000_000_000 + 7_777_777 * p.number),
    ("subscriber", "K", lambda p, r, n: digest(p.number)[:12]),
    (
        "call_start",
        "Q",
        lambda p, r, n: (
            f"{day(r)}T{r.randrange(24):02d}:{r.randrange(60):02d}:{r.randrange(60):02d}"
        ),
    ),
    ("epoch", "QN", lambda p, r, n: 1_680_000_000 + r.randrange(30_000_000)),
    ("duration_s", "QNS", lambda p, r, n: int(r.expovariate(1 / 120))),
    ("called_number", "I", lambda p, r, n: f"+346{r.randrange(10**8):08d}"),
    ("tariff", "QN", fixed("basic", "plus", "max")),
    ("city", "Q", lambda p, r, n: p.town),
    ("age_band", "Q", lambda p, r, n: f"{p.age // 10 * 10}s"),
    ("gender", "Q", lambda p, r, n: "male" if p.sex == "H" else "female"),
    ("cell_tower", "Q", lambda p, r, n: f"{p.postcode}-{r.randrange(9)}"),
    ("monthly_bill", "SN", lambda p, r, n: f"{20 + p.height % 40:.2f}"),
    ("data_mb", "QNS", lambda p, r, n: int(r.lognormvariate(5, 1))),
]

HR = [
    ("employee", "K", lambda p, r, n: f"E-{p.number:04d}"),
    ("full_name", "K", lambda p, r, n: p.name),
    ("job_title", "Q", fixed("Engineer", "Nurse", "Clerk", "Manager", "Driver", "Analyst")),
    ("department", "Q", fixed("IT", "Care", "Sales", "Logistics")),
    ("hire_date", "Q", lambda p, r, n: day(p.draw, date(2000, 1, 1), 8000)),
    ("date_of_birth", "Q", lambda p, r, n: p.birth),
    ("sex", "Q", lambda p, r, n: "M" if p.sex == "H" else "F"),
    ("salary", "S", lambda p, r, n: round(p.income)),
    ("performance_rating", "S", of(1, 2, 3, 4, 5)),
    ("sick_days", "SQN", lambda p, r, n: int(r.expovariate(0.2))),
    ("manager", "IQ", lambda p, r, n: f"E-{1 + p.number // 12:04d}"),
    ("office_location", "Q", fixed("Madrid", "London", "Lyon")),
    ("contract_type", "QN", fixed("permanent", "temporary")),
    ("disability", "S", fixed("no", "no", "no", "yes")),
    ("work_email", "I", lambda p, r, n: f"{p.given.lower()}.{p.number}@corp.example"),
    (
        "home_address",
        "IQ",
        lambda p, r, n: f"Calle {p.surnames.split()[0]} {p.height % 90 + 1}, {p.town}",
    ),
]

SURVEY = [
    (
        "respondent_id",
        "K",
        lambda p, r, n: str(uuid.UUID(int=p.number * 0x9E3779B97F4A7C15F39CC0605CEDC834 % 2**128)),
    ),
    ("wave", "QN", of(1, 2, 3)),
    ("gender", "Q", lambda p, r, n: "man" if p.sex == "H" else "woman"),
    ("birth_year", "Q", lambda p, r, n: p.birth.year),
    ("region", "Q", lambda p, r, n: TOWNS[p.town][0]),
    ("education_level", "Q", fixed("primary", "secondary", "tertiary")),
    ("income_bracket", "S", of("<1000", "1000-2000", ">2000")),
    ("vote_last_election", "S", of("A", "B", "C", "none", "refused")),
    ("religion", "S", of("catholic", "none", "muslim", "other")),
    ("sexual_orientation", "S", fixed("hetero", "homo", "bi", "refused")),
    ("life_satisfaction", "QSN", lambda p, r, n: r.randrange(0, 11)),
    ("phq9", "S", lambda p, r, n: r.randrange(0, 28)),
    ("weight_survey", "NQS", lambda p, r, n: f"{r.uniform(0.3, 3):.6f}"),
    ("q1", "QN", of(1, 2, 3, 4, 5)),
    ("q2", "QN", of(1, 2, 3, 4, 5)),
    ("interview_minutes", "QN", lambda p, r, n: int(r.gauss(35, 6))),
    ("open_answer", "I", english_note),
]

NUMBERED = [
    ("v01", "K", lambda p, r, n: 40_000 + 3 * p.number),
    ("v02", "QN", lambda p, r, n: 1 if p.sex == "H" else 2),
    ("v03", "QN", lambda p, r, n: p.age),
    ("v04", "Q", lambda p, r, n: list(TOWNS).index(p.town)),
    ("v05", "QN", fixed(1, 2, 3, 4, 5, 6)),
    ("v06", "SNQ", lambda p, r, n: int(r.gauss(500, 100))),
    ("v07", "SNQ", lambda p, r, n: f"{r.gauss(26, 4):.2f}"),
    ("v08", "Q", lambda p, r, n: day(r).strftime("%d/%m/%Y")),
    ("v09", "QN", of(0, 1)),
    ("v10", "SNQ", amount(1500, 0.8, 0)),
]

RATINGS = [
    ("userid", "K", lambda p, r, n: p.number),
    ("movieid", "QN", lambda p, r, n: r.randrange(1, 900)),
    ("rating", "QNS", of(1, 2, 3, 4, 5)),
    ("timestamp", "Q", lambda p, r, n: 1_600_000_000 + r.randrange(90_000_000)),
    ("genre", "QN", of("drama", "comedy", "action")),
]

LOGS = [
    ("session", "I", lambda p, r, n: digest(f"s{n}")[:20]),
    ("user_hash", "K", lambda p, r, n: digest(p.number)),
    (
        "ip_address",
        "IQ",
        lambda p, r, n: f"10.{p.number // 250}.{p.number % 250}.{r.randrange(1, 5)}",
    ),
    ("user_agent", "IQN", of("Firefox", "Chrome", "Safari", "Edge")),
    (
        "ts",
        "Q",
        lambda p, r, n: (
            f"{day(r)} {r.randrange(24):02d}:{r.randrange(60):02d}:{r.randrange(60):02d}"
        ),
    ),
    ("page", "QN", lambda p, r, n: f"/p/{r.randrange(40)}"),
    ("country", "Q", fixed("ES", "FR", "PT", "DE")),
    ("ms", "NQ", lambda p, r, n: int(r.lognormvariate(5, 0.7))),
]

SMALL = [
    ("historia", "K", lambda p, r, n: f"HC{p.number:03d}"),
    ("edad", "Q", lambda p, r, n: p.age),
    ("sexo", "Q", lambda p, r, n: p.sex),
    ("cod_postal", "Q", lambda p, r, n: p.postcode),
    ("glucosa", "S", lambda p, r, n: int(r.gauss(100, 20))),
    ("fecha_visita", "Q", lambda p, r, n: day(r)),
    ("dolencia", "S", disease),
    ("ocupacion", "Q", fixed("docente", "médica", "taxista", "chef")),
]

GUIDE = [
    ("Nombre", "I", lambda p, r, n: p.name),
    ("Dirección de correo electrónico", "I", lambda p, r, n: f"p{p.number}@example.org"),
    ("Número de teléfono móvil", "I", lambda p, r, n: p.phone),
    ("Número DNI", "I", lambda p, r, n: p.dni),
    ("Número de pasaporte", "I", lambda p, r, n: f"AAA{p.number:06d}"),
    ("Número de cuenta", "I", lambda p, r, n: iban(p.number)),
    ("Número de certificado de nacimiento", "I", lambda p, r, n: f"S88{22_000 + p.number}H"),
    ("Número de permiso de trabajo", "I", lambda p, r, n: f"G{p.number:07d}N"),
    ("Nombre de usuario de redes sociales", "I", lambda p, r, n: f"@{p.given}{p.number}"),
    ("Edad", "Q", lambda p, r, n: p.age),
    ("Género", "Q", lambda p, r, n: p.sex),
    ("Carrera", "Q", of("china", "malaya", "india", "otra")),
    ("Fecha de nacimiento", "Q", lambda p, r, n: p.birth.strftime("%d/%m/%Y")),
    ("Dirección", "QI", lambda p, r, n: f"Calle {p.surnames.split()[0]} {p.height % 90 + 1}"),
    ("Código postal", "Q", lambda p, r, n: str(570_000 + p.number % 40)),
    ("Título del trabajo", "Q", of("ingeniero", "profesor", "arquitecto")),
    ("Nombre de la empresa", "Q", of("Acme", "Contoso", "Iberia")),
    ("Estado civil", "Q", of("Casado", "Soltero", "Viuda", "Divorciado")),
    ("Altura", "Q", lambda p, r, n: p.height),
    ("Peso", "Q", lambda p, r, n: int(r.gauss(72, 9))),
    ("Dirección de protocolo de Internet (IP)", "QI", lambda p, r, n: f"10.0.{r.randrange(99)}.7"),
    ("Número de matrícula del vehículo", "QI", lambda p, r, n: f"{1000 + p.number}BCD"),
    ("Número de bastidor del vehículo", "QI", lambda p, r, n: f"VSSZZZ6KZ1R{p.number:06d}"),
    (
        "Localización del Sistema de Posicionamiento Global (GPS)",
        "Q",
        lambda p, r, n: f"{r.uniform(36, 43):.4f}, {r.uniform(-7, 3):.4f}",
    ),
    ("Transacciones (por ejemplo, compras)", "S", amount(38)),
    ("Salario", "S", lambda p, r, n: f"{round(p.income, -2):.0f}"),
    ("Calificación crediticia", "S", of("AAA", "AA", "BBB", "C")),
    ("Póliza de seguro", "SI", of("vida", "hogar", "auto")),
    ("Diagnóstico médico", "S", disease),
    ("Estado de vacunación", "S", of("Vacunado", "Primera dosis", "No vacunado")),
    ("Nº personal", "I", lambda p, r, n: 13_000 + 17 * p.number),
    ("Ingresos", "S", lambda p, r, n: f"{round(p.income / 1000)}.000€"),
    ("Ocupación", "Q", of("Científico de datos", "Investigador", "Arquitecto")),
    ("Educación", "Q", of("Master", "Doctorado", "Licenciado")),
]


def golden_tables() -> list[RoleTable]:
    """Give the tables by which the rules were judged while they were written."""
    return [
        made("hospital visits", HOSPITAL, 400, (1, 10), 1),
        made("admissions", ADMISSIONS, 800, (1, 1), 2),
        made("nameless visits", NAMELESS, 300, (1, 8), 3),
        made("university", UNIVERSITY, 250, (4, 10), 4),
        made("payroll", PAYROLL, 120, (12, 12), 5),
        made("census", CENSUS, 2_000, (1, 1), 6),
        made("households", HOUSEHOLDS, 1_500, (1, 1), 7),
        made("retail", RETAIL, 300, (1, 15), 8),
        made("school", SCHOOL, 400, (3, 3), 9),
        made("police", POLICE, 900, (1, 1), 10),
        made("insurance", INSURANCE, 400, (1, 4), 11),
        made("telecom", TELECOM, 90, (10, 40), 12),
        made("staff", HR, 500, (1, 1), 13),
        made("survey", SURVEY, 350, (3, 3), 14),
        made("numbered survey", NUMBERED, 300, (2, 5), 15),
        made("ratings", RATINGS, 250, (3, 30), 16),
        made("web log", LOGS, 200, (2, 20), 17),
        made("small clinic", SMALL, 8, (2, 3), 18),
        made("the guide", GUIDE, 60, (1, 1), 19),
    ]


TRIAL = [
    ("USUBJID", "K", lambda p, r, n: f"ABC-{p.number % 9:02d}-{p.number:04d}"),
    ("SITEID", "QN", lambda p, r, n: f"{p.number % 9:02d}"),
    ("VISITNUM", "QN", of(1, 2, 3, 4)),
    ("BRTHDTC", "Q", lambda p, r, n: p.birth),
    ("SEX", "Q", lambda p, r, n: "M" if p.sex == "H" else "F"),
    ("RACE", "QS", fixed("WHITE", "BLACK", "ASIAN")),
    ("COUNTRY", "Q", fixed("ESP", "FRA", "DEU")),
    ("ARM", "QSN", fixed("placebo", "active")),
    ("AETERM", "SQ", of("headache", "nausea", "rash", "none")),
    ("LBSTRESN", "SN", lambda p, r, n: f"{r.gauss(5, 1):.3f}"),
    ("WEIGHTKG", "QSN", lambda p, r, n: f"{r.gauss(74, 11):.1f}"),
]
PHARMACY = [
    ("CIP", "K", lambda p, r, n: f"BBBB{p.number:012d}"),
    ("cod_farmacia", "QIN", lambda p, r, n: f"F{r.randrange(60):04d}"),
    ("fecha_dispensacion", "Q", lambda p, r, n: day(r)),
    ("principio_activo", "SQ", of("omeprazol", "metformina", "sertralina", "enalapril")),
    ("envases", "QN", of(1, 1, 2, 3)),
    ("aportacion_usuario", "SNQI", amount(4)),
    ("anio_nac", "Q", lambda p, r, n: p.birth.year),
    ("genero", "Q", lambda p, r, n: "Hombre" if p.sex == "H" else "Mujer"),
    ("zona_basica", "Q", lambda p, r, n: p.town),
    ("colegiado", "IQ", lambda p, r, n: 282_800_000 + r.randrange(80)),
]
HOTEL = [
    ("booking_ref", "I", lambda p, r, n: digest(n)[:6].upper()),
    ("guest", "K", lambda p, r, n: p.name),
    ("passport_no", "K", lambda p, r, n: f"XDA{200_000 + p.number}"),
    ("arrival", "Q", lambda p, r, n: day(r)),
    ("nights", "QN", of(1, 2, 3, 7)),
    ("room_rate", "SNQ", amount(95)),
    ("nationality", "QS", fixed("Spanish", "German", "British")),
    ("yob", "Q", lambda p, r, n: p.birth.year),
    ("special_requests", "I", english_note),
    ("card_number", "I", lambda p, r, n: 4_000_000_000_000_000 + 97 * p.number),
]
METERS = [
    ("CUPS", "K", lambda p, r, n: f"ES0021{p.number:012d}AB"),
    ("fecha_hora", "Q", moment),
    ("consumo_kwh", "SNQ", lambda p, r, n: f"{r.expovariate(2):.3f}"),
    ("potencia_contratada", "QN", fixed("3.45", "4.6", "5.75")),
    ("tarifa_acceso", "QN", fixed("2.0TD", "3.0TD")),
    ("cod_postal", "Q", lambda p, r, n: p.postcode),
    ("municipio_ine", "Q", lambda p, r, n: f"{TOWNS[p.town][1]}{len(p.town):03d}"),
    ("titular", "K", lambda p, r, n: p.name),
]
COURT = [
    ("procedimiento", "IS", lambda p, r, n: f"PA {n}/2023"),
    ("acusado_dni", "I", lambda p, r, n: p.dni),
    ("edad_acusado", "Q", lambda p, r, n: p.age),
    ("sexo_acusado", "Q", lambda p, r, n: p.sex),
    ("delito_imputado", "S", of("robo", "estafa", "lesiones", "tráfico")),
    ("meses_prision", "SQN", lambda p, r, n: r.randrange(0, 60)),
    ("juzgado", "Q", of("Nº 1", "Nº 2", "Nº 3")),
    ("fallo", "SQN", of("condena", "absolución")),
    ("reincidente", "SQN", of("sí", "no")),
    ("abogado", "IQ", lambda p, r, n: f"{r.choice(WOMEN)} {r.choice(SURNAMES)}"),
]
GYM = [
    ("a", "K", lambda p, r, n: 70_000 + 11 * p.number),
    ("b", "Q", lambda p, r, n: p.birth.strftime("%d-%m-%Y")),
    ("c", "Q", lambda p, r, n: p.sex),
    ("d", "QSN", lambda p, r, n: f"{r.gauss(80, 12):.1f}"),
    ("e", "Q", moment),
    ("f", "QN", of("spinning", "yoga", "sala")),
    ("g", "K", lambda p, r, n: f"+34{p.phone}"),
    ("h", "Q", lambda p, r, n: p.postcode),
]
LOANS = [
    ("carnet_lector", "K", lambda p, r, n: f"L{p.number:06d}"),
    (
        "signatura",
        "QN",
        lambda p, r, n: (
            f"{r.randrange(100, 999)}.{r.randrange(9)} {r.choice(SURNAMES)[:3].upper()}"
        ),
    ),
    ("titulo", "QNS", lambda p, r, n: f"Libro {r.randrange(300)}"),
    ("prestado", "Q", lambda p, r, n: day(r)),
    ("devuelto", "Q", lambda p, r, n: day(r)),
    ("biblioteca", "QN", of("Central", "Norte", "Sur")),
    ("tramo_edad", "Q", lambda p, r, n: f"{p.age // 10}0-{p.age // 10}9"),
    ("barrio", "Q", lambda p, r, n: p.postcode[-2:]),
]


def held_out_tables() -> list[RoleTable]:
    """Give tables that were written when the rules were done, and by which nothing was changed."""
    return [
        made("trial", TRIAL, 200, (4, 4), 101),
        made("pharmacy", PHARMACY, 300, (1, 9), 102),
        made("hotel", HOTEL, 250, (1, 4), 103),
        made("meters", METERS, 60, (30, 50), 104),
        made("court", COURT, 500, (1, 1), 105),
        made("gym", GYM, 150, (2, 20), 106),
        made("library", LOANS, 200, (1, 12), 107),
    ]
