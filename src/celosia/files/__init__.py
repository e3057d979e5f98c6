"""Files: written whole or not at all, for one process at a time; and the formats of tables."""
