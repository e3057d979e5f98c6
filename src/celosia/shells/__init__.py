"""Parse, call the public names, render."""
