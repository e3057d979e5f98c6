"""Techniques that change single columns or records, in the order in which a recipe names them."""
