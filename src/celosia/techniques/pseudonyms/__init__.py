"""Invented values in the place of identifiers."""
