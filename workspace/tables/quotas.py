"""How much is kept for persons, and how long."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Quotas:
    """Limits; None is none. What belongs to no person counts nowhere."""

    account_bytes: int | None = None
    """Most bytes that one account may own."""
    visitor_bytes: int | None = None
    """Most bytes that one visitor may own."""
    visitors_bytes: int | None = None
    """Most bytes that all visitors together may own."""
    visitor_days: int | None = None
    """Days after which a visitor who did not come back is forgotten."""
