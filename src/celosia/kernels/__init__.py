"""Compiled functions over plain arrays; nothing else."""
