"""Compiled functions that put records into groups."""

from __future__ import annotations

from pathlib import Path

from celosia.methods.compiled_code import forget_stale_code

used = (Path(__file__).parents[2] / "lattice" / "kernels").glob("*.py")
forget_stale_code(Path(__file__).parent, *used)
