"""The nouns and the ports."""
