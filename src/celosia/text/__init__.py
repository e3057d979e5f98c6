"""Grammars of what people write, and words for people: numbers, dates, labels, messages."""
