"""What is at risk: one file per attacker or estimator."""

from celosia.risk.prosecutor import ProsecutorRisk

__all__ = ["ProsecutorRisk"]
