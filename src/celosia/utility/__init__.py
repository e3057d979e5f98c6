"""What is lost: one file per measure.

Objectives are what a search minimizes. Measures are of three sorts, and each says which it is:
from labels and the original domain (NCP and GCP, ambiguity, entropy, KL divergence, suppressed
share); from classes (discernibility, average class size); and comparisons of two tables, with
records in any order (distribution, summary, correlation, components, mutual information,
prediction) or linked record by record (IL1s). `celosia.compare` gives those of a release and its
original under stable names.
"""
