"""Synthetic data, both kinds of the guide: for testing software, and to keep the statistics."""
