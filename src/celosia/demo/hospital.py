"""Admissions of a made-up Spanish hospital network, one row per patient."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from celosia.demo.admissions import admissions
from celosia.demo.identities import identities
from celosia.demo.patients import draw_patients
from celosia.domain.values import Value
from celosia.errors import ParameterError

HEADER = (
    "nhc",
    "dni",
    "nombre",
    "sexo",
    "fecha_nacimiento",
    "codigo_postal",
    "municipio",
    "provincia",
    "nacionalidad",
    "estado_civil",
    "fecha_ingreso",
    "servicio",
    "diagnostico",
    "dias_estancia",
    "coste",
)
MOST_ROWS = 5_000_000


def hospital(rows: int = 10_000, seed: int = 0) -> tuple[tuple[str, ...], list[tuple[Value, ...]]]:
    """Make up a hospital's table: its header and its rows.

    Nobody in it exists. Spaniards have a DNI and foreigners a NIE, both with the right letter and
    from a range chosen high to keep clear of numbers in use. About 1 % of the postcodes and of the
    marital statuses are null. Same seed, same table.

    >>> header, rows = hospital(rows=3)
    >>> header[:3], len(rows), len(rows[0]) == len(header)
    (('nhc', 'dni', 'nombre'), 3, True)
    """
    if not 1 <= rows <= MOST_ROWS:
        raise ParameterError("demo.hospital-rows-must-between-1", most=MOST_ROWS, rows=rows)
    rng = np.random.default_rng(seed)
    patients = draw_patients(rng, rows)
    columns = (
        *identities(rng, patients),
        *patients.columns(rng),
        *admissions(rng, patients),
    )
    return HEADER, list(zip(*columns, strict=True))


def write_hospital(path: str | Path, rows: int = 10_000, seed: int = 0) -> Path:
    """Write the table as CSV: UTF-8, separated by `;`, nulls empty.

    Same seed, same bytes.
    """
    header, records = hospital(rows, seed)
    target = Path(path)
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";", lineterminator="\n")
        writer.writerow(header)
        writer.writerows(records)
    return target
