"""The walk of `celosia guide`: a file per step, and whom it asks."""
