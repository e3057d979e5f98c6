"""Files: written whole or not at all, and kept for one process at a time."""
