"""What opens bytes that nobody here wrote: run by `files.sandbox` in a process of its own."""
