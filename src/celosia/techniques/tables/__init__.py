"""New tables made of records."""
