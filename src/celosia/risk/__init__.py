"""What is at risk: one file per attacker or estimator."""
