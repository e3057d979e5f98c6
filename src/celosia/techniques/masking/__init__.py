"""Characters replaced by a symbol."""
