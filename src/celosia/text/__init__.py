"""Words for people: messages by key, and their catalogues, a folder for each language."""
