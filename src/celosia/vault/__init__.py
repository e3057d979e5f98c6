"""Who is behind a pseudonym, for those who hold the key."""
