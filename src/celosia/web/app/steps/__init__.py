"""A file for each step of the way, and for each larger part of one."""
