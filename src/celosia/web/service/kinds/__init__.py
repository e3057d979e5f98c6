"""What long work there is: each kind of job declares itself in a file of its own."""
