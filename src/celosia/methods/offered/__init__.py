"""What every method is called, when to take it and how it runs: one light file for each."""
