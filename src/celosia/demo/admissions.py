"""What happens in hospital: date, service, diagnosis, stay, cost."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from celosia.demo.patients import Patients
from celosia.demo.sampling import draw, draw_by_group
from celosia.demo.wards import AGES, DIAGNOSES, SERVICES, Diagnosis
from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.values import Value

_NAMES = tuple(SERVICES)
_ALL: tuple[Diagnosis, ...] = tuple(d for name in _NAMES for d in DIAGNOSES[name])
_FIRST = np.cumsum([0, *(len(DIAGNOSES[name]) for name in _NAMES)])
"""Position in `_ALL` of each service's first diagnosis."""


def admissions(rng: Generator, patients: Patients) -> tuple[list[Value], ...]:
    """Write admission date, service, diagnosis, days of stay and cost."""
    services = _services(rng, patients)
    diagnoses = _diagnoses(rng, services, patients)
    days = _stays(rng, diagnoses, patients.ages)
    return (
        patients.admitted.astype(str).tolist(),
        [_NAMES[i] for i in services.tolist()],
        [_ALL[i].title for i in diagnoses.tolist()],
        days.astype(str).tolist(),
        [f"{cost:.2f}" for cost in _costs(rng, diagnoses, days).tolist()],
    )


def _services(rng: Generator, patients: Patients) -> IntArray:
    """Draw by age band and sex: group 2b is women of band b, 2b + 1 men."""
    bands = np.searchsorted(AGES, patients.ages, side="right")
    weights = [
        [SERVICES[name][sex][band] for name in _NAMES]
        for band in range(len(AGES) + 1)
        for sex in (0, 1)
    ]
    return draw_by_group(rng, weights, (2 * bands + ~patients.women).astype(np.int64))


def _diagnoses(rng: Generator, services: IntArray, patients: Patients) -> IntArray:
    chosen = np.zeros(len(services), dtype=np.int64)
    for service, name in enumerate(_NAMES):
        for women in (True, False):
            members = np.flatnonzero((services == service) & (patients.women == women))
            weights = [d.women if women else d.men for d in DIAGNOSES[name]]
            if len(members):
                chosen[members] = _FIRST[service] + draw(rng, weights, len(members))
    return chosen


def _stays(rng: Generator, diagnoses: IntArray, ages: IntArray) -> IntArray:
    """Draw stays with a long tail, longer for the old."""
    usual = np.array([d.days for d in _ALL])[diagnoses] * (1 + 0.3 * (ages > 75))
    tail = 0.45 - 0.55 * np.log(1 - rng.random(len(diagnoses)))
    return np.asarray(np.maximum(1, np.rint(usual * tail)), dtype=np.int64)


def _costs(rng: Generator, diagnoses: IntArray, days: IntArray) -> FloatArray:
    daily = np.array([d.cost for d in _ALL])[diagnoses]
    noise = 0.8 + 0.4 * rng.random(len(diagnoses))
    return np.asarray((600 + daily * days) * noise, dtype=np.float64)
