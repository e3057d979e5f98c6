"""How the greedy kernels are compiled."""

from __future__ import annotations

from typing import Any

from numba.core.options import DefaultOptions

UNCOUNTED = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
"""These kernels make no arrays, so there is no use in counting who holds one. numba would count
at every call that takes a tuple of arrays: four to fifteen times the time of these searches."""
COMPILE: dict[str, Any] = {"cache": True, "nogil": True, "boundscheck": False, **UNCOUNTED}
INNER: dict[str, Any] = {
    "nogil": True,
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    **UNCOUNTED,
}
"""For functions that only kernels call: no bridge to Python, which would take a third of the
time to compile, and no cache of their own, as they are part of their callers'."""
