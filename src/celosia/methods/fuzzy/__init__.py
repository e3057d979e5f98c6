"""Fuzzy sets: vague labels instead of sharp intervals."""
