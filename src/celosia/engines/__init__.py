"""Where the data lives; each driver is imported only in its own folder."""
