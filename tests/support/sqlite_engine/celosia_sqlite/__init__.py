"""Tables of SQLite, counted where they are."""
