"""How to get there."""
