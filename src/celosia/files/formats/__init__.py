"""The formats, one per file: to add one is to add a file here (see `celosia.files.file_format`)."""
