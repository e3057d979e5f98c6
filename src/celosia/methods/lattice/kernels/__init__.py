"""Compiled functions that walk a lattice of generalizations, over plain arrays."""

from __future__ import annotations

from pathlib import Path

from celosia.methods.compiled_code import forget_stale_code

forget_stale_code(Path(__file__).parent)
