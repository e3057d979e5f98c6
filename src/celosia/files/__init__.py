"""Files as such: formats, whole writes, locks, private working places."""
