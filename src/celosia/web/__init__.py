"""What runs in a browser or behind an address: the service, the REST interface, the app."""
