"""Further tables of other domains, written down before anybody looked at how they are told.

As in `role_tables`: a letter is a role, and where two are defensible both stand. At the first run
78 of 87 were right, and no key of persons was proposed to be published. What was mended then was of
principle (months are dates, codes are no amounts); six that only another word in a list of
headers would tell stay wrong.
"""

from __future__ import annotations

from datetime import date, timedelta

from tests.support.role_tables import (
    SURNAMES,
    TOWNS,
    WOMEN,
    RoleTable,
    amount,
    day,
    digest,
    english_note,
    fixed,
    iban,
    made,
    moment,
    note,
    of,
)

NURSERY = [
    ("expediente_alumno", "K", lambda p, r, n: f"{p.number + 2200}/{p.number % 7 + 17}"),
    ("iniciales", "IQ", lambda p, r, n: "".join(w[0] for w in p.name.split())),
    ("ciclo", "QN", fixed("Infantil", "Primaria", "ESO", "Bachillerato")),
    ("lengua_materna", "QS", fixed("castellano", "árabe", "rumano", "catalán", "chino")),
    ("transporte_escolar", "QNS", fixed("sí", "no")),
    ("menu_comedor", "SQ", fixed("general", "celíaco", "halal", "sin lactosa")),
    ("renta_familiar", "S", lambda p, r, n: f"{p.income:.2f}"),
    ("tutor_legal", "I", lambda p, r, n: f"{p.given} {p.surnames.split()[0]}"),
    ("evaluacion", "QN", of("1ª", "2ª", "3ª")),
    ("faltas_sin_justificar", "SNQ", lambda p, r, n: int(r.expovariate(0.3))),
    ("expulsiones", "SNQ", of(0, 0, 0, 0, 1, 2)),
    ("valoracion_orientador", "I", note),
]
PAYSLIPS = [
    ("staff_no", "K", lambda p, r, n: f"{p.number * 37 % 9973:05d}"),
    ("ni_number", "K", lambda p, r, n: f"QQ{p.number:06d}C"),
    ("pay_period", "QN", of(*(f"2024-{m:02d}" for m in range(1, 13)))),
    ("grade", "QN", fixed("G5", "G6", "G7", "SEO", "AO")),
    ("cost_centre", "QN", fixed("CC100", "CC200", "CC310", "CC455")),
    ("gross_pay", "S", lambda p, r, n: f"{p.income / 12:.2f}"),
    ("net_pay", "S", lambda p, r, n: f"{p.income / 15:.2f}"),
    ("pension_contribution", "S", lambda p, r, n: f"{p.income / 140:.2f}"),
    ("garnishment", "S", of("0.00", "0.00", "0.00", "0.00", "120.00", "85.50")),
    ("union_dues", "S", fixed("0.00", "0.00", "14.35")),
    ("sort_code", "IQN", lambda p, r, n: f"20-{p.number % 40:02d}-{p.height % 60:02d}"),
    ("account_no", "K", lambda p, r, n: f"{31_000_000 + 7_919 * p.number}"),
    ("line_manager", "IQ", lambda p, r, n: f"{WOMEN[p.number % 9]} {SURNAMES[p.number % 11]}"),
    ("fte", "QN", fixed("1.0", "1.0", "0.8", "0.5")),
]
TAPS = [
    ("tarjeta", "K", lambda p, r, n: f"0101{p.number * 7_919 % 10**10:010d}"),
    ("validacion", "Q", moment),
    ("linea", "QN", lambda p, r, n: f"L{r.randrange(1, 13)}"),
    ("parada_subida", "Q", lambda p, r, n: f"{r.randrange(100, 180)}"),
    ("parada_bajada", "Q", lambda p, r, n: f"{r.randrange(100, 180)}"),
    ("perfil", "QS", fixed("general", "joven", "mayor 65", "familia numerosa", "desempleado")),
    ("titulo_transporte", "QN", fixed("abono mensual", "10 viajes", "sencillo")),
    ("saldo_restante", "NSQ", lambda p, r, n: f"{r.uniform(0, 40):.2f}"),
    ("sentido", "QN", of("ida", "vuelta")),
    (
        "mac_dispositivo",
        "K",
        lambda p, r, n: ":".join(digest(p.number)[i : i + 2] for i in range(0, 12, 2)),
    ),
]
LENDING = [
    ("Borrower", "K", lambda p, r, n: f"BRW{p.number:06d}"),
    ("LoanRef", "I", lambda p, r, n: f"{n:04d}-{digest(n)[:4]}"),
    ("OriginationDate", "Q", lambda p, r, n: day(r, date(2015, 1, 1), 3000)),
    ("Principal", "SN", lambda p, r, n: r.randrange(10, 400) * 500),
    ("APR", "SNQ", lambda p, r, n: f"{r.uniform(3, 19):.2f}"),
    ("TermMonths", "QN", of(12, 24, 36, 48, 60, 120)),
    ("Purpose", "QSN", of("car", "home", "wedding", "medical", "debt consolidation")),
    ("CreditScore", "S", lambda p, r, n: int(r.gauss(640, 70))),
    ("DebtToIncome", "S", lambda p, r, n: f"{r.uniform(0.05, 0.6):.3f}"),
    ("EmploymentYears", "QS", lambda p, r, n: p.height % 30),
    ("HomeOwnership", "QN", fixed("RENT", "OWN", "MORTGAGE")),
    ("Defaulted", "S", of("Y", "N", "N", "N")),
    ("State", "Q", fixed("CA", "NY", "TX", "FL", "WA")),
    ("DOB", "Q", lambda p, r, n: p.birth.strftime("%m/%d/%Y")),
    ("IBAN", "K", lambda p, r, n: iban(p.number)),
]
SOCIAL = [
    ("num_expediente", "IQ", lambda p, r, n: f"SS-{p.number:05d}/23"),
    ("usuaria", "K", lambda p, r, n: f"U{p.number * 13 + 400}"),
    ("fecha_atencion", "Q", lambda p, r, n: day(r).strftime("%d/%m/%Y")),
    ("trabajadora_social", "IQ", lambda p, r, n: f"TS{r.randrange(14):02d}"),
    ("prestacion", "SQ", of("RMI", "ayuda alimentos", "teleasistencia", "emergencia")),
    ("cuantia", "SN", amount(430)),
    ("grado_dependencia", "S", fixed("0", "I", "II", "III")),
    ("victima_vg", "S", fixed("no", "no", "no", "sí")),
    ("n_convivientes", "Q", lambda p, r, n: 1 + p.number % 6),
    ("hijos_menores", "Q", lambda p, r, n: p.number % 4),
    ("situacion_administrativa", "SQ", fixed("regular", "regular", "irregular", "asilo")),
    ("tipo_vivienda", "QNS", fixed("propia", "alquiler", "albergue", "sin hogar")),
    ("edad", "Q", lambda p, r, n: p.age),
    ("distrito_padron", "Q", lambda p, r, n: f"{p.number % 21 + 1:02d}"),
    ("informe", "I", note),
]
CLUB = [
    ("Nº socio", "K", lambda p, r, n: p.number + 18),
    ("licencia_federativa", "K", lambda p, r, n: f"FED-{TOWNS[p.town][1]}-{90_000 + p.number}"),
    ("categoria", "Q", fixed("alevín", "infantil", "cadete", "juvenil", "senior")),
    ("equipo", "QN", fixed("A", "B", "Femenino A")),
    ("dorsal", "QNI", lambda p, r, n: p.number % 25 + 1),
    ("demarcacion", "QN", fixed("portero", "defensa", "medio", "delantero")),
    ("fecha_partido", "Q", lambda p, r, n: date(2024, 1, 6) + timedelta(days=7 * r.randrange(20))),
    ("minutos_jugados", "QN", lambda p, r, n: r.choice([0, 15, 45, 60, 90])),
    ("lesion", "S", of("ninguna", "ninguna", "esguince", "rotura fibrilar")),
    ("frecuencia_cardiaca_max", "S", lambda p, r, n: int(r.gauss(186, 9))),
    ("cuota_pagada", "QNS", of("sí", "sí", "no")),
    ("talla_camiseta", "QN", fixed("S", "M", "L", "XL")),
    ("movil_padre_madre", "K", lambda p, r, n: p.phone),
]
RUNNERS = [
    ("k0", "K", lambda p, r, n: digest(p.number)[:10]),
    ("k1", "Q", lambda p, r, n: p.birth.year),
    ("k2", "Q", lambda p, r, n: "f" if p.sex == "M" else "m"),
    ("k3", "SNQ", lambda p, r, n: f"{r.gauss(52, 8):.2f}"),
    ("k4", "Q", lambda p, r, n: p.town),
    ("k5", "QN", of("5k", "10k", "half")),
    ("k6", "I", english_note),
    ("k7", "K", lambda p, r, n: 3 * p.number + 1),
]


def further_tables() -> list[RoleTable]:
    """Give the tables of schools, payslips, travel cards, loans, social services and clubs."""
    return [
        made("nursery", NURSERY, 260, (3, 3), 201),
        made("payslips", PAYSLIPS, 140, (6, 12), 202),
        made("travel cards", TAPS, 120, (8, 40), 203),
        made("lending", LENDING, 500, (1, 3), 204),
        made("social services", SOCIAL, 320, (1, 7), 205),
        made("club", CLUB, 90, (5, 18), 206),
        made("runners", RUNNERS, 180, (1, 6), 207),
    ]
