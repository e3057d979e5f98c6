"""Groups of similar records, each generalized on its own."""
