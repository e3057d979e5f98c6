"""One TOML file with all choices: the app, the command line and Python read and write the same."""

from celosia.recipe.recipe import Recipe

__all__ = ["Recipe"]
