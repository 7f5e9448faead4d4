"""How much is kept for persons, and how long."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Quotas:
    """Limits; None is none. What belongs to no person counts nowhere."""

    account_bytes: int | None = None
    """of what one account owns"""
    visitor_bytes: int | None = None
    """of what one visitor owns"""
    visitors_bytes: int | None = None
    """of what all visitors own"""
    visitor_days: int | None = None
    """after which a visitor who did not come back is forgotten"""
