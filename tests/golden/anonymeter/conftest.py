"""The recording script needs anonymeter, which lives in an environment of its own."""

collect_ignore = ["record.py"]
