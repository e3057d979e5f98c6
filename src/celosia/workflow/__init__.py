"""Read, propose, search, anonymize, verify: the only wiring."""
