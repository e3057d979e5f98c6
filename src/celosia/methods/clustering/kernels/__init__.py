"""Compiled functions that put records into groups."""

from __future__ import annotations

from pathlib import Path

from celosia.methods.compiled_code import forget_stale_code

forget_stale_code(Path(__file__).parent, Path(__file__).parents[2] / "wrapping.py")
