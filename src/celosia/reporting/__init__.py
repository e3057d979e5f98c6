"""One self-contained page that says what was measured, what it means and where it comes from."""
